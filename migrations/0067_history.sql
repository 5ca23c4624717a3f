-- outside a transaction: entries are written while the index is built.
-- The history of a record, and restoring deleted ones (decision 52).

-- For the entries about a record, newest first.
drop index concurrently if exists audit_log_target_idx;
create index concurrently audit_log_target_idx on audit_log (tenant_id, target_id, id)
  where target_id is not null;

-- Marks the rows that the transaction inserts as restored, for the log.
create or replace function app.begin_restore() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.set_local('restoring', 'on');
end
$$;
revoke all on function app.begin_restore() from public;
grant execute on function app.begin_restore() to pregao_runtime;

-- As before (migration 43), with `restored` for a row that is inserted again, and without rows of the sample data that
-- is added or removed as a whole (migration 68).
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
  if this -> 'sample' = 'true' and current_setting('app.sampling', true) = 'on' then
    return null;
  end if;
  foreach told in array tg_argv[1:] loop
    name := ltrim(told, '*');
    continue when old_row -> name is not distinct from new_row -> name;
    before := before || app.told(told, old_row -> name);
    after := after || app.told(told, new_row -> name);
  end loop;
  -- A restored row continues with the version after its last one (migration 72).
  if tg_op = 'DELETE' and old_row ? 'version' then
    before := before || jsonb_build_object('version', old_row -> 'version');
  end if;
  if tg_op <> 'UPDATE' or after <> '{}' then
    perform app.audit(
      tg_argv[0] || case
        when tg_op = 'UPDATE' then '.changed'
        when tg_op = 'DELETE' then '.removed'
        when current_setting('app.restoring', true) = 'on' then '.restored'
        else '.created' end,
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

-- Returns the time at which an id was made (app.uuid7).
create or replace function app.uuid7_time(id uuid) returns timestamptz
  language sql immutable parallel safe
  return to_timestamp(('x' || lpad(substr(replace(id::text, '-', ''), 1, 12), 16, '0'))::bit(64)::bigint / 1000.0);

-- Returns the lowest id that is made from this time in UTC on.
create or replace function app.first_uuid7(at timestamp) returns uuid
  language sql immutable parallel safe
  return rpad(lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7', 32, '0')::uuid;
revoke all on function app.uuid7_time(uuid), app.first_uuid7(timestamp) from public;
