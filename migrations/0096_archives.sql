-- Exports of organizations to archives, and imports (decision 71, R-ARC-01 to R-ARC-06).
create table organization_archives (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  kind text not null check (kind in ('export', 'import')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- file in the storage: of an export until it expires, of an import until it has ended
  file text,
  size bigint,
  sha256 text,
  -- lines of transactions that an import has stored: where it continues after an interruption
  stored integer not null default 0,
  transactions integer,
  files integer,
  -- why it failed; in an import that is running: why what it stored is being deleted
  failure text,
  expires_at timestamptz,
  primary key (tenant_id, id)
);
call app.protect_tenant_table('organization_archives');
call app.audited('organization_archives', 'archive', 'kind', 'state', 'transactions', 'files', 'failure');
create unique index organization_archives_running_idx on organization_archives (tenant_id) where state = 'running';
create index organization_archives_file_idx on organization_archives (file) where file is not null;
comment on index organization_archives_file_idx is 'across tenants: which files are in use, and which have expired';
create index organization_archives_created_at_idx on organization_archives (created_at);
comment on index organization_archives_created_at_idx is 'across tenants: what is deleted after its retention period';
revoke all on organization_archives from pregao_app, pregao_operator;

-- As before (migration 17), with the archives.
create or replace function app.unused_files(names text[]) returns setof text
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  used text[];
begin
  select array_agg(file) into used from resources where file = any (names);
  names := array(select unnest(names) except select unnest(used));
  select array_agg(file) into used from organization_archives where file = any (names);
  return query select unnest(names) except select unnest(used);
end
$$;
