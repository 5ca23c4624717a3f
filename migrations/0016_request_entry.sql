-- The entry of a request: who calls, with which rights in which organization. These functions return facts;
-- `admissionOf` (src/contract/admission/admission.ts) decides by them (decision 74).

-- Sessions that are valid, until when they last if they are extended, whether that is due, and what the guard needs for
-- step-up authentication, second factors and impersonation. The operator role is that of the user, or of the one who
-- acts as the user. An identity provider proves nothing of an account that has a second factor of its own: its sessions
-- owe that factor, and are not recent before it was used. A view, which the planner joins into the query of the caller.
create view app.live_sessions with (security_invoker = true) as
  select s.token_hash, s.id as session_id, s.user_id, u.type as user_type, s.impersonator_id, until.lasts,
         s.expires_at < until.lasts - make_interval(secs => s.idle_seconds / 10) as is_due,
         case when s.impersonator_id is null then u.operator_role
              else (select i.operator_role from public.users i where i.id = s.impersonator_id)
         end as operator_role,
         coalesce(s.authenticated_at > now() - interval '10 minutes', false) and not owing.factor as is_recent,
         s.methods && '{totp,recoveryCode,passkey}' as has_factor,
         s.writes_at is not null as writes,
         s.sso_tenant_id is not null or 'link' = any (s.methods) as is_restricted,
         owing.factor as owes_factor
  from public.sessions s
  join public.users u on u.id = s.user_id and u.active
  cross join lateral (
    select least(s.ends_at, now() + make_interval(secs => s.idle_seconds)) as lasts) until
  cross join lateral (
    select case when s.sso_tenant_id is null or s.methods && '{totp,recoveryCode,passkey}' then false
                else app.has_factor(s.user_id) end as factor) owing
  where s.revoked_at is null and s.expires_at > now()
    -- Also ends an impersonation whose operator has lost the right (R-SEC-08).
    and (s.impersonator_id is null or exists (
      select 1 from public.users i where i.id = s.impersonator_id and i.active and i.type = 0
        and i.operator_role in ('administrator', 'support')));

-- Returns the policies of an organization as they apply to a person; null without any. With `offers`, the caller
-- knows that the organization offers single sign-on: Citus runs no function with other rights on rows of an
-- organization that the transaction has changed.
create function app.policy_facts(of_tenant uuid, person uuid, offers boolean) returns jsonb
  language plpgsql stable set search_path = public, pg_temp as $$
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
end $$;

-- Returns the facts of a session in an organization of its person; null if nothing restricts it there: no policies, no
-- sign-in by a link or an identity provider. `exceeds`: entering is to be noted (`app.apply_session_policies`).
create function app.session_facts(of_tenant uuid, of_session uuid, offers boolean default null) returns jsonb
  language plpgsql stable set search_path = public, pg_temp as $$
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
end $$;

-- Returns the session of a call, its user and their rights in the tenant (R-SEC-01). No row: no valid session. A null
-- role: no active member. A call that reads (`reads`) asks in the first statement of its transaction: for an active
-- member this opens the tenant's scope on every node; for anyone else it opens nothing, so that row-level
-- security shows no rows of tenants. It never fails: the guard decides whether the caller may have the rows (decision
-- 32). Any other call extends the session: after a tenth of the idle time has passed, to avoid a write at each call. Null
-- does neither, for what a page does by itself.
create function app.authorize(hash bytea, of_tenant uuid, reads boolean)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, is_due boolean, operator_role text,
                 is_recent boolean, has_factor boolean, owes_factor boolean, writes boolean, facts jsonb)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  until timestamptz;
  is_restricted boolean;
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due, s.operator_role, s.is_recent, s.has_factor,
         s.owes_factor, s.writes, s.lasts, s.is_restricted
    into session_id, user_id, user_type, impersonator_id, is_due, operator_role, is_recent, has_factor, owes_factor,
         writes, until, is_restricted
    from app.live_sessions s where s.token_hash = hash;
  if not found then return; end if;
  if of_tenant is not null then
    select m.role into role from memberships m
      where m.tenant_id = of_tenant and m.user_id = authorize.user_id and m.status = 2;
    if found then
      select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
      if is_restricted or exists (select from tenant_policies p where p.tenant_id = of_tenant) then
        facts := app.session_facts(of_tenant, session_id);
      end if;
      if reads then perform app.set_local('tenant_id', of_tenant::text); end if;
    end if;
  end if;
  if is_due and not reads then
    update sessions s set expires_at = until where s.token_hash = hash;
    is_due := false;
  end if;
  return next;
end $$;

-- Returns the facts of a session in an organization of its person, and until when they may enter without a second
-- factor; nothing if they are no member.
create function app.session_admission(hash bytea, of_tenant uuid)
  returns table (organization text, role smallint, facts jsonb, factor_due_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
end $$;

-- Returns the key with this secret, what its creator may do, and what the organization is entitled to; notes its use,
-- at most once a minute. No row if its creator is no active member. Opens no scope.
create function app.authorize_key(of_tenant uuid, hash bytea)
  returns table (key uuid, key_prefix text, scopes text[], expired boolean, person uuid, role smallint,
                 tier integer, read_only boolean, facts jsonb)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
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
end $$;

-- Returns the live token with this hash, and what its organization is entitled to; notes its use, at most once a
-- minute. Opens no scope.
create function app.authorize_scim_token(of_tenant uuid, hash bytea)
  returns table (tenant uuid, granter uuid, token_prefix text, tier integer, read_only boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  token uuid;
begin
  select t.tenant_id, t.id, t.granted_by, t.prefix into tenant, token, granter, token_prefix from scim_tokens t
    where t.tenant_id = of_tenant and t.token_hash = hash and t.expires_at > now();
  if not found then return; end if;
  select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
  update scim_tokens t set last_used_at = now()
    where t.tenant_id = of_tenant and t.id = token
      and (t.last_used_at is null or t.last_used_at < now() - interval '1 minute');
  return next;
end $$;

-- Returns for each connection to the hub whether its session is valid, whether its user is still an active member of
-- its tenant, if it has one, and the facts of the session there. Called after a change and every few seconds
-- (R-RTM-03). Members of a suspended organization don't belong to it.
create function app.connection_states(of_sessions uuid[], of_tenants uuid[])
  returns table (session_id uuid, tenant_id uuid, lives boolean, role smallint, facts jsonb)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
    select c.session_id, c.tenant_id, s.user_id is not null, (roles->>(c.tenant_id || ' ' || s.user_id))::smallint,
      nullif(known->(c.tenant_id || ' ' || c.session_id), 'null')
    from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    left join app.live_sessions s on s.session_id = c.session_id;
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.authorize, app.session_admission, app.authorize_key, app.authorize_scim_token,
  app.connection_states to pregao_runtime;
grant execute on function app.policy_facts, app.session_facts to pregao_accounts;
