-- Identifies rows by noun and not by table name: a distributed table consists of many tables, none of which
-- is called `tenants` (docs/scaling.md).
create or replace function app.audit_row() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
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
    and not exists (select from tenants where id = of_tenant)
  then
    return null;
  end if;
  foreach told in array tg_argv[1:] loop
    name := ltrim(told, '*');
    continue when old_row -> name is not distinct from new_row -> name;
    before := before || app.told(told, old_row -> name);
    after := after || app.told(told, new_row -> name);
  end loop;
  if tg_op <> 'UPDATE' or after <> '{}' then
    perform app.audit(
      tg_argv[0] || case tg_op when 'INSERT' then '.created' when 'UPDATE' then '.changed'
        else '.removed' end,
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
