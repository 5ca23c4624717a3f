-- Limits of plans beside that of members, and notices that an organization is near one (decision 47).

-- 0: unlimited
alter table subscription_products add column max_transactions integer not null default 0;
alter table subscription_products
  add constraint subscription_products_max_transactions_check check (max_transactions >= 0) not valid;

-- Limits of which an organization has used 80 %: a job emails its owners and admins once for each row (R-USE-04).
create table usage_notices (
  tenant_id uuid not null references tenants on delete cascade,
  -- key of the limit in src/contract/usage/limits.ts
  limit_key text not null,
  -- month in UTC, as 2026-11; empty for a limit without a period
  period text not null,
  -- the limit: a larger plan leads to a notice of its own
  included bigint not null,
  used bigint not null,
  created_at timestamptz not null default now(),
  mailed_at timestamptz,
  primary key (tenant_id, limit_key, period, included)
);
call app.protect_tenant_table('usage_notices');
-- For the job, across organizations.
create index usage_notices_due_idx on usage_notices (tenant_id) where mailed_at is null;

-- Stores the notice that an organization is near a limit. Below a limit of five, 80 % is the limit itself.
create function app.note_usage(of_tenant uuid, key text, during text, used bigint, included bigint) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  if included >= 5 and used * 5 >= included * 4 then
    insert into usage_notices (tenant_id, limit_key, period, included, used)
      values (of_tenant, key, during, included, used)
      on conflict do nothing;
  end if;
end
$$;
revoke all on function app.note_usage(uuid, text, text, bigint, bigint) from public;

-- Enforces the limit of transactions per month (R-USE-02). Ids begin with the time (app.uuid7), so the rows of this
-- month are a range of the primary key: it is counted up to the limit, without a counter that could drift. The lock
-- makes concurrent transactions count one after the other; organizations without a limit take none.
create function app.count_transaction() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  included integer;
  used bigint;
  month constant timestamp := date_trunc('month', clock_timestamp() at time zone 'UTC');
  first_id uuid;
begin
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
  first_id := rpad(lpad(to_hex((extract(epoch from month) * 1000)::bigint), 12, '0') || '7', 32, '0');
  select count(*) into used from (
    select from transactions where tenant_id = new.tenant_id and id >= first_id limit included
  ) counted;
  if used >= included then
    perform app.refuse('usage.transactions',
      jsonb_build_object('limit', 'transactions', 'used', used, 'max', included));
  end if;
  perform app.note_usage(new.tenant_id, 'transactions', to_char(month, 'YYYY-MM'), used + 1, included);
  return new;
end
$$;
revoke all on function app.count_transaction() from public;
create trigger counts_transaction before insert on transactions
  for each row execute function app.count_transaction();

-- As before (migration 6), with the notice.
create or replace function app.take_a_seat() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
declare
  seats integer;
  used integer;
begin
  perform from tenants where id = new.tenant_id for no key update;
  if (app.entitlement(new.tenant_id)).read_only then
    perform app.refuse('billing.readOnly');
  end if;
  seats := app.seats(new.tenant_id);
  if seats > 0 then
    select count(*) into used from memberships where tenant_id = new.tenant_id and status in (0, 2);
    if used >= seats then
      perform app.refuse('tenant.maxNumberOfUsers', jsonb_build_object('max', seats));
    end if;
    perform app.note_usage(new.tenant_id, 'members', '', used + 1, seats);
  end if;
  return new;
end
$$;
