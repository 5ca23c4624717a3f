-- Returns whether an organization of the scope's account allows signing in by a link by email.
create function app.allows_link() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  person constant uuid := app.account_id();
  tenants constant uuid[] :=
    array(select tenant_id from memberships where user_id = person and status = 2);
begin
  return exists (
    select 1 from tenant_policies p where p.tenant_id = any (tenants) and 'link' = any (p.sign_in_methods));
end
$$;
revoke all on function app.allows_link() from public;
grant execute on function app.allows_link() to pregao_runtime;
