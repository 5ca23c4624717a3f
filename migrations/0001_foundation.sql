-- Roles, transaction scopes and the procedure that sets row-level security up for a tenant table.

-- Group roles of the two kinds of login. Policies and grants name the groups; each database has its own
-- logins in them. Roles belong to the whole cluster, so another database may create the same ones
-- concurrently.
do $$
declare
  visitor text;
begin
  foreach visitor in array array['pregao_app', 'pregao_operator'] loop
    begin
      execute format('create role %I nologin', visitor);
    exception when duplicate_object or unique_violation then
      null;
    end;
  end loop;
end
$$;

create schema if not exists app;
revoke create on schema public from public;
grant usage on schema public, app to pregao_app, pregao_operator;

-- Passwords of this database's logins, generated at its first start. Only the owner may read them.
create table app.logins (
  role_name text primary key,
  password text not null,
  -- Parameters last set on the role.
  parameters text not null
);

-- Returns the scope of the current transaction, or null without one. nullif is needed because a setting that
-- an earlier transaction of the connection set locally reads as '' and not as null. Bodies in the form
-- `return` are parsed when the function is created, so search_path cannot change their meaning.
create function app.tenant_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

create function app.user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

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

-- Sets row-level security up for a tenant table: `call app.protect_tenant_table('invoices')` right after
-- `create table`. The application reads and writes rows of the current tenant, the operator rows of all
-- tenants. The table needs a column tenant_id, first in its primary key and in every index (R-SEC-03).
create procedure app.protect_tenant_table(relation regclass)
  language plpgsql
  set search_path = pg_catalog, pg_temp
as $$
begin
  execute format('alter table %s enable row level security', relation);
  execute format(
    'create policy tenant_rows on %s to pregao_app
       using (tenant_id = (select app.tenant_id()))
       with check (tenant_id = (select app.tenant_id()))',
    relation
  );
  execute format(
    'create policy operator_rows on %s to pregao_operator using (true) with check (true)',
    relation
  );
  execute format(
    'grant select, insert, update, delete on %s to pregao_app, pregao_operator',
    relation
  );
end
$$;

revoke execute on all routines in schema app from public;
grant execute on function app.tenant_id(), app.user_id(), app.uuid7()
  to pregao_app, pregao_operator;
