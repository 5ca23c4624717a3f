-- The audit log: actor, impersonator, action, and values before and after (R-SEC-13). Triggers write it in the
-- transaction of the change, so that neither is committed without the other.

-- Returns a part of the transaction's actor: `user`, `impersonator`, `service`, `request` or `attempt`.
create function app.actor_context(part text) returns text
  language sql stable
  return nullif(current_setting('app.actor_context', true), '')::jsonb ->> part;

-- Returns the keys by which the audit log is searched: words of what was recorded, the action, and the people, each
-- for all logs and, after a colon and twelve digits, for that of the organization. A word keeps its first letters, as
-- keys have a limit.
create function app.entry_keys(
  of_tenant uuid, action text, actors uuid[], person uuid, before jsonb, after jsonb
) returns tsvector
  language plpgsql immutable parallel safe cost 10000 as $$
declare
  own constant text := ':' || right(of_tenant::text, 12);
  told constant text :=
    left(action || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''), 20000);
  keys text[] := array['a' || action, own || 'a' || action, 'p' || person, own || 'p' || person];
  word text;
  actor uuid;
begin
  -- Loops, because every subquery would start the executor for each entry.
  foreach word in array tsvector_to_array(app.search_words(told)) loop
    word := 'w' || left(word, 100);
    keys := keys || array[word, own || word];
  end loop;
  foreach actor in array actors loop
    keys := keys || array['b' || actor, own || 'b' || actor];
  end loop;
  return array_to_tsvector(array_remove(keys, null));
end $$;

-- Entries identify the people of organizations by ids, so that the entries of a deleted account name no person. Those
-- of operators have addresses and reasons. Without foreign keys, so that the operator keeps the log of a deleted
-- organization.
create table audit_log (
  -- the organization whose log has the entry; all zeros: visible to the operator only
  tenant_id uuid not null,
  id uuid not null default app.uuid7(),
  at timestamptz not null default clock_timestamp(),
  -- null: without a signed-in user, or by the system
  actor_id uuid,
  -- the operator who impersonated the actor
  impersonator_id uuid,
  -- noun and verb, such as `member.changed`
  action text not null,
  -- id of the changed row
  target_id uuid,
  -- the user that the entry is about
  person_id uuid,
  before jsonb,
  after jsonb,
  request_id text,
  -- Names the service of an entry without a person: a SCIM client by the prefix of its token.
  service text default app.actor_context('service'),
  primary key (tenant_id, id)
);
create index audit_log_id_idx on audit_log (id);
comment on index audit_log_id_idx is 'across tenants: the operator reads every log, newest first';
create index audit_log_keys_idx on audit_log
  using gin (app.entry_keys(tenant_id, action, array[actor_id, impersonator_id], person_id, before, after))
  with (gin_pending_list_limit = 1024);
comment on index audit_log_keys_idx is 'across tenants: the operator searches every log';
create index audit_log_target_idx on audit_log (tenant_id, target_id, id) where target_id is not null;
call app.protect_tenant_table('audit_log');
revoke insert, update, delete on audit_log from pregao_runtime, pregao_operator;

-- Names the actor of a transaction without a signed-in user, on every node.
create function app.set_actor(person uuid) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  if app.actor_context('user') is null then
    perform app.set_local('actor_context',
      (coalesce(nullif(current_setting('app.actor_context', true), '')::jsonb, '{}')
        || jsonb_build_object('user', person))::text);
  end if;
end $$;

-- The same for the user who registers, uses a mailed token or signs in. Argument: the column with the user's id.
create function app.set_actor_from_row() returns trigger
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  perform app.set_actor((to_jsonb(new) ->> tg_argv[0])::uuid);
  return new;
end $$;

-- Adds an entry to the log; no other way exists. The caller chooses the log. A null tenant: for the operator.
-- Cluster: cluster/functions.sql.
create function app.audit(
  action text,
  of_tenant uuid default null,
  person uuid default null,
  target uuid default null,
  before jsonb default null,
  after jsonb default null
) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  insert into audit_log (tenant_id, actor_id, impersonator_id, action, target_id, person_id, before, after, request_id)
    values (coalesce(of_tenant, '00000000-0000-0000-0000-000000000000'), app.actor_context('user')::uuid,
            app.actor_context('impersonator')::uuid, audit.action, target, person, audit.before, audit.after,
            app.actor_context('request'));
end $$;

-- Records a change of a row, as `restored` for one that is inserted again. Arguments of the trigger: the noun, then
-- the columns to record; a column with the prefix * is recorded as changed, without its values. Identifies rows by
-- noun and not by table name: a distributed table consists of many tables, none of which is called `tenants`
-- (docs/scaling.md). Has the rights of the caller, whose connections to other nodes it then uses. Rows of the sample
-- data that is added or removed as a whole are covered by one entry.
create function app.audit_row() returns trigger
  language plpgsql security invoker set search_path = public, pg_temp as $$
declare
  old_row jsonb := case when tg_op <> 'INSERT' then to_jsonb(old) else '{}' end;
  new_row jsonb := case when tg_op <> 'DELETE' then to_jsonb(new) else '{}' end;
  this jsonb := case when tg_op = 'DELETE' then old_row else new_row end;
  of_tenant uuid := coalesce(
    this ->> 'tenant_id', this ->> 'for_tenant', this ->> 'invited_to', case tg_argv[0] when 'tenant' then this ->> 'id' end
  );
  told text;
  name text;
  is_hidden boolean;
  before jsonb := '{}';
  after jsonb := '{}';
begin
  -- Rows that are deleted by the cascade from an organization are covered by the organization's entry.
  if tg_op = 'DELETE' and tg_argv[0] <> 'tenant' and of_tenant is not null
    and app.find_tenant('id', of_tenant::text) is null
  then
    return null;
  end if;
  if this -> 'sample' = 'true' and current_setting('app.sample_data', true) = 'on' then
    return null;
  end if;
  foreach told in array tg_argv[1:] loop
    name := ltrim(told, '*');
    continue when old_row -> name is not distinct from new_row -> name;
    is_hidden := told like '*%';
    if old_row ? name then
      before := before || jsonb_build_object(name,
        case when is_hidden and old_row -> name <> 'null' then '"•••"' else old_row -> name end);
    end if;
    if new_row ? name then
      after := after || jsonb_build_object(name,
        case when is_hidden and new_row -> name <> 'null' then '"•••"' else new_row -> name end);
    end if;
  end loop;
  -- A restored row continues with the version after its last one (app.count_version).
  if tg_op = 'DELETE' and old_row ? 'version' then
    before := before || jsonb_build_object('version', old_row -> 'version');
  end if;
  if tg_op <> 'UPDATE' or after <> '{}' then
    perform app.audit(
      tg_argv[0] || case
        when tg_op = 'UPDATE' then '.changed'
        when tg_op = 'DELETE' then '.removed'
        when current_setting('app.restore', true) = 'on' then '.restored'
        else '.created' end,
      of_tenant,
      coalesce(this ->> 'user_id', case tg_argv[0] when 'user' then this ->> 'id' end)::uuid,
      (this ->> 'id')::uuid,
      case when tg_op <> 'INSERT' then before end,
      case when tg_op <> 'DELETE' then after end
    );
  end if;
  return null;
end $$;

-- Adds a table to the audit log: `call app.audited('invoices', 'invoice', 'number', 'total')`, with the noun
-- and the recorded columns. A test checks that every table and column is either recorded or exempt.
create procedure app.audited(relation regclass, noun text, variadic columns text[])
  language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  execute format(
    'create trigger audits after insert or update or delete on %s
       for each row execute function app.audit_row(%s)',
    relation,
    (select string_agg(quote_literal(word), ', ') from unnest(array_prepend(noun, columns)) as word)
  );
end $$;

-- Returns the newest entries, by id, of one log or of all (`of_tenant` null, for the operator) that hold a word with
-- each of these beginnings or concern a person so named, and a key with each of these beginnings. Of people in other
-- organizations with the same name, it looks for 200. More than ten thousand matches are met while the log is read.
create function app.find_entries(
  of_tenant uuid, words text[], keys text[], first_id uuid, before_id uuid, at_most integer
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own constant text := coalesce(':' || right(of_tenant::text, 12), '');
  many constant integer := 10000;
  named uuid[];
  members uuid[];
  entries text;
  found uuid[];
  conditions text[] := array(
    select format('%L:*', own || key) from unnest(keys) as key);
begin
  if (of_tenant is null or of_tenant is distinct from app.tenant_id())
    and not pg_has_role(session_user, 'pregao_operator', 'member')
  then
    raise exception 'Not the log of this organization' using errcode = '42501';
  end if;
  if cardinality(words) > 0 then
    named := array(
      select id from users
      where app.search_words(users.email || ' ' || users.first_name || ' ' || users.last_name)
        @@ to_tsquery('simple', (select string_agg(word || ':*', ' & ') from unnest(words) as word))
      limit 5000);
    members := array(
      select user_id from memberships where tenant_id = of_tenant and user_id = any (named) limit 1000);
    conditions := conditions || (
      select '(' || string_agg(alternative, ' | ') || ')' from (
        select '(' || string_agg(format('%L:*', own || 'w' || word), ' & ') || ')' as alternative
          from unnest(words) as word
        union all
        select format('%L | %L', own || 'b' || person, own || 'p' || person)
          from unnest(members || named[1:200]) as person
      ) as alternatives);
  end if;
  entries := format(
    'select id from audit_log where %s id >= $2 and id < $3
       and app.entry_keys(tenant_id, action, array[actor_id, impersonator_id], person_id, before, after)
         @@ %L::tsquery',
    case when of_tenant is not null then 'tenant_id = $1 and' else '' end,
    array_to_string(conditions, ' & '));
  -- Materialized, because the planner takes many names for many matches, and would read the log in its order.
  execute 'select array(with found as materialized (' || entries || ') select id from found limit $4)'
    into found using of_tenant, first_id, before_id, many + 1;
  if cardinality(found) <= many then
    return query select id from unnest(found) as id order by id desc limit at_most;
  else
    return query execute entries || ' order by id desc limit $4'
      using of_tenant, first_id, before_id, at_most;
  end if;
end $$;

-- Returns the users named in these log entries, including former members: for operators of any log, otherwise only of
-- the log of the scope's organization. Who asks is found before the query leaves this node.
create function app.people_in_log(entries uuid[])
  returns table (id uuid, email text, first_name text, last_name text)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
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
end $$;

-- Digests of the audit log: each covers the entries of an organization up to an id, and the digest before, so that
-- a later change, removal or insertion is found (decision 68).
create table audit_digests (
  -- all zeros: the log of the operator
  tenant_id uuid not null,
  -- 1, 2, 3, … for each organization
  number integer not null,
  -- The ids of the entries are lower, and not lower than that of the digest before.
  until_id uuid not null,
  entries integer not null,
  -- SHA-256 of the hash before and the entries
  hash bytea not null,
  created_at timestamptz not null default now(),
  -- when the entries were removed, because the plan keeps them no longer
  expired_at timestamptz,
  primary key (tenant_id, number)
);
alter table audit_digests enable row level security;

-- Refuses changes of a table that is only added to (the argument names it), except the removal of entries of the audit
-- log whose digest says that they expired.
create function app.refuse_change() returns trigger
  language plpgsql as $$
begin
  if tg_argv[0] = 'audit log' and tg_op = 'DELETE' and exists (
    select from audit_digests
    where tenant_id = old.tenant_id and until_id > old.id and expired_at is not null
  ) then
    return old;
  end if;
  raise exception 'The % is only added to', tg_argv[0] using errcode = '42501';
end $$;
create trigger refuses_change before update or delete on audit_log
  for each row execute function app.refuse_change('audit log');

revoke execute on all routines in schema app from public;
grant execute on function app.actor_context, app.entry_keys, app.set_actor, app.audit, app.find_entries,
  app.people_in_log to pregao_runtime, pregao_operator;
