-- Who may see which rows, said once for all tables that follow.

-- The two kinds of visitor. Policies and grants name these groups; every database has logins of its
-- own in them. Groups belong to the whole cluster, where another database may be making them now.
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

-- The passwords of this database's logins, made at its first start. For the owner's eyes only.
create table app.logins (
  role_name text primary key,
  password text not null,
  -- The parameters the role was last given.
  parameters text not null
);

-- The scope of the current transaction; null outside of one. (A setting that was local to an earlier
-- transaction of the connection reads as '', not as null.) Written as `return`, a body is bound to
-- its meaning once and for all: no search path can change it.
create function app.tenant_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.tenant_id', true), '')::uuid;

create function app.user_id() returns uuid
  language sql stable parallel safe
  return nullif(current_setting('app.user_id', true), '')::uuid;

-- A UUID of version 7: milliseconds, then a fraction of the millisecond, then chance. Later ones sort
-- behind earlier ones, so that new rows go to the end of an index.
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

-- Puts a table under its tenants' protection: `call app.protect_tenant_table('invoices')`, right
-- after `create table`. The application reads and writes the current tenant's rows, the operator
-- everybody's. The table has a column tenant_id, first in its primary key and in every index.
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
