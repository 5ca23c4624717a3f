-- Policies of an organization (decision 59): session length, sign-in methods, and email domains of new members. An
-- organization without a row has none.
create table tenant_policies (
  tenant_id uuid primary key references tenants on delete cascade,
  -- Longest time since signing in, and without a call; null: those of the product.
  session_hours integer check (session_hours between 1 and 336),
  idle_hours integer check (idle_hours between 1 and 168),
  -- Allowed methods (src/contract/calls/policies.ts); null: all but links by email.
  sign_in_methods text[] check (cardinality(sign_in_methods) > 0),
  -- Domains of addresses that invitations and join links admit, in lower case; null: all.
  email_domains text[] check (cardinality(email_domains) > 0)
);
call app.protect_tenant_table('tenant_policies');
revoke all on tenant_policies from pregao_app;
call app.audited('tenant_policies', 'policy', 'session_hours', 'idle_hours', 'sign_in_methods', 'email_domains');

-- First factor of a sign-in that waits for the second one.
alter table tokens add column method text;
-- As before (migration 79), with the method.
drop trigger audits on tokens;
create trigger audits after insert or update on tokens for each row execute function
  app.audit_row('token', 'purpose', 'expires_at', 'used_at', '*address', 'method');

-- Checks a session against the policies of an organization. `refusal`: the code of the reason for which it may not be
-- used there; null: it may. `exceeds`: it would last longer than the organization allows, and is to be shortened.
-- Operators who act as members have limits of their own. Methods of sessions of the previous release are unknown.
create function app.check_policies(of_tenant uuid, of_session uuid, out refusal text, out exceeds boolean)
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  policy tenant_policies;
  session sessions;
  methods text[];
begin
  exceeds := false;
  select * into session from sessions where id = of_session;
  if session.impersonator_id is not null then return; end if;
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  -- A mailed link to set a password (`email`) is followed by the password that was set.
  methods := array_replace(session.methods, 'email', 'password');
  if policy.sign_in_methods is null and 'link' = any (methods)
    or policy.sign_in_methods is not null and not methods && policy.sign_in_methods
  then
    refusal := 'policy.signInMethod';
  elsif session.created_at + make_interval(hours => policy.session_hours) <= now() then
    refusal := 'policy.sessionEnded';
  end if;
  exceeds := coalesce(session.idle_seconds > policy.idle_hours * 3600, false)
    or coalesce(session.ends_at > session.created_at + make_interval(hours => policy.session_hours), false);
end
$$;
revoke all on function app.check_policies(uuid, uuid) from public;
-- In a scope it sees the sessions of the account that is open, and the policies that the transaction has written.
grant execute on function app.check_policies(uuid, uuid) to pregao_runtime;

-- Shortens a session to what the policies of an organization allow.
create function app.shorten_session(of_tenant uuid, of_session uuid) returns void
  language plpgsql set search_path = public, pg_temp
as $$
declare
  policy tenant_policies;
begin
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  update sessions s set
    idle_seconds = least(s.idle_seconds, policy.idle_hours * 3600),
    ends_at = least(s.ends_at, s.created_at + make_interval(hours => policy.session_hours)),
    expires_at = least(s.expires_at, s.created_at + make_interval(hours => policy.session_hours),
      now() + make_interval(hours => policy.idle_hours))
    where s.id = of_session;
end
$$;
revoke all on function app.shorten_session(uuid, uuid) from public;

-- As before (migration 74), with the policies of the organization.
-- safe: the previous release ignores a further column.
drop function app.authorize(bytea, uuid);
create function app.authorize(hash bytea, of_tenant uuid)
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
  end if;
  return next;
end
$$;
revoke all on function app.authorize(bytea, uuid) from public;
grant execute on function app.authorize(bytea, uuid) to pregao_app, pregao_runtime;

-- As before (migration 74), with the policies of the organization: a refused session opens no scope.
-- safe: the previous release ignores a further column.
drop function app.enter(bytea, uuid);
create function app.enter(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, is_due boolean, operator_role text,
                 is_recent boolean, has_factor boolean, writes boolean, refusal text)
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
      select c.refusal, is_due or c.exceeds into refusal, is_due
        from app.check_policies(of_tenant, session_id) c;
      if refusal is null then
        perform app.open_scope('tenant_id', of_tenant::text);
      end if;
    end if;
  end if;
  return next;
end
$$;
revoke all on function app.enter(bytea, uuid) from public;
grant execute on function app.enter(bytea, uuid) to pregao_runtime;

-- As before (migration 76), for organizations without policies: of others it opens no scope, and the coordinator, which
-- has the sessions, reads.
-- safe: no release has called it.
drop function app.enter_member(text);
create function app.enter_member(sealed text)
  returns table (role smallint, tier integer, read_only boolean, has_policies boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  entry text;
  person uuid;
  of_tenant uuid;
begin
  perform set_config('app.entry', sealed, true);
  entry := app.opened('entry');
  person := split_part(entry, '/', 1);
  of_tenant := split_part(entry, '/', 2);
  has_policies := exists (select from tenant_policies p where p.tenant_id = of_tenant);
  select m.role into role from memberships m
    where not has_policies and m.tenant_id = of_tenant and m.user_id = person and m.status = 2;
  if found then
    select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
    perform app.open_scope('tenant_id', of_tenant::text);
  end if;
  return next;
end
$$;
revoke all on function app.enter_member(text) from public;
grant execute on function app.enter_member(text) to pregao_runtime;

-- As before (migration 76), with whether the sign-in was by a link, which only a policy allows.
-- safe: no release has called it.
drop function app.session_of(bytea);
create function app.session_of(hash bytea)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid, is_due boolean,
                 operator_role text, is_recent boolean, has_factor boolean, writes boolean, by_link boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due, s.operator_role, s.is_recent, s.has_factor,
         s.writes, 'link' = any (o.methods)
    into session_id, user_id, user_type, impersonator_id, is_due, operator_role, is_recent, has_factor, writes, by_link
    from app.live_sessions s join sessions o on o.id = s.session_id where s.token_hash = hash;
  if found then return next; end if;
end
$$;
revoke all on function app.session_of(bytea) from public;
grant execute on function app.session_of(bytea) to pregao_runtime;
