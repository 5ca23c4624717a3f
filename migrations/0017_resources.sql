-- Files that the operator offers. They belong to no tenant: all users may read the list, the operator writes
-- it.
create table resources (
  id uuid primary key default app.uuid7(),
  title text not null,
  description text,
  type smallint not null check (type between 0 and 4),
  -- Allowed tiers and roles, of which the lowest counts; empty: all (R-RES-02).
  tiers integer[] not null default '{}',
  roles integer[] not null default '{}',
  -- Name in the storage: random, without any part that the uploader chose.
  file text unique check (file ~ '^[0-9a-f]{32}[.]bin$'),
  size bigint check (size > 0),
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  created_at timestamptz not null default now(),
  check (num_nulls(file, size, sha256) in (0, 3))
);
grant select on resources to pregao_app;
grant select, insert, update, delete on resources to pregao_operator;
call app.audited('resources', 'resource', 'title', 'description', 'type', 'tiers', 'roles', 'file',
  'size', 'sha256');

-- Returns those of the stored files to which no resource refers.
create function app.unused_files(names text[]) returns setof text
  language sql stable set search_path = public, pg_temp
  as $$
    select name from unnest(names) as name
    where not exists (select from resources where resources.file = name)
  $$;
revoke execute on function app.unused_files(text[]) from public;
