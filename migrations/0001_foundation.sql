-- Roles, schemas, ids, searchable texts, and row-level security: the scope of a transaction, and the procedure that
-- gives a table its policies.

-- Group roles of the logins that each database has: requests of tenants; accounts with their credentials, who may
-- also do what requests may; operators (decision 90). Policies and grants name the groups. Roles belong to the whole
-- cluster, so another database may create the same ones concurrently.
do $$
declare
  visitor text;
begin
  foreach visitor in array array['pregao_operator', 'pregao_runtime', 'pregao_accounts'] loop
    begin
      execute format('create role %I nologin', visitor);
      if visitor = 'pregao_accounts' then
        grant pregao_runtime to pregao_accounts;
      end if;
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end $$;

create schema if not exists app;
revoke create on schema public from public;
grant usage on schema public, app to pregao_runtime, pregao_accounts, pregao_operator;

-- Address of a stored picture, or empty. A stored picture is deleted when no column of this type refers to it
-- (src/server/platform/files/cleanup.ts).
create domain app.picture as text
  check (value = '' or value ~ '^/files/[0-9a-f]{32}\.(png|webp)$');

-- Returns a UUID of version 7 (RFC 9562): milliseconds, a fraction of a millisecond, then random bits. Values
-- increase with time, so new rows go to the end of an index.
create function app.uuid7() returns uuid
  language sql volatile parallel safe
  return (
    select encode(
      overlay(
        overlay(uuid_send(gen_random_uuid()) placing substring(int8send(us / 1000) from 3) from 1)
        placing int2send((28672 + us % 1000 * 4096 / 1000)::int2) from 7
      ),
      'hex'
    )::uuid
    from (select (extract(epoch from clock_timestamp()) * 1000000)::bigint as us) as now
  );

-- Returns the lowest id that is made from this time in UTC on.
create function app.first_uuid7(at timestamp) returns uuid
  language sql immutable parallel safe
  return rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7', 32, '0')::uuid;

-- Raises a Failure with a code of the contract, for rules that the database enforces for every caller.
create function app.refuse(code text, params jsonb default '{}') returns void
  language plpgsql as $$ begin raise exception using errcode = 'PR001', message = code, detail = params::text; end $$;

-- Returns the words of a text, by whose beginnings operators search users and organizations.
create function app.search_words(value text) returns tsvector
  language sql immutable parallel safe
  return to_tsvector('simple'::regconfig, translate(value, '@.-_+/', '      '));

-- Returns a text as lists compare it (decision 48, R-LST-01): in lower case, without accents, with one space for
-- punctuation. Without `translate` for ASCII alone: it compares each letter with each of its own.
create function app.normalized_text(value text) returns text
  language sql immutable parallel safe
  return regexp_replace(
    case when octet_length(value) = length(value) then lower(value)
      else translate(lower(value), 'àáâãäåçèéêëìíîïñòóôõöùúûüýÿ', 'aaaaaaceeeeiiiinooooouuuuyy') end,
    '[!-/:-@[-`{-~\s]+', ' ', 'g');

-- Returns keys of the parts of a text: of three letters, and of the first letter of each word. A key belongs to
-- one organization, so that an index of keys finds nothing of others. Three letters as in pg_trgm, which is not
-- installed everywhere and whose keys are those of all organizations. The cost keeps the planner from calling it
-- for each row instead of using its index.
create function app.text_search_keys(of_tenant uuid, value text) returns bigint[]
  language plpgsql immutable parallel safe cost 10000 as $$
declare
  seed constant bigint := uuid_hash_extended(of_tenant, 0);
  letters constant text[] := string_to_array(' ' || app.normalized_text(value), null);
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
end $$;

-- Counts the changes of a row in its column `version` (decision 51): a change of an older version than the caller has
-- seen is refused. A trigger, so that every writer counts.
create function app.count_version() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  -- Repeating a change is none.
  new.version := old.version;
  if new is distinct from old then
    new.version := old.version + 1;
  end if;
  return new;
end $$;

-- Passwords of this database's logins, generated at its first start. Only the owner may read them.
create table app.credentials (
  role_name text primary key,
  password text not null,
  -- Parameters last set on the role.
  parameters text not null
);

-- Secret with which the links to invoices in emails are signed. Backups hold it, so that links that were sent
-- open the invoices of a restored product too.
create table app.link_key (
  single boolean primary key default true check (single),
  secret bytea not null
);
insert into app.link_key (secret)
  select sha256(string_agg(uuid_send(gen_random_uuid()), '')) from generate_series(1, 4);

-- Id of the key that the stored secrets are encrypted with (R-OPR-18): each start compares it with its key. Backups
-- hold it. Only the owner may access it.
create table app.encryption_key (
  single boolean primary key default true check (single),
  id text not null
);

-- Sets a parameter until the transaction ends. Cluster: cluster/functions.sql.
create function app.set_local(parameter text, value text) returns void
  language plpgsql as $$ begin perform set_config('app.' || parameter, value, true); end $$;

-- Returns the tenant of the scope, or null without one. The scopes are settings of the transaction, which the server
-- opens after it has authorized the caller (decision 90). In SQL, so that the planner writes them into the policies.
-- The nil id, which entries of operators have in the log, is no tenant.
create function app.tenant_id() returns uuid
  language sql stable parallel safe
  return nullif(nullif(current_setting('app.tenant_id', true), ''), '00000000-0000-0000-0000-000000000000')::uuid;

-- Returns the user of the scope, in which the organizations of that user are visible.
create function app.user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- Returns the account that the scope may read and change; null without. Of organizations
-- it gives what app.my_memberships tells.
create function app.account_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.account_id', true), '')::uuid;

-- Returns true in the scope of the system's own work on rows that belong to no tenant and no user.
create function app.is_system() returns boolean
  language sql stable parallel safe
  return coalesce(current_setting('app.system', true) = 'true', false);

-- Sets row-level security up for a tenant table: `call app.protect_tenant_table('invoices')` right after `create
-- table`. The application reads and writes rows of the current tenant, and deletes them unless `deletes` is false,
-- operators rows of all tenants unless `operators` is false. The table needs a column tenant_id, first in its primary
-- key and in every index (R-SEC-03); an index that finds rows before their tenant is known, or is unique across
-- tenants, has a comment that begins with "across tenants" (src/server/platform/database/isolation/catalog.ts). So
-- does a table without policies that the runtime role reads.
create procedure app.protect_tenant_table(relation regclass, operators boolean default true,
    deletes boolean default true)
  language plpgsql
  set search_path = pg_catalog, pg_temp as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format(
    'create policy runtime_tenant_rows on %s to pregao_runtime
       using (tenant_id = (select app.tenant_id()))
       with check (tenant_id = (select app.tenant_id()))',
    relation
  );
  execute format('grant select, insert, update%s on %s to pregao_runtime', case when deletes then ', delete' end, relation);
  if operators then
    execute format('create policy operator_rows on %s to pregao_operator using (true) with check (true)', relation);
    execute format('grant select, insert, update, delete on %s to pregao_operator', relation);
  end if;
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.uuid7, app.search_words, app.normalized_text, app.text_search_keys, app.tenant_id,
  app.user_id to pregao_runtime, pregao_operator;
grant execute on function app.account_id, app.is_system, app.set_local to pregao_runtime;
