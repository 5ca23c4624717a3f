-- Operators suspend organizations and accounts (R-OPR-13, R-OPR-14).
alter table tenants add column suspended_at timestamptz, add column suspension_reason text;
alter table tenants add constraint tenants_suspension_check
  check ((suspended_at is null) = (suspension_reason is null)) not valid;
comment on column tenants.suspended_at is 'only operators write it; a suspended organization has the tier -1';
-- users.active is false meanwhile. Not granted to pregao_runtime: only operators read it.
alter table users add column suspension_reason text;

-- The application may update its organization, but never lift its suspension.
create function app.keep_suspension() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  if pg_has_role(session_user, 'pregao_runtime', 'member')
    and not pg_has_role(session_user, 'pregao_operator', 'member')
  then
    raise exception 'Only operators suspend organizations' using errcode = '42501';
  end if;
  return new;
end
$$;
revoke all on function app.keep_suspension() from public;
create trigger keeps_suspension before update of suspended_at, suspension_reason on tenants
  for each row when ((old.suspended_at, old.suspension_reason)
    is distinct from (new.suspended_at, new.suspension_reason))
  execute function app.keep_suspension();

-- As before (migration 39). A suspended organization has the tier -1, which no access allows: the previous release
-- refuses all calls of its members as well. It is also read-only, so that no seat is taken.
create or replace function app.entitlement(of_tenant uuid, out tier integer, out read_only boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  own record;
begin
  select t.subdomain, t.suspended_at into own from tenants t where t.id = of_tenant;
  if own.suspended_at is not null then
    tier := -1;
    read_only := true;
  elsif own.subdomain = 'admin' then
    -- The operator's own tenant has every entitlement without a product (R-ORG-10).
    tier := 2147483647;
    read_only := false;
  else
    select p.tier, p.overdue into tier, read_only from app.active_product(of_tenant) p;
    tier := coalesce(tier, 0);
    read_only := coalesce(read_only, false);
  end if;
end
$$;

-- As before (migration 41); members of a suspended organization don't belong to it.
create or replace function app.still_there(of_sessions uuid[], of_tenants uuid[])
  returns table (session_id uuid, tenant_id uuid, lives boolean, belongs boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  people uuid[];
  belonging text[];
begin
  people := array(select s.user_id from sessions s where s.id = any (of_sessions));
  belonging := array(
    select m.tenant_id || ' ' || m.user_id from memberships m
    join tenants t on t.id = m.tenant_id and t.suspended_at is null
    where m.tenant_id = any (of_tenants) and m.user_id = any (people) and m.status = 2);
  return query
    select c.session_id, c.tenant_id, u.id is not null, b.pair is not null
    from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    left join sessions s on s.id = c.session_id and s.revoked_at is null and s.expires_at > now()
      and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id))
    left join users u on u.id = s.user_id and u.active
    left join unnest(belonging) as b(pair) on b.pair = c.tenant_id || ' ' || u.id;
end
$$;
