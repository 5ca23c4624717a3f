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
call app.protect_tenant_table('audit_digests');
revoke all on audit_digests from pregao_app, pregao_runtime, pregao_operator;

-- As before (migration 15), except that entries are removed whose digest says so.
create or replace function app.keep_the_log() returns trigger
  language plpgsql
as $$
begin
  if tg_op = 'DELETE' and exists (
    select from audit_digests
    where tenant_id = old.tenant_id and until_id > old.id and expired_at is not null
  ) then
    return old;
  end if;
  raise exception 'The audit log is only added to' using errcode = '42501';
end
$$;

-- Removes the entries of an organization that are covered by digests up to an id; returns how many.
create function app.expire_entries(of_tenant uuid, up_to uuid) returns integer
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  last uuid;
  removed integer;
begin
  update audit_digests set expired_at = now()
    where tenant_id = of_tenant and until_id <= up_to and expired_at is null;
  if not found then
    return 0;
  end if;
  select d.until_id into last from audit_digests d
    where d.tenant_id = of_tenant and d.expired_at is not null order by d.number desc limit 1;
  delete from audit_log where tenant_id = of_tenant and id < last;
  get diagnostics removed = row_count;
  return removed;
end
$$;
revoke all on function app.expire_entries(uuid, uuid) from public;
