-- Deactivated members (R-MEM-17, R-MEM-18). Status 3 has been in the table from the start, and every check of
-- membership asks for status 2.

-- Returns the organizations in which the user in scope is deactivated, with what a join link shows of each. The policies
-- show neither.
create function app.my_deactivated()
  returns table (id uuid, tenant_id uuid, name text, logo text, logo_darkmode text, app_theme text, app_color text)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  person constant uuid := app.user_id();
begin
  return query
    select m.id, m.tenant_id, t.name, t.logo::text, t.logo_darkmode::text, t.app_theme, t.app_color
    from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = person and m.status = 3
    order by t.name, m.id
    limit 100;
end
$$;
revoke all on function app.my_deactivated() from public;
grant execute on function app.my_deactivated() to pregao_runtime;

-- As before (migration 46), also for deactivated members: they sign in to read why no organization opens.
create or replace function app.is_awaiting_acceptance() returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select 1 from memberships where user_id = app.user_id() and status in (1, 3)) $$;
