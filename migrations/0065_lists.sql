-- What lists of organizations filter and sort by (decision 48, R-LST-01): texts by their parts, and amounts.

-- Returns a text as lists compare it: in lower case, without accents, with one space for punctuation. Without
-- `translate` for ASCII alone: it compares each letter with each of its own.
create function app.plain(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(
    case when octet_length(value) = length(value) then lower(value)
      else translate(lower(value), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') end,
    '[!-/:-@[-`{-~\s]+', ' ', 'g');

-- Returns keys of the parts of a text: of three letters, and of the first letter of each word. A key belongs to
-- one organization, so that an index of keys finds nothing of others. Three letters as in pg_trgm, which is not
-- installed everywhere and whose keys are those of all organizations. The cost keeps the planner from calling it
-- for each row instead of using its index.
create function app.text_parts(of_tenant uuid, value text) returns bigint[]
  language plpgsql immutable parallel safe cost 10000
as $$
declare
  seed constant bigint := uuid_hash_extended(of_tenant, 0);
  letters constant text[] := string_to_array(' ' || app.plain(value), null);
  parts bigint[] := '{}';
begin
  for at in 1 .. cardinality(letters) - 1 loop
    if letters[at] = ' ' then
      parts := parts || hashtextextended(' ' || letters[at + 1], seed);
    end if;
    if at < cardinality(letters) - 1 then
      parts := parts || hashtextextended(letters[at] || letters[at + 1] || letters[at + 2], seed);
    end if;
  end loop;
  return parts;
end
$$;

-- Returns up to `at_most` rows of a table of organizations whose texts contain all of these parts: in a definer
-- function, because row-level security keeps operators that are not leakproof out of index conditions (decision
-- 30). The index <table>_texts_idx says which texts those are. The rows may contain a few more: the caller
-- compares again, in its own scope.
create function app.find_rows(relation regclass, of_tenant uuid, parts text[], at_most integer)
  returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
  set max_parallel_workers_per_gather = 0
as $$
declare
  texts constant text := (
    select pg_get_indexdef(indexrelid, 1, false) from pg_index join pg_class on pg_class.oid = indexrelid
    where indrelid = relation and relname = (select relname from pg_class where oid = relation) || '_texts_idx');
begin
  if of_tenant is distinct from app.tenant_id() then
    raise exception 'Not the list of this organization' using errcode = '42501';
  end if;
  return query execute
    format('select id from %s where %s %s @> $2 limit $3', relation,
      -- A key belongs to one organization; with this condition, its rows would be listed first. Citus sends the
      -- query by it.
      case when current_setting('citus.propagate_set_commands', true) is null then '' else 'tenant_id = $1 and' end,
      texts)
    using of_tenant, array(
      select hashtextextended(substr(part, at, 3), uuid_hash_extended(of_tenant, 0))
      from unnest(parts) as part, generate_series(1, greatest(length(part) - 2, 1)) as at
    ), at_most;
end
$$;

revoke all on function app.plain(text), app.text_parts(uuid, text),
  app.find_rows(regclass, uuid, text[], integer) from public;
grant execute on function app.plain(text), app.text_parts(uuid, text)
  to pregao_app, pregao_runtime, pregao_operator;
grant execute on function app.find_rows(regclass, uuid, text[], integer) to pregao_runtime;

-- Quantity times price, which a trigger keeps. Stored because row-level security keeps a product out of index
-- conditions, too. The next migration fills it.
alter table transactions add column amount bigint;

create function app.keep_amount() returns trigger
  language plpgsql
as $$
begin
  new.amount := new.quantity::bigint * new.price;
  return new;
end
$$;
revoke all on function app.keep_amount() from public;
create trigger keeps_amount before insert or update of quantity, price, amount on transactions
  for each row execute function app.keep_amount();

-- Returns the keys by which the audit log is searched: words of what was recorded, the action, and the people, each
-- for all logs and for the log of the organization. A word keeps its first letters, as keys have a limit.
create function app.entry_keys(
  of_tenant uuid, action text, actors uuid[], person uuid, before jsonb, after jsonb
) returns tsvector
  language plpgsql immutable parallel safe cost 10000
as $$
declare
  told constant text :=
    left(action || ' ' || coalesce(before::text, '') || ' ' || coalesce(after::text, ''), 20000);
  keys constant text[] := array['a' || action]
    || array(select 'w' || left(word, 100) from unnest(tsvector_to_array(app.words(told))) as word)
    || array(select 'b' || actor from unnest(actors) as actor where actor is not null)
    || case when person is not null then array['p' || person] else '{}' end;
begin
  return array_to_tsvector(
    keys || array(select app.log_name(of_tenant) || key from unnest(keys) as key));
end
$$;

-- Returns what the keys of one log begin with.
create function app.log_name(of_tenant uuid) returns text
  language sql immutable parallel safe
  return ':' || right(of_tenant::text, 12);

-- Returns the newest entries, by id, of one log or of all (`of_tenant` null, for the operator) that hold a word with
-- each of these beginnings or concern a person so named, and a key with each of these beginnings. Of people in
-- other organizations with the same name, it looks for 200. More than ten thousand matches are met while the log is
-- read.
create function app.find_entries(
  of_tenant uuid, words text[], keys text[], first_id uuid, before_id uuid, at_most integer
) returns setof uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  own constant text := coalesce(app.log_name(of_tenant), '');
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
      where app.words(users.email || ' ' || users.first_name || ' ' || users.last_name)
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
end
$$;

revoke all on function app.entry_keys(uuid, text, uuid[], uuid, jsonb, jsonb), app.log_name(uuid),
  app.find_entries(uuid, text[], text[], uuid, uuid, integer) from public;
grant execute on function app.find_entries(uuid, text[], text[], uuid, uuid, integer)
  to pregao_runtime, pregao_operator;
-- Of index expressions, which run with the rights of the one who writes.
grant execute on function app.entry_keys(uuid, text, uuid[], uuid, jsonb, jsonb), app.log_name(uuid)
  to pregao_app, pregao_runtime, pregao_operator;
