-- Imports of transactions from CSV files (decision 70, R-IMP-01 to R-IMP-09).
create table transaction_imports (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  file_name text not null,
  -- number of transactions that it created
  rows integer not null check (rows > 0),
  -- Their ids lie between these two: the primary key of transactions finds them, without an index of imports.
  first_id uuid not null,
  last_id uuid not null,
  -- the user; for an API key, the one who created it
  created_by uuid not null,
  created_at timestamptz not null default now(),
  undone_at timestamptz,
  -- transactions that undoing it deleted, and those that it kept because they had been changed
  removed integer,
  kept integer,
  primary key (tenant_id, id),
  check (num_nulls(undone_at, removed, kept) in (0, 3))
);
call app.protect_tenant_table('transaction_imports');
revoke all on transaction_imports from pregao_app, pregao_operator;
revoke delete on transaction_imports from pregao_runtime;
-- Undoing is an event with its counts.
call app.audited('transaction_imports', 'import', 'file_name', 'rows');

-- The import that created the transaction; a restored one belongs to none.
alter table transactions add column import_id uuid;

-- Enforces the limit of transactions per month for an import as a whole (R-IMP-06), as app.count_transaction does for one
-- transaction: counting again for each of thousands of rows would take too long. Those of the import are marked as counted
-- until the transaction ends.
create function app.count_import() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  included integer;
  used bigint;
  month constant timestamp := date_trunc('month', app.uuid7_time(new.first_id) at time zone 'UTC');
begin
  perform set_config('app.counted_import', new.id::text, true);
  select p.max_transactions into included
    from tenant_products tp
    join subscription_prices pr on pr.id = tp.subscription_price_id
    join subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = new.tenant_id and tp.status <> 'canceled'
      and (tp.end_date is null or tp.end_date > app.billing_now())
    order by p.tier desc, tp.start_date desc
    limit 1;
  if coalesce(included, 0) = 0 then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('transactions ' || new.tenant_id, 0));
  select count(*) into used from (
    select from transactions
      where tenant_id = new.tenant_id and not sample
        and id >= app.first_uuid7(month) and id < app.first_uuid7(month + interval '1 month')
      limit included
  ) counted;
  if used + new.rows > included then
    perform app.refuse('usage.transactions',
      jsonb_build_object('limit', 'transactions', 'used', used, 'max', included));
  end if;
  perform app.note_usage(new.tenant_id, 'transactions', to_char(month, 'YYYY-MM'), used + new.rows, included);
  return new;
end
$$;
revoke all on function app.count_import() from public;
create trigger counts_import before insert on transaction_imports
  for each row execute function app.count_import();

-- As before (migration 68), without the rows of an import, which are counted together.
create or replace function app.count_transaction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  included integer;
  used bigint;
  created constant timestamptz := app.uuid7_time(new.id);
  month constant timestamp := date_trunc('month', created at time zone 'UTC');
begin
  new.sample := false;
  if new.import_id::text = current_setting('app.counted_import', true) then
    return new;
  end if;
  select p.max_transactions into included
    from tenant_products tp
    join subscription_prices pr on pr.id = tp.subscription_price_id
    join subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = new.tenant_id and tp.status <> 'canceled'
      and (tp.end_date is null or tp.end_date > app.billing_now())
    order by p.tier desc, tp.start_date desc
    limit 1;
  if coalesce(included, 0) = 0 then
    return new;
  end if;
  perform pg_advisory_xact_lock(hashtextextended('transactions ' || new.tenant_id, 0));
  select count(*) into used from (
    select from transactions
      where tenant_id = new.tenant_id and not sample
        and id >= app.first_uuid7(month) and id < app.first_uuid7(month + interval '1 month')
      limit included
  ) counted;
  if used >= included then
    perform app.refuse('usage.transactions',
      jsonb_build_object('limit', 'transactions', 'used', used, 'max', included));
  end if;
  if month = date_trunc('month', clock_timestamp() at time zone 'UTC') then
    perform app.note_usage(new.tenant_id, 'transactions', to_char(month, 'YYYY-MM'), used + 1, included);
  end if;
  return new;
end
$$;
