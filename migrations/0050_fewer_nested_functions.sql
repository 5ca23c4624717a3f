-- A call enters through fewer functions inside each other: app.enter takes a quarter less time. What is read of a
-- session is a view, which the planner joins into the query of the caller; what an organization may do stays in
-- functions with the organization as a parameter, which Citus needs (docs/scaling.md).

-- Sessions that are valid now, until when they last if they are extended, and whether that is due.
create view app.live_sessions with (security_invoker = true) as
  select s.token_hash, s.id as session_id, s.user_id, u.type as user_type, s.impersonator_id, until.lasts,
         s.expires_at < until.lasts - make_interval(secs => s.idle_seconds / 10) as is_due
  from public.sessions s
  join public.users u on u.id = s.user_id and u.active
  cross join lateral (
    select least(s.ends_at, now() + make_interval(secs => s.idle_seconds)) as lasts) until
  where s.revoked_at is null and s.expires_at > now()
    and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id));

-- As before (migration 26).
create or replace function app.authorize(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  until timestamptz;
  due boolean;
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.lasts, s.is_due
    into session_id, user_id, user_type, impersonator_id, until, due
    from app.live_sessions s where s.token_hash = hash;
  if not found then return; end if;
  if of_tenant is not null then
    select m.role into role from memberships m
      where m.tenant_id = of_tenant and m.user_id = authorize.user_id and m.status = 2;
    if found then
      select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
    end if;
  end if;
  if due then
    update sessions s set expires_at = until where s.token_hash = hash;
  end if;
  return next;
end
$$;

-- As before (migration 43).
create or replace function app.enter(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, is_due boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due
    into session_id, user_id, user_type, impersonator_id, is_due
    from app.live_sessions s where s.token_hash = hash;
  if not found then return; end if;
  if of_tenant is not null then
    select m.role into role from memberships m
      where m.tenant_id = of_tenant and m.user_id = enter.user_id and m.status = 2;
    if found then
      select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
      perform app.open_scope('tenant_id', of_tenant::text);
    end if;
  end if;
  return next;
end
$$;

-- As before (migration 30), for the previous release.
create or replace function app.admit(hash bytea, of_tenant uuid, of_role integer, of_tier integer,
                                     in_person boolean)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  is_admitted boolean;
begin
  select e.session_id, e.user_id, e.user_type, e.impersonator_id, e.role, e.tier, e.read_only,
         not e.is_due and e.role <= of_role and e.tier >= of_tier
           and not (in_person and e.impersonator_id is not null)
    into session_id, user_id, user_type, impersonator_id, role, tier, read_only, is_admitted
    from app.enter(hash, of_tenant) e;
  if is_admitted is not true then
    raise exception using errcode = 'PR002', message = 'not admitted';
  end if;
  return next;
end
$$;

-- As before (migration 30), with the search_path of the other functions that call app.opened: its plans are
-- made again whenever the search_path is not that of the last call.
create or replace function app.account_id() returns uuid
  language plpgsql stable parallel safe security definer set search_path = pg_catalog, pg_temp
as $$
declare
  named constant text := app.opened('account');
  value constant text := substr(named, strpos(named, ':') + 1);
begin
  case split_part(named, ':', 1)
    when 'id' then return value::uuid;
    when 'email' then return (select id from public.users where lower(email) = lower(value));
    when 'google' then return (select id from public.users where google_sub = value);
    when 'token' then
      return (select user_id from public.tokens where token_hash = decode(value, 'hex'));
    else return null;
  end case;
end
$$;

-- As before (migration 43), in one call.
create or replace function app.open_scope(kind text, value text) returns void
  language plpgsql
as $$
declare
  signed constant text := value || '|' || extract(epoch from now())::bigint + 60;
  sealed constant text := signed || '|' || app.seal_of(kind, signed);
begin
  if current_setting('citus.propagate_set_commands', true) = 'local' then
    execute format('set local app.%I = %L', kind, sealed);
  else
    perform set_config('app.' || kind, sealed, true);
  end if;
end
$$;

-- safe: no release has called it; app.authorize and app.enter did.
drop function app.standing(bytea, uuid);
-- safe: app.standing called it.
drop function app.member_standing(uuid, uuid);
