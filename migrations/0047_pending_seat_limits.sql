-- Limits of seats by changes of plan that are pending, stored with the organization: the trigger that takes a seat
-- runs on the node of the organization, which must not query billing_intents on the coordinator
-- (docs/scaling.md).
create table pending_seat_limits (
  tenant_id uuid not null references tenants on delete cascade,
  -- the billing operation, which ends the limit
  operation_id uuid not null,
  max_users integer not null check (max_users > 0),
  primary key (tenant_id, operation_id)
);
call app.protect_tenant_table('pending_seat_limits');
-- Operations also proceed in the scope of the system; for pregao_app as in migration 30.
create policy runtime_system_rows on pending_seat_limits to pregao_runtime
  using (tenant_id = (select app.tenant_id()) or (select app.is_system()))
  with check (tenant_id = (select app.tenant_id()) or (select app.is_system()));
create policy previous_release on pending_seat_limits to pregao_app
  using (true or app.tenant_id() is null);

-- Stores or removes the limit in the transaction that changes the operation, with the rights of the caller, whose
-- connection to the node of the organization it then uses. A trigger, so that operations of the previous release
-- count as well.
create function app.limit_seats() returns trigger
  language plpgsql security invoker set search_path = public, pg_temp
as $$
begin
  if new.max_users > 0 and new.state in ('open', 'authenticating') then
    insert into pending_seat_limits (tenant_id, operation_id, max_users)
      values (new.for_tenant, new.id, new.max_users)
      on conflict (tenant_id, operation_id) do update set max_users = excluded.max_users;
  else
    delete from pending_seat_limits where tenant_id = new.for_tenant and operation_id = new.id;
  end if;
  return null;
end
$$;
revoke all on function app.limit_seats() from public;
create trigger limits_seats after insert on billing_intents
  for each row when (new.max_users > 0) execute function app.limit_seats();
create trigger limits_seats_now after update of max_users, state on billing_intents
  for each row when (
    (case when old.state in ('open', 'authenticating') then old.max_users end)
      is distinct from (case when new.state in ('open', 'authenticating') then new.max_users end))
  execute function app.limit_seats();

-- Operations that are pending now. The trigger above waited for the transactions that change them.
insert into pending_seat_limits (tenant_id, operation_id, max_users)
  select tenants.id, pending.id, pending.max_users
  from billing_intents pending join tenants on tenants.id = pending.for_tenant
  where pending.state in ('open', 'authenticating') and pending.max_users > 0;

-- As before (migration 42), from tables of the organization.
create or replace function app.seats(of_tenant uuid) returns integer
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  active integer;
  has_active boolean;
  remaining integer;
  pending integer;
begin
  if exists (select 1 from tenants where id = of_tenant and subdomain = 'admin') then
    return 0;
  end if;
  select max_users into active from app.active_product(of_tenant);
  has_active := found;
  select max_users into remaining from app.remaining_product(of_tenant);
  if has_active then
    select min(max_users) into pending from pending_seat_limits where tenant_id = of_tenant;
  end if;
  return coalesce(
    least(nullif(active, 0), nullif(remaining, 0), pending),
    case when has_active then 0 else 1 end);
end
$$;
