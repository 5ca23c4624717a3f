-- Files that the operator offers, of no tenant: everybody reads what there is, the operator writes.
create table resources (
  id uuid primary key default app.uuid7(),
  title text not null,
  description text,
  type smallint not null check (type between 0 and 4),
  -- Those allowed, one of them; none: all.
  tiers integer[] not null default '{}',
  roles integer[] not null default '{}',
  -- The name in the storage, by chance: nothing of it comes from whoever uploaded it.
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

-- Which of these stored files no resource names.
create function app.unused_files(names text[]) returns setof text
  language sql stable set search_path = public, pg_temp
  as $$
    select name from unnest(names) as name
    where not exists (select from resources where resources.file = name)
  $$;
revoke execute on function app.unused_files(text[]) from public;
