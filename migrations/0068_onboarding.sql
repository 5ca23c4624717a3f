-- Sample transactions, the checklist of a new organization, and the requests to join of a person (decision 53).

-- When the member hid the checklist.
alter table memberships add column checklist_hidden_at timestamptz;

-- True for a row of the sample data, until a member changes it.
alter table transactions add column sample boolean not null default false;

-- As before (migration 62), without sample rows, by the month in which the transaction was created: a restored one and
-- a sample row that a member changes count in their own. The change makes it a row like any other.
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
drop trigger counts_transaction on transactions;
create trigger counts_transaction before insert on transactions
  for each row when (not new.sample) execute function app.count_transaction();
create trigger counts_changed_sample before update on transactions
  for each row when (old.sample) execute function app.count_transaction();

-- Leaves the sample rows that the transaction inserts or deletes out of the log: one entry covers them all.
create function app.begin_sampling() returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.set_local('sampling', 'on');
end
$$;
revoke all on function app.begin_sampling() from public;
grant execute on function app.begin_sampling() to pregao_runtime;

-- As before (migration 15), with the mark: a sample row that is restored is one again.
drop trigger audits on transactions;
call app.audited('transactions', 'transaction', 'description', 'quantity', 'price', 'date', 'category', 'image',
  'sample');

-- Returns the requests to join of the user in scope with what the join link showed of each organization. The policies
-- show neither before the membership is active.
create function app.my_requests()
  returns table (id uuid, tenant_id uuid, requested_at timestamptz, name text, logo text, logo_darkmode text,
    app_theme text, app_color text)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  person constant uuid := app.user_id();
begin
  return query
    select m.id, m.tenant_id, m.created_at, t.name, t.logo::text, t.logo_darkmode::text, t.app_theme, t.app_color
    from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = person and m.status = 1
    order by m.created_at, m.id
    limit 100;
end
$$;
revoke all on function app.my_requests() from public;
grant execute on function app.my_requests() to pregao_runtime;

-- Returns how many seats of the organization in scope are free; null: unlimited. The caller holds the lock of the
-- tenant's row, and has not changed a membership yet.
create function app.free_seats() returns integer
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  of_tenant constant uuid := app.tenant_id();
  seats constant integer := app.seats(of_tenant);
  used integer;
begin
  if seats = 0 then
    return null;
  end if;
  select count(*) into used from memberships m where m.tenant_id = of_tenant and m.status in (0, 2);
  return greatest(seats - used, 0);
end
$$;
revoke all on function app.free_seats() from public;
grant execute on function app.free_seats() to pregao_runtime;
