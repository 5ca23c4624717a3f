-- The accounts that the scope may see, for the policy of accounts in a distributed database: read once for each
-- statement. `app.is_fellow` queried another node for each row, so that a list of two thousand members took more
-- than five seconds.
create function app.fellows() returns setof uuid
  language plpgsql stable security invoker set search_path = public, pg_temp
as $$
declare
  of_tenant constant uuid := app.tenant_id();
  of_tenants constant uuid[] := app.scope_tenants();
begin
  if of_tenant is not null then
    return query select m.user_id from memberships m where m.tenant_id = of_tenant;
  elsif of_tenants is not null then
    return query select m.user_id from memberships m where m.tenant_id = any (of_tenants);
  end if;
end
$$;

revoke all on function app.fellows() from public;
grant execute on function app.fellows() to pregao_runtime, pregao_app;

-- In a database that is distributed already.
do $$
begin
  if exists (select from pg_policies where qual ~ 'app\.is_fellow') then
    alter policy runtime_fellows on users using (id in (select app.fellows()));
  end if;
end
$$;
