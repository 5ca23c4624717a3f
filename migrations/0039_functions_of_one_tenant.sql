-- Functions that also run on Citus (docs/scaling.md). It can't plan SQL functions with parameters that query
-- sharded tables: they become PL/pgSQL. Queries of one tenant name it by a parameter, never by a call, and
-- don't mix it with tables of the coordinator.

create or replace function app.active_product(of_tenant uuid)
  returns table (tier integer, max_users integer, overdue boolean)
  language plpgsql stable
as $$
begin
  return query
    select p.tier, p.max_users,
           coalesce(tp.status = 'past_due' and tp.grace_ends <= app.billing_now(), false)
             or (tp.service_id is null and pr.price = 0 and p.max_users > 0 and exists (
               select from public.memberships m
               where m.tenant_id = of_tenant and m.status in (0, 2)
               offset p.max_users)) as overdue
    from public.tenant_products tp
    join public.subscription_prices pr on pr.id = tp.subscription_price_id
    join public.subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled'
      and (tp.end_date is null or tp.end_date > app.billing_now())
    order by p.tier desc, 3
    limit 1;
end
$$;

create or replace function app.remaining_product(of_tenant uuid) returns table (max_users integer)
  language plpgsql stable
as $$
begin
  return query
    select p.max_users
    from public.tenant_products tp
    join public.subscription_prices pr on pr.id = tp.subscription_price_id
    join public.subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled' and tp.end_date is null
    order by p.tier desc
    limit 1;
end
$$;

create or replace function app.entitlement(of_tenant uuid, out tier integer, out read_only boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if exists (select 1 from tenants t where t.id = of_tenant and t.subdomain = 'admin') then
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

-- Returns the role of an active member, and what the tenant is entitled to; nulls for anyone else.
create function app.member_standing(
  of_tenant uuid, person uuid, out role smallint, out tier integer, out read_only boolean
)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  select m.role into role from memberships m
    where m.tenant_id = of_tenant and m.user_id = person and m.status = 2;
  if found then
    select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
  end if;
end
$$;

-- As before (migration 26), in two queries: the session, and what the tenant's node knows.
create or replace function app.standing(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, lasts timestamptz, is_due boolean)
  language plpgsql stable
as $$
begin
  select s.id, u.id, u.type, s.impersonator_id,
         least(s.ends_at, now() + make_interval(secs => s.idle_seconds)),
         s.expires_at < least(s.ends_at, now() + make_interval(secs => s.idle_seconds))
                        - make_interval(secs => s.idle_seconds / 10)
    into session_id, user_id, user_type, impersonator_id, lasts, is_due
    from public.sessions s
    join public.users u on u.id = s.user_id and u.active
    where s.token_hash = hash and s.revoked_at is null and s.expires_at > now();
  if not found then return; end if;
  if of_tenant is not null then
    select m.role, m.tier, m.read_only into role, tier, read_only
      from app.member_standing(of_tenant, user_id) m;
  end if;
  return next;
end
$$;

-- As before (migration 16). The members are read tenant by tenant.
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
    where m.tenant_id = any (of_tenants) and m.user_id = any (people) and m.status = 2);
  return query
    select c.session_id, c.tenant_id, u.id is not null, b.pair is not null
    from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    left join sessions s on s.id = c.session_id and s.revoked_at is null and s.expires_at > now()
    left join users u on u.id = s.user_id and u.active
    left join unnest(belonging) as b(pair) on b.pair = c.tenant_id || ' ' || u.id;
end
$$;

-- As before (migration 30). The rights are those of the caller, found before the query leaves this node.
create or replace function app.people_in_log(entries uuid[])
  returns table (id uuid, email text, first_name text, last_name text)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  people uuid[];
  of_tenant constant uuid := app.tenant_id();
begin
  if pg_has_role(session_user, 'pregao_operator', 'member') then
    people := array(
      select distinct person from audit_log entry,
        unnest(array[entry.actor_id, entry.impersonator_id, entry.person_id]) as person
      where entry.id = any (entries));
  else
    people := array(
      select distinct person from audit_log entry,
        unnest(array[entry.actor_id, entry.impersonator_id, entry.person_id]) as person
      where entry.id = any (entries) and entry.tenant_id = of_tenant);
  end if;
  return query
    select users.id, users.email, users.first_name, users.last_name
    from users where users.id = any (people);
end
$$;

revoke all on function app.member_standing(uuid, uuid) from public;
