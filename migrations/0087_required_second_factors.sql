-- Required second factors, and enforced single sign-on with a break-glass owner (decision 64).

alter table tenant_policies
  -- Days within which members set up a second factor; null: none is required.
  add column factor_days integer,
  -- Since when one has been required.
  add column factor_since timestamptz,
  -- Owner who may enter without single sign-on while `sign_in_methods` is {sso}.
  add column break_glass_id uuid;
alter table tenant_policies
  add constraint tenant_policies_factor_check check (
    (factor_days is null) = (factor_since is null) and (factor_days is null or factor_days between 0 and 30)) not valid;
drop trigger audits on tenant_policies;
call app.audited('tenant_policies', 'policy', 'session_hours', 'idle_hours', 'sign_in_methods', 'email_domains',
  'factor_days', 'break_glass_id');

-- Copy for screens of all members: whether the organization requires a second factor.
alter table tenants add column requires_factor boolean not null default false;

-- Organizations that the session has entered as their break-glass owner.
alter table sessions add column break_glass_tenants uuid[] not null default '{}';

-- When the person joined; null: before this migration.
alter table memberships add column active_since timestamptz;
create function app.note_joining() returns trigger
  language plpgsql set search_path = public, pg_temp
as $$
begin
  new.active_since := now();
  return new;
end
$$;
revoke all on function app.note_joining() from public;
create trigger notes_joining before insert on memberships
  for each row when (new.status = 2) execute function app.note_joining();
-- A deactivated member (3) who is activated again has joined before.
create trigger notes_joining_later before update of status on memberships
  for each row when (new.status = 2 and old.status in (0, 1)) execute function app.note_joining();

-- Returns whether an account has an authenticator app or a passkey.
create function app.has_factor(person uuid) returns boolean
  language plpgsql stable set search_path = public, pg_temp
as $$
begin
  return exists (select 1 from totp_factors f where f.user_id = person and f.confirmed_at is not null)
    or exists (select 1 from passkeys p where p.user_id = person);
end
$$;
revoke all on function app.has_factor(uuid) from public;
grant execute on function app.has_factor(uuid) to pregao_runtime;

-- Returns until when a member may enter without a second factor; null: they have one, or none is required.
create function app.factor_due(of_tenant uuid, person uuid) returns timestamptz
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  policy tenant_policies;
  joined_at timestamptz;
begin
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  if policy.factor_days is null or app.has_factor(person) then return null; end if;
  select m.active_since into joined_at from memberships m where m.tenant_id = of_tenant and m.user_id = person;
  return greatest(policy.factor_since, joined_at) + make_interval(days => policy.factor_days);
end
$$;
revoke all on function app.factor_due(uuid, uuid) from public;
grant execute on function app.factor_due(uuid, uuid) to pregao_runtime;

-- Returns whether members can sign in through the identity provider of the organization: an active connection, a
-- verified domain, and the tier (`identityTier`, src/contract/access.ts). Enforced single sign-on is paused otherwise.
create function app.offers_sso(of_tenant uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  has_connection boolean;
  has_domain boolean;
begin
  has_connection := exists (select 1 from sso_connections c where c.tenant_id = of_tenant and c.stage = 'active');
  if not has_connection then return false; end if;
  has_domain := exists (
    select 1 from verified_domains d where d.tenant_id = of_tenant and d.verified_at is not null);
  return has_domain and (app.entitlement(of_tenant)).tier >= 3;
end
$$;
revoke all on function app.offers_sso(uuid) from public;
grant execute on function app.offers_sso(uuid) to pregao_runtime;

-- As before (migration 85), with second factors and enforced single sign-on. `exceeds` is true, too, until the entry of
-- the break-glass owner has been recorded.
create or replace function app.check_policies(of_tenant uuid, of_session uuid, out refusal text, out exceeds boolean)
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  policy tenant_policies;
  session sessions;
  methods text[];
  allowed text[];
  is_owner boolean;
  is_chosen boolean;
begin
  exceeds := false;
  select * into session from sessions where id = of_session;
  if session.impersonator_id is not null then return; end if;
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  -- A mailed link to set a password (`email`) is followed by the password that was set.
  methods := array_replace(session.methods, 'email', 'password');
  allowed := policy.sign_in_methods;
  if session.sso_tenant_id is distinct from of_tenant and allowed = '{sso}' and app.offers_sso(of_tenant) then
    is_chosen := exists (select 1 from memberships m
      where m.tenant_id = of_tenant and m.user_id = policy.break_glass_id and m.role = 0 and m.status = 2);
    is_owner := exists (select 1 from memberships m
      where m.tenant_id = of_tenant and m.user_id = session.user_id and m.role = 0 and m.status = 2);
    -- When the chosen person is no owner any more, each owner may enter.
    if not is_owner or is_chosen and session.user_id <> policy.break_glass_id
      or not methods && '{password,passkey}'
    then
      refusal := 'policy.ssoRequired';
    elsif not app.has_factor(session.user_id) then
      refusal := 'policy.secondFactor';
    elsif not methods && '{totp,recoveryCode,passkey}' then
      refusal := 'access.stepUpRequired';
    else
      exceeds := not of_tenant = any (session.break_glass_tenants);
    end if;
  elsif session.sso_tenant_id is distinct from of_tenant then
    allowed := nullif(allowed, '{sso}');
    if allowed is null and 'link' = any (methods) or allowed is not null and not methods && allowed then
      refusal := 'policy.signInMethod';
    elsif policy.factor_days is not null and app.factor_due(of_tenant, session.user_id) <= now() then
      refusal := 'policy.secondFactor';
    end if;
  end if;
  if refusal is null and session.created_at + make_interval(hours => policy.session_hours) <= now() then
    refusal := 'policy.sessionEnded';
  end if;
  exceeds := exceeds or coalesce(session.idle_seconds > policy.idle_hours * 3600, false)
    or coalesce(session.ends_at > session.created_at + make_interval(hours => policy.session_hours), false);
end
$$;

-- Records that a session enters an organization as its break-glass owner, once: in the log of the organization, and for
-- the emails to its owners.
create function app.record_break_glass(of_tenant uuid, of_session uuid) returns void
  language plpgsql volatile set search_path = public, pg_temp
as $$
declare
  policy tenant_policies;
  person uuid;
begin
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  if policy.sign_in_methods is distinct from '{sso}' or not app.offers_sso(of_tenant) then return; end if;
  update sessions s set break_glass_tenants = s.break_glass_tenants || of_tenant
    where s.id = of_session and s.sso_tenant_id is distinct from of_tenant and s.impersonator_id is null
      and not of_tenant = any (s.break_glass_tenants)
    returning s.user_id into person;
  if person is null then return; end if;
  perform app.name_actor(person);
  perform app.audit('policy.breakGlass', of_tenant, person, of_session);
  perform app.add_job('policies.entry', jsonb_build_object('tenant', of_tenant, 'user', person, 'at', now()));
end
$$;
revoke all on function app.record_break_glass(uuid, uuid) from public;

-- As before (migration 82), and records entries of the break-glass owner.
create or replace function app.authorize(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, operator_role text,
                 is_recent boolean, has_factor boolean, writes boolean, refusal text)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  until timestamptz;
  due boolean;
  exceeds boolean;
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
      select c.refusal, c.exceeds into refusal, exceeds from app.check_policies(of_tenant, session_id) c;
    end if;
  end if;
  if due then
    update sessions s set expires_at = until where s.token_hash = hash;
  end if;
  if exceeds and refusal is null then
    perform app.shorten_session(of_tenant, session_id);
    perform app.record_break_glass(of_tenant, session_id);
  end if;
  return next;
end
$$;

-- As before (migration 78); sessions that don't fulfil the policies of an organization don't belong to it.
create or replace function app.still_there(of_sessions uuid[], of_tenants uuid[])
  returns table (session_id uuid, tenant_id uuid, lives boolean, belongs boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  people uuid[];
  belonging text[];
  governed uuid[];
  by_link uuid[];
  refused text[] := '{}';
  place record;
begin
  people := array(select s.user_id from sessions s where s.id = any (of_sessions));
  belonging := array(
    select m.tenant_id || ' ' || m.user_id from memberships m
    join tenants t on t.id = m.tenant_id and t.suspended_at is null
    where m.tenant_id = any (of_tenants) and m.user_id = any (people) and m.status = 2);
  governed := array(select p.tenant_id from tenant_policies p where p.tenant_id = any (of_tenants));
  by_link := array(select s.id from sessions s where s.id = any (of_sessions) and 'link' = any (s.methods));
  -- One by one: on Citus, a function that reads tables of tenants can't run inside of a query.
  for place in
    select distinct c.session_id, c.tenant_id from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    where c.tenant_id = any (governed) or c.session_id = any (by_link)
  loop
    if (app.check_policies(place.tenant_id, place.session_id)).refusal is not null then
      refused := refused || (place.tenant_id || ' ' || place.session_id);
    end if;
  end loop;
  return query
    select c.session_id, c.tenant_id, u.id is not null,
      b.pair is not null and c.tenant_id || ' ' || c.session_id <> all (refused)
    from unnest(of_sessions, of_tenants) as c(session_id, tenant_id)
    left join sessions s on s.id = c.session_id and s.revoked_at is null and s.expires_at > now()
      and (s.impersonator_id is null or app.may_impersonate(s.impersonator_id))
    left join users u on u.id = s.user_id and u.active
    left join unnest(belonging) as b(pair) on b.pair = c.tenant_id || ' ' || u.id;
end
$$;

-- Returns what keeps a session out of an organization of its person, and until when they may enter without a second
-- factor; nothing if they are no member.
create function app.entry_of(hash bytea, of_tenant uuid)
  returns table (organization text, refusal text, factor_due_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  session sessions;
  is_member boolean;
begin
  select s.* into session from sessions s join app.live_sessions l on l.session_id = s.id where l.token_hash = hash;
  is_member := exists (select 1 from memberships m
    where m.tenant_id = of_tenant and m.user_id = session.user_id and m.status = 2);
  if not is_member then return; end if;
  select t.name into organization from tenants t where t.id = of_tenant;
  select c.refusal into refusal from app.check_policies(of_tenant, session.id) c;
  if session.sso_tenant_id is distinct from of_tenant then
    factor_due_at := app.factor_due(of_tenant, session.user_id);
  end if;
  return next;
end
$$;
revoke all on function app.entry_of(bytea, uuid) from public;
grant execute on function app.entry_of(bytea, uuid) to pregao_runtime;

-- Returns the members of the organization in scope who must still set up a second factor, with the end of their grace.
-- Members who sign in through the identity provider of the organization need none.
create function app.members_without_factor() returns table (user_id uuid, due_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  of_tenant constant uuid := app.tenant_id();
  policy tenant_policies;
  people uuid[];
  enrolled uuid[];
begin
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  if policy.factor_days is null then return; end if;
  people := array(select m.user_id from memberships m where m.tenant_id = of_tenant and m.status = 2);
  enrolled := array(
    select f.user_id from totp_factors f where f.user_id = any (people) and f.confirmed_at is not null
    union select p.user_id from passkeys p where p.user_id = any (people));
  return query
    select m.user_id, greatest(policy.factor_since, m.active_since) + make_interval(days => policy.factor_days)
    from memberships m
    where m.tenant_id = of_tenant and m.status = 2 and m.user_id <> all (enrolled)
      and not exists (select 1 from sso_identities i where i.tenant_id = m.tenant_id and i.user_id = m.user_id);
end
$$;
revoke all on function app.members_without_factor() from public;
grant execute on function app.members_without_factor() to pregao_runtime;

-- Returns whether the account in scope is the break-glass owner of an organization: its last second factor stays.
create function app.is_break_glass() returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  person constant uuid := app.account_id();
  owned constant uuid[] :=
    array(select tenant_id from memberships where user_id = person and role = 0 and status = 2);
begin
  return exists (
    select 1 from tenant_policies p
    where p.tenant_id = any (owned) and p.break_glass_id = person and p.sign_in_methods = '{sso}');
end
$$;
revoke all on function app.is_break_glass() from public;
grant execute on function app.is_break_glass() to pregao_runtime;

-- Returns whether an organization that has verified this domain of email addresses admits its identity provider alone.
create function app.enforces_sso(of_domain text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  of_tenant uuid;
  is_enforced boolean;
begin
  of_tenant := (select tenant_id from tenant_names where kind = 'domain' and value = lower(of_domain));
  is_enforced := exists (
    select 1 from tenant_policies p where p.tenant_id = of_tenant and p.sign_in_methods = '{sso}');
  return is_enforced and app.offers_sso(of_tenant);
end
$$;
revoke all on function app.enforces_sso(text) from public;
grant execute on function app.enforces_sso(text) to pregao_runtime;
