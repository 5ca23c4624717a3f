-- What an organization knows of a caller, as facts: `admissionOf` (src/contract/admission/admission.ts) decides by them, for
-- sessions and API keys alike (decision 74).

-- Whether a session of the organization's identity provider created the key.
alter table api_keys add column sso boolean not null default false;

-- As before (migration 74). An identity provider proves nothing of an account that has a second factor of its own: its
-- sessions owe that factor, and are not recent before it was used.
create or replace view app.live_sessions with (security_invoker = true) as
  select s.token_hash, s.id as session_id, s.user_id, u.type as user_type, s.impersonator_id, until.lasts,
         s.expires_at < until.lasts - make_interval(secs => s.idle_seconds / 10) as is_due,
         case when s.impersonator_id is null then u.operator_role
              else (select i.operator_role from public.users i where i.id = s.impersonator_id)
         end as operator_role,
         coalesce(s.authenticated_at > now() - interval '10 minutes', false) and not owing.factor as is_recent,
         s.methods && '{totp,recoveryCode,passkey}' as has_factor,
         s.writes_at is not null as writes,
         owing.factor as owes_factor
  from public.sessions s
  join public.users u on u.id = s.user_id and u.active
  cross join lateral (
    select least(s.ends_at, now() + make_interval(secs => s.idle_seconds)) as lasts) until
  cross join lateral (
    select case when s.sso_tenant_id is null or s.methods && '{totp,recoveryCode,passkey}' then false
                else app.has_factor(s.user_id) end as factor) owing
  where s.revoked_at is null and s.expires_at > now()
    and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id));

-- Returns the policies of an organization as they apply to a person; null without any. With `offers`, the caller knows
-- that the organization offers single sign-on: Citus runs no function with other rights on rows of an organization that the
-- transaction has changed.
create function app.policy_facts(of_tenant uuid, person uuid, offers boolean) returns jsonb
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  policy tenant_policies;
  is_enforced boolean;
  is_owner boolean;
  is_chosen boolean;
begin
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  if not found then return null; end if;
  is_enforced := policy.sign_in_methods is not distinct from '{sso}';
  if is_enforced then
    is_enforced := coalesce(offers, app.offers_sso(of_tenant));
    is_chosen := exists (select 1 from memberships m
      where m.tenant_id = of_tenant and m.user_id = policy.break_glass_id and m.role = 0 and m.status = 2);
    is_owner := exists (select 1 from memberships m
      where m.tenant_id = of_tenant and m.user_id = person and m.role = 0 and m.status = 2);
  end if;
  return jsonb_build_object(
    'methods', nullif(policy.sign_in_methods, '{sso}'),
    'enforcesSso', is_enforced,
    -- When the chosen person is no owner any more, each owner may enter.
    'mayBreakGlass', coalesce(is_owner and (not is_chosen or policy.break_glass_id = person), false),
    'factorOverdue', coalesce(app.factor_due(of_tenant, person) <= now(), false),
    'sessionHours', policy.session_hours);
end
$$;
revoke all on function app.policy_facts(uuid, uuid, boolean) from public;
grant execute on function app.policy_facts(uuid, uuid, boolean) to pregao_runtime;

-- Returns the facts of a session in an organization of its person; null if nothing restricts it there: no policies, no
-- sign-in by a link or an identity provider. `exceeds`: entering is to be noted (`app.note_entry`).
create function app.session_facts(of_tenant uuid, of_session uuid, offers boolean default null) returns jsonb
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  session sessions;
  policies jsonb;
  policy tenant_policies;
  exceeds boolean;
begin
  select * into session from sessions where id = of_session;
  if session.impersonator_id is not null then return null; end if;
  policies := app.policy_facts(of_tenant, session.user_id, offers);
  if policies is null and session.sso_tenant_id is null and not 'link' = any (session.methods) then return null; end if;
  if policies is not null then
    select * into policy from tenant_policies p where p.tenant_id = of_tenant;
    exceeds := coalesce(session.idle_seconds > policy.idle_hours * 3600, false)
      or coalesce(session.ends_at > session.created_at + make_interval(hours => policy.session_hours), false)
      or (policies->>'enforcesSso')::boolean and session.sso_tenant_id is distinct from of_tenant
        and not of_tenant = any (session.break_glass_tenants);
  end if;
  return jsonb_build_object(
    'credential', 'session',
    'methods', session.methods,
    'provider', case when session.sso_tenant_id = of_tenant then 'own' when session.sso_tenant_id is not null then 'other' end,
    'hasFactor', app.has_factor(session.user_id),
    'ageHours', floor(extract(epoch from now() - session.created_at) / 3600),
    'policies', policies,
    'exceeds', coalesce(exceeds, false));
end
$$;
revoke all on function app.session_facts(uuid, uuid, boolean) from public;
-- In a scope it sees the sessions of the account that is open, and the policies that the transaction has written.
grant execute on function app.session_facts(uuid, uuid, boolean) to pregao_runtime;

-- Notes that a session has entered an organization: shortens it to what the policies allow, and records the entry of the
-- break-glass owner, once.
create function app.note_entry(of_tenant uuid, of_session uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  perform app.shorten_session(of_tenant, of_session);
  perform app.record_break_glass(of_tenant, of_session);
end
$$;
revoke all on function app.note_entry(uuid, uuid) from public;
grant execute on function app.note_entry(uuid, uuid) to pregao_runtime;

-- As before (migration 87), with the facts of the session in place of a decision.
-- safe: nothing was released.
drop function app.authorize(bytea, uuid);
create function app.authorize(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, operator_role text,
                 is_recent boolean, has_factor boolean, owes_factor boolean, writes boolean, facts jsonb)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  until timestamptz;
  due boolean;
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.operator_role, s.is_recent, s.has_factor,
         s.owes_factor, s.writes, s.lasts, s.is_due
    into session_id, user_id, user_type, impersonator_id, operator_role, is_recent, has_factor, owes_factor, writes,
         until, due
    from app.live_sessions s where s.token_hash = hash;
  if not found then return; end if;
  if of_tenant is not null then
    select m.role into role from memberships m
      where m.tenant_id = of_tenant and m.user_id = authorize.user_id and m.status = 2;
    if found then
      select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
      facts := app.session_facts(of_tenant, session_id);
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

-- As before (migration 82), with the facts of the session. The scope opens for the member; the server judges before it
-- returns what was read.
-- safe: nothing was released.
drop function app.enter(bytea, uuid);
create function app.enter(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, is_due boolean, operator_role text,
                 is_recent boolean, has_factor boolean, owes_factor boolean, writes boolean, facts jsonb)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due, s.operator_role, s.is_recent, s.has_factor,
         s.owes_factor, s.writes
    into session_id, user_id, user_type, impersonator_id, is_due, operator_role, is_recent, has_factor, owes_factor, writes
    from app.live_sessions s where s.token_hash = hash;
  if not found then return; end if;
  if of_tenant is not null then
    select m.role into role from memberships m
      where m.tenant_id = of_tenant and m.user_id = enter.user_id and m.status = 2;
    if found then
      select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
      facts := app.session_facts(of_tenant, session_id);
      perform app.open_scope('tenant_id', of_tenant::text);
    end if;
  end if;
  return next;
end
$$;
revoke all on function app.enter(bytea, uuid) from public;
grant execute on function app.enter(bytea, uuid) to pregao_runtime;

-- As before (migration 82), with whether the sign-in was by a link or an identity provider: nodes of a cluster know
-- nothing of it.
-- safe: nothing was released.
drop function app.session_of(bytea);
create function app.session_of(hash bytea)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid, is_due boolean,
                 operator_role text, is_recent boolean, has_factor boolean, owes_factor boolean, writes boolean,
                 is_restricted boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due, s.operator_role, s.is_recent, s.has_factor,
         s.owes_factor, s.writes, 'link' = any (o.methods) or o.sso_tenant_id is not null
    into session_id, user_id, user_type, impersonator_id, is_due, operator_role, is_recent, has_factor, owes_factor, writes,
         is_restricted
    from app.live_sessions s join sessions o on o.id = s.session_id where s.token_hash = hash;
  if found then return next; end if;
end
$$;
revoke all on function app.session_of(bytea) from public;
grant execute on function app.session_of(bytea) to pregao_runtime;

-- As before (migration 87), with the role and the facts of each session in place of a decision.
-- safe: nothing was released.
drop function app.still_there(uuid[], uuid[]);
create function app.still_there(of_sessions uuid[], of_tenants uuid[])
  returns table (session_id uuid, tenant_id uuid, lives boolean, role smallint, facts jsonb)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  people uuid[];
  roles jsonb;
  governed uuid[];
  restricted uuid[];
  known jsonb := '{}';
  place record;
begin
  people := array(select s.user_id from sessions s where s.id = any (of_sessions));
  roles := (
    select coalesce(jsonb_object_agg(m.tenant_id || ' ' || m.user_id, m.role), '{}') from memberships m
    join tenants t on t.id = m.tenant_id and t.suspended_at is null
    where m.tenant_id = any (of_tenants) and m.user_id = any (people) and m.status = 2);
  governed := array(select p.tenant_id from tenant_policies p where p.tenant_id = any (of_tenants));
  restricted := array(select s.id from sessions s
    where s.id = any (of_sessions) and ('link' = any (s.methods) or s.sso_tenant_id is not null));
  -- One by one: on Citus, a function that reads tables of tenants can't run inside of a query.
  for place in
    select distinct c.session_id, c.tenant_id from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    where c.tenant_id = any (governed) or c.tenant_id is not null and c.session_id = any (restricted)
  loop
    known := known || jsonb_build_object(place.tenant_id || ' ' || place.session_id,
      app.session_facts(place.tenant_id, place.session_id));
  end loop;
  return query
    select c.session_id, c.tenant_id, u.id is not null, (roles->>(c.tenant_id || ' ' || u.id))::smallint,
      nullif(known->(c.tenant_id || ' ' || c.session_id), 'null')
    from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    left join sessions s on s.id = c.session_id and s.revoked_at is null and s.expires_at > now()
      and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id))
    left join users u on u.id = s.user_id and u.active;
end
$$;
revoke all on function app.still_there(uuid[], uuid[]) from public;
grant execute on function app.still_there(uuid[], uuid[]) to pregao_runtime;

-- As before (migration 87), with the role and the facts of the session in place of a decision.
-- safe: nothing was released.
drop function app.entry_of(bytea, uuid);
create function app.entry_of(hash bytea, of_tenant uuid)
  returns table (organization text, role smallint, facts jsonb, factor_due_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  session sessions;
begin
  select s.* into session from sessions s join app.live_sessions l on l.session_id = s.id where l.token_hash = hash;
  select m.role into role from memberships m
    where m.tenant_id = of_tenant and m.user_id = session.user_id and m.status = 2;
  if not found then return; end if;
  select t.name into organization from tenants t where t.id = of_tenant;
  facts := app.session_facts(of_tenant, session.id);
  if session.sso_tenant_id is distinct from of_tenant then
    factor_due_at := app.factor_due(of_tenant, session.user_id);
  end if;
  return next;
end
$$;
revoke all on function app.entry_of(bytea, uuid) from public;
grant execute on function app.entry_of(bytea, uuid) to pregao_runtime;

-- safe: nothing was released.
drop function app.check_policies(uuid, uuid);
-- safe: nothing was released.
drop function app.check_policies(uuid, uuid, boolean);

-- As before (migration 94), with the facts of the key: what the organization requires of its creator.
-- safe: nothing was released.
drop function app.enter_key(uuid, bytea);
create function app.enter_key(of_tenant uuid, hash bytea)
  returns table (key uuid, key_prefix text, scopes text[], expired boolean, person uuid, role smallint,
                 tier integer, read_only boolean, facts jsonb)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  found_key api_keys;
  policies jsonb;
  is_linked boolean;
begin
  select * into found_key from api_keys k
    where k.tenant_id = of_tenant and (k.token_hash = hash or k.former_hash = hash);
  if not found or found_key.token_hash <> hash and found_key.former_until <= now() then return; end if;
  if not exists (select from users u where u.id = found_key.created_by and u.active) then return; end if;
  select m.role into role from memberships m
    where m.tenant_id = of_tenant and m.user_id = found_key.created_by and m.status = 2;
  if not found then return; end if;
  policies := app.policy_facts(of_tenant, found_key.created_by, null);
  if policies is not null then
    is_linked := exists (
      select 1 from sso_identities i join sso_connections c on c.tenant_id = i.tenant_id and c.issuer = i.issuer
      where i.tenant_id = of_tenant and i.user_id = found_key.created_by and c.stage = 'active');
    facts := jsonb_build_object('credential', 'key', 'methods', '[]'::jsonb,
      'provider', case when is_linked then 'own' end,
      'hasFactor', app.has_factor(found_key.created_by), 'ageHours', 0, 'policies', policies, 'exceeds', false);
  end if;
  key := found_key.id;
  key_prefix := found_key.prefix;
  scopes := found_key.scopes;
  person := found_key.created_by;
  role := greatest(role, found_key.role);
  expired := found_key.expires_at is not null and found_key.expires_at <= now();
  select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
  if found_key.last_used_at is null or found_key.last_used_at < now() - interval '1 minute' then
    update api_keys k set last_used_at = now() where k.tenant_id = of_tenant and k.id = found_key.id;
  end if;
  return next;
end
$$;
revoke all on function app.enter_key(uuid, bytea) from public;
grant execute on function app.enter_key(uuid, bytea) to pregao_runtime;
