-- Functions that a cluster of Citus has beside those of the migrations, or in their place: they reach the nodes of a
-- transaction, replace what Citus does not forward, and read on a node without accounts. Distributing the tables creates
-- them, and each later migration of a distributed database creates them again.

-- Sets a parameter until the transaction ends. Citus repeats SET LOCAL on the nodes of the transaction (decision 41),
-- but not set_config, which is faster.
create or replace function app.set_local(parameter text, value text) returns void
  language plpgsql as $$
begin
  if current_setting('citus.propagate_set_commands', true) = 'local' then
    execute format('set local app.%I = %L', parameter, value);
  else
    perform set_config('app.' || parameter, value, true);
  end if;
end $$;

-- Returns the organizations of the person in scope, which the server has set on every node of Citus, where the policies
-- compare them (docs/scaling.md).
create or replace function app.scope_tenants() returns uuid[]
  language sql stable parallel safe
  return string_to_array(nullif(current_setting('app.tenants', true), ''), ',')::uuid[];

-- Returns the accounts that the scope may see, for the policy of accounts in a distributed database: read once for
-- each statement, because a function called for each row would query another node each time.
create or replace function app.visible_users() returns setof uuid
  language plpgsql stable security invoker set search_path = public, pg_temp as $$
declare
  of_tenant constant uuid := app.tenant_id();
  of_tenants constant uuid[] := app.scope_tenants();
begin
  if of_tenant is not null then
    return query select m.user_id from memberships m where m.tenant_id = of_tenant;
  elsif of_tenants is not null then
    return query select m.user_id from memberships m where m.tenant_id = any (of_tenants);
  end if;
end $$;

-- Deletes the memberships of a deleted account. Distributing the tables makes this a trigger, in place of the foreign
-- key.
create or replace function app.delete_memberships() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from memberships where user_id = old.id;
  return null;
end $$;

-- Adds an entry on the node of its organization, where Citus sends the call as a whole (distribute.ts): in the
-- connection of the caller, which has written there before in the same transaction.
create or replace function app.add_entry(
  of_tenant uuid, action text, person uuid, target uuid, before jsonb, after jsonb
) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (tenant_id, actor_id, impersonator_id, action, target_id, person_id,
                         before, after, request_id)
    values (of_tenant, app.actor_context('user')::uuid, app.actor_context('impersonator')::uuid,
            add_entry.action, target, person, add_entry.before, add_entry.after, app.actor_context('request'));
end $$;

-- Adds an entry without an organization, for the operator, always in the connection of the owner: functions of
-- the owner and statements of the caller add such entries in one transaction.
create or replace function app.add_operator_entry(action text, person uuid, target uuid, before jsonb, after jsonb)
  returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (tenant_id, actor_id, impersonator_id, action, target_id, person_id,
                         before, after, request_id)
    values ('00000000-0000-0000-0000-000000000000', app.actor_context('user')::uuid,
            app.actor_context('impersonator')::uuid, add_operator_entry.action, target, person,
            add_operator_entry.before, add_operator_entry.after, app.actor_context('request'));
end $$;

-- `from` because a node delegates no call of a simple expression.
create or replace function app.audit(
  action text,
  of_tenant uuid default null,
  person uuid default null,
  target uuid default null,
  before jsonb default null,
  after jsonb default null
) returns void
  language plpgsql security invoker set search_path = public, pg_temp as $$
begin
  if of_tenant is null then
    perform app.add_operator_entry(action, person, target, before, after);
  else
    perform * from app.add_entry(of_tenant, action, person, target, before, after);
  end if;
end $$;

-- Marks the keyed request of this transaction as written. Refuses an attempt that another has superseded.
create or replace function app.mark_written(mine uuid) returns void
  language plpgsql security definer set search_path = app, pg_temp as $$
begin
  update app.keyed_requests set written = true where attempt = mine and not written;
  if not found and not exists (select 1 from app.keyed_requests where attempt = mine) then
    perform app.refuse('request.inProgress');
  end if;
end $$;

-- Returns the live session with this token, from tables of the coordinator alone. Reads of members on the nodes of
-- Citus (decision 56) call this function and app.authorize_node_read; one machine calls app.authorize, which does both.
-- What either checks belongs in both.
create or replace function app.find_session(hash bytea)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid, is_due boolean,
                 operator_role text, is_recent boolean, has_factor boolean, owes_factor boolean, writes boolean,
                 is_restricted boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.is_due, s.operator_role, s.is_recent, s.has_factor,
         s.owes_factor, s.writes, s.is_restricted
    into session_id, user_id, user_type, impersonator_id, is_due, operator_role, is_recent, has_factor, owes_factor, writes,
         is_restricted
    from app.live_sessions s where s.token_hash = hash;
  if found then return next; end if;
end $$;

-- Opens the scope of an organization on its node if the person is an active member, and returns what app.authorize
-- returns of it. The node has no sessions: the server has found that of the person on the coordinator.
create or replace function app.authorize_node_read(person uuid, of_tenant uuid)
  returns table (role smallint, tier integer, read_only boolean, has_policies boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
begin
  has_policies := exists (select from tenant_policies p where p.tenant_id = of_tenant);
  select m.role into role from memberships m
    where not has_policies and m.tenant_id = of_tenant and m.user_id = person and m.status = 2;
  if found then
    select e.tier, e.read_only into tier, read_only from app.entitlement(of_tenant) e;
    perform app.set_local('tenant_id', of_tenant::text);
  end if;
  return next;
end $$;

-- Also of those that replace others: Citus copies a function without what the other was granted.
revoke execute on all routines in schema app from public;
grant execute on function app.set_local, app.scope_tenants, app.visible_users, app.find_session, app.authorize_node_read
  to pregao_runtime;
grant execute on function app.audit, app.add_entry, app.add_operator_entry, app.mark_written
  to pregao_runtime, pregao_operator;
