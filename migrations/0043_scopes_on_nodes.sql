-- Scopes, policies and the audit log on the nodes of Citus (decision 41, docs/scaling.md).

-- Sets a parameter until the transaction ends. Citus repeats SET LOCAL on the nodes of the transaction, but not
-- set_config, which is faster.
create function app.set_local(parameter text, value text) returns void
  language plpgsql
as $$
begin
  if current_setting('citus.propagate_set_commands', true) = 'local' then
    execute format('set local app.%I = %L', parameter, value);
  else
    perform set_config('app.' || parameter, value, true);
  end if;
end
$$;

-- Opens a scope with a seal, like the server, for definer functions.
create function app.open_scope(kind text, value text) returns void
  language plpgsql
as $$
declare
  signed constant text := value || '|' || extract(epoch from now())::bigint + 60;
begin
  perform app.set_local(kind, signed || '|' || app.seal_of(kind, signed));
end
$$;

-- As before (migration 33), on every node.
create or replace function app.enter(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean, is_due boolean)
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
begin
  select s.session_id, s.user_id, s.user_type, s.impersonator_id, s.role, s.tier, s.read_only, s.is_due
    into session_id, user_id, user_type, impersonator_id, role, tier, read_only, is_due
    from app.standing(hash, of_tenant) s;
  if not found then return; end if;
  if role is not null then
    perform app.open_scope('tenant_id', of_tenant::text);
  end if;
  return next;
end
$$;

-- The organizations of the person in scope, on every node: read once, sealed, and compared by the policies there
-- (docs/scaling.md). One machine needs neither: its policies query.
create function app.open_tenants() returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform app.open_scope('tenants', coalesce(array_to_string(array(select app.my_tenants()), ','), ''));
end
$$;

create function app.scope_tenants() returns uuid[]
  language sql stable parallel safe security definer set search_path = pg_catalog, pg_temp
  as $$ select string_to_array(app.opened('tenants'), ',')::uuid[] $$;

-- Returns true for members of the organization in scope, or of those of the person in scope. With the rights of
-- the caller, whose connections to other nodes have written the rows that it looks for.
create function app.is_fellow(person uuid) returns boolean
  language plpgsql stable security invoker set search_path = public, pg_temp
as $$
declare
  of_tenant constant uuid := app.tenant_id();
  of_tenants constant uuid[] := app.scope_tenants();
begin
  if of_tenant is not null then
    return exists (select 1 from memberships m where m.tenant_id = of_tenant and m.user_id = person);
  end if;
  return of_tenants is not null
    and exists (select 1 from memberships m where m.tenant_id = any (of_tenants) and m.user_id = person);
end
$$;

revoke all on function app.set_local(text, text), app.open_scope(text, text), app.open_tenants(), app.scope_tenants(),
  app.is_fellow(uuid) from public;
grant execute on function app.open_tenants(), app.scope_tenants(), app.is_fellow(uuid)
  to pregao_runtime, pregao_app;

-- Adds an entry on the node of its organization, where Citus sends the call as a whole (distribute.ts): in the
-- connection of the caller, which has written there before in the same transaction.
create function app.add_entry(
  of_tenant uuid, action text, person uuid, target uuid, before jsonb, after jsonb
) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into audit_log (tenant_id, actor_id, impersonator_id, action, target_id, person_id,
                         before, after, request_id)
    values (of_tenant, app.acting('user')::uuid, app.acting('impersonator')::uuid,
            add_entry.action, target, person, add_entry.before, add_entry.after, app.acting('request'));
end
$$;

-- Adds an entry without an organization, for the operator, always in the connection of the owner: functions of
-- the owner and statements of the caller add such entries in one transaction.
create function app.add_operator_entry(action text, person uuid, target uuid, before jsonb, after jsonb)
  returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into audit_log (tenant_id, actor_id, impersonator_id, action, target_id, person_id,
                         before, after, request_id)
    values ('00000000-0000-0000-0000-000000000000', app.acting('user')::uuid,
            app.acting('impersonator')::uuid, add_operator_entry.action, target, person,
            add_operator_entry.before, add_operator_entry.after, app.acting('request'));
end
$$;

-- As before (migration 15). `from` because a node delegates no call of a simple expression.
create or replace function app.audit(
  action text,
  of_tenant uuid default null,
  person uuid default null,
  target uuid default null,
  before jsonb default null,
  after jsonb default null
) returns void
  language plpgsql security invoker set search_path = public, pg_temp
as $$
begin
  if of_tenant is null then
    perform app.add_operator_entry(action, person, target, before, after);
  else
    perform * from app.add_entry(of_tenant, action, person, target, before, after);
  end if;
end
$$;

create function app.has_tenant(of_tenant uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return exists (select 1 from tenants where id = of_tenant);
end
$$;

-- As before (migration 24), with the rights of the caller, whose connections to other nodes it then uses.
create or replace function app.audit_row() returns trigger
  language plpgsql security invoker set search_path = public, pg_temp
as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  this jsonb := case when tg_op = 'DELETE' then old_row else new_row end;
  of_tenant uuid := coalesce(
    this ->> 'tenant_id', this ->> 'for_tenant', this ->> 'invited_to', case tg_argv[0] when 'tenant' then this ->> 'id' end
  );
  told text;
  name text;
  before jsonb := '{}';
  after jsonb := '{}';
begin
  -- Rows that are deleted by the cascade from an organization are covered by the organization's entry.
  if tg_op = 'DELETE' and tg_argv[0] <> 'tenant' and of_tenant is not null
    and not app.has_tenant(of_tenant)
  then
    return null;
  end if;
  foreach told in array tg_argv[1:] loop
    name := ltrim(told, '*');
    continue when old_row -> name is not distinct from new_row -> name;
    before := before || app.told(told, old_row -> name);
    after := after || app.told(told, new_row -> name);
  end loop;
  if tg_op <> 'UPDATE' or after <> '{}' then
    perform app.audit(
      tg_argv[0] || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed'
        else '.removed' end,
      of_tenant,
      coalesce(this ->> 'user_id', case tg_argv[0] when 'user' then this ->> 'id' end)::uuid,
      (this ->> 'id')::uuid,
      case when tg_op <> 'INSERT' then before end,
      case when tg_op <> 'DELETE' then after end
    );
  end if;
  return null;
end
$$;

revoke all on function app.add_entry(uuid, text, uuid, uuid, jsonb, jsonb),
  app.add_operator_entry(text, uuid, uuid, jsonb, jsonb), app.has_tenant(uuid) from public;
grant execute on function app.add_entry(uuid, text, uuid, uuid, jsonb, jsonb),
  app.add_operator_entry(text, uuid, uuid, jsonb, jsonb), app.has_tenant(uuid), app.told(text, jsonb) to pregao_app, pregao_runtime, pregao_operator;

-- As before (migration 15), on every node.
create or replace function app.introduce() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.set_local('acting',
    (coalesce(nullif(current_setting('app.acting', true), '')::jsonb, '{}')
      || jsonb_build_object('user', to_jsonb(new) -> tg_argv[0]))::text);
  return new;
end
$$;

-- As before (migration 36). Locks row by row: a query of several nodes can't.
create or replace function app.claim_registered(person uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp
as $$
declare
  found_one record;
  waiting memberships;
begin
  perform app.assert_own(person);
  for found_one in
    select m.tenant_id, m.id from memberships m
    where m.user_id = person and m.status = 0 and m.joined = 0 order by m.id
  loop
    select * into waiting from memberships m
      where m.tenant_id = found_one.tenant_id and m.id = found_one.id and m.status = 0 for update;
    continue when not found;
    update users set
      first_name = coalesce(nullif(first_name, ''), waiting.first_name, ''),
      last_name = coalesce(nullif(last_name, ''), waiting.last_name, ''),
      phone = coalesce(nullif(phone, ''), waiting.phone, ''),
      default_tenant_id = coalesce(default_tenant_id, waiting.tenant_id)
    where id = person;
    update memberships set status = 2, first_name = null, last_name = null, phone = null
      where tenant_id = waiting.tenant_id and id = waiting.id;
    perform app.notify_members_changed(waiting.tenant_id);
  end loop;
end
$$;

create or replace function app.remove_self(owned uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  mine constant uuid[] :=
    array(select tenant_id from memberships where user_id = app.user_id() order by tenant_id);
  of_tenant uuid;
begin
  foreach of_tenant in array mine loop
    perform 1 from tenants where id = of_tenant for update;
  end loop;
  if exists (select app.solely_owned() except select unnest(owned))
     or exists (select unnest(owned) except select app.solely_owned()) then
    raise exception 'ownership changed meanwhile' using errcode = '40001';
  end if;
  perform app.delete_tenants(owned);
  perform app.notify_members_changed(left_one) from unnest(mine) as left_one;
  delete from memberships where user_id = app.user_id();
  delete from users where id = app.user_id();
end
$$;

-- As before (migration 36). Notifies on this node, not on those of the members.
create or replace function app.hear_the_person() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  tenants constant uuid[] :=
    array(select tenant_id from memberships where user_id = new.id and status = 2);
begin
  update memberships set
    first_name = case when new.first_name = old.first_name then first_name end,
    last_name = case when new.last_name = old.last_name then last_name end,
    phone = case when new.phone = old.phone then phone end
    where user_id = new.id and status = 2;
  perform app.notify_members_changed(changed) from unnest(tenants) as changed;
  return null;
end
$$;

-- As before (migration 30), in two parts: the caller looks whether the membership has ended, because only the
-- caller's connections see that; the owner deletes what an organization may delete anyway.
create function app.forget_invitation(of_tenant uuid, person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if of_tenant is distinct from app.tenant_id()
    and not pg_has_role(session_user, 'pregao_operator', 'member')
  then
    raise exception 'Not of this organization' using errcode = '42501';
  end if;
  delete from tokens where user_id = person and invited_to = of_tenant;
  update users set default_tenant_id = null where id = person and default_tenant_id = of_tenant;
end
$$;

create or replace function app.forget_membership(of_tenant uuid, person uuid) returns void
  language plpgsql security invoker set search_path = public, pg_temp
as $$
begin
  if exists (select 1 from memberships m where m.tenant_id = of_tenant and m.user_id = person) then
    raise exception 'Still a member' using errcode = '42501';
  end if;
  perform app.forget_invitation(of_tenant, person);
end
$$;

revoke all on function app.forget_invitation(uuid, uuid) from public;
grant execute on function app.forget_invitation(uuid, uuid) to pregao_runtime, pregao_operator;
