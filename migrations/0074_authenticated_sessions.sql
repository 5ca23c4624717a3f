-- How and when the person of a session authenticated, and whether an impersonation may write (decision 57).
alter table sessions
  -- Methods that were used: password, google, email, totp, recoveryCode, passkey.
  add column methods text[] not null default '{}',
  -- When the strongest method of the account was last used in this session; null: it was not, as on a remembered device.
  add column authenticated_at timestamptz,
  -- When the operator switched the impersonation to writing.
  add column writes_at timestamptz;
-- Sessions that the previous release opens have just authenticated; older ones have not.
alter table sessions alter column authenticated_at set default now();
grant update (methods, authenticated_at, writes_at) on sessions to pregao_runtime;

create trigger audits_writing_impersonation after update of writes_at on sessions
  for each row when (new.impersonator_id is not null and old.writes_at is null and new.writes_at is not null)
  execute function app.audit_impersonation('impersonation.writing');

-- As before (migration 56), with what the guard needs for step-up authentication, second factors and impersonation.
create or replace view app.live_sessions with (security_invoker = true) as
  select s.token_hash, s.id as session_id, s.user_id, u.type as user_type, s.impersonator_id, until.lasts,
         s.expires_at < until.lasts - make_interval(secs => s.idle_seconds / 10) as is_due,
         case when s.impersonator_id is null then u.operator_role
              else (select i.operator_role from public.users i where i.id = s.impersonator_id)
         end as operator_role,
         coalesce(s.authenticated_at > now() - interval '10 minutes', false) as is_recent,
         s.methods && '{totp,recoveryCode,passkey}' as has_factor,
         s.writes_at is not null as writes
  from public.sessions s
  join public.users u on u.id = s.user_id and u.active
  cross join lateral (
    select least(s.ends_at, now() + make_interval(secs => s.idle_seconds)) as lasts) until
  where s.revoked_at is null and s.expires_at > now()
    and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id));

-- As before (migration 56), with three columns.
-- safe: the previous release ignores further columns.
drop function app.authorize(bytea, uuid);
create function app.authorize(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, operator_role text,
                 is_recent boolean, has_factor boolean, writes boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  until timestamptz;
  due boolean;
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.operator_role, s.is_recent, s.has_factor, s.writes,
         s.lasts, s.is_due
    into session_id, user_id, user_type, impersonator_id, operator_role, is_recent, has_factor, writes, until, due
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
revoke all on function app.authorize(bytea, uuid) from public;
grant execute on function app.authorize(bytea, uuid) to pregao_app, pregao_runtime;

-- As before (migration 56), with three columns.
-- safe: the previous release ignores further columns.
drop function app.enter(bytea, uuid);
create function app.enter(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, is_due boolean, operator_role text,
                 is_recent boolean, has_factor boolean, writes boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due, s.operator_role, s.is_recent, s.has_factor,
         s.writes
    into session_id, user_id, user_type, impersonator_id, is_due, operator_role, is_recent, has_factor, writes
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
revoke all on function app.enter(bytea, uuid) from public;
grant execute on function app.enter(bytea, uuid) to pregao_runtime;
