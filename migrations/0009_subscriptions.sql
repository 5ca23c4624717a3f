-- The catalog of plans, subscriptions of organizations, and what these allow: tier, access and seats.

-- Trials, grace periods and paid periods follow the provider's time. Stripe's is the real time; the payment sandbox can
-- move its clock, and sets the same offset here. Sessions, tokens and emails always use the real time.
create table app.billing_clock (
  single boolean primary key default true check (single),
  offset_seconds bigint not null default 0
);
comment on table app.billing_clock is 'across tenants: the time of what is paid for, the same for all organizations';
insert into app.billing_clock default values;
grant select on app.billing_clock to pregao_runtime, pregao_operator;

-- Returns the time of what is paid for. The body is a query: Citus cannot push the subquery of a `return` body down to
-- another node (docs/scaling.md).
create function app.billing_now() returns timestamptz
  language sql stable parallel safe
  begin atomic
    select now() + (select offset_seconds from app.billing_clock) * interval '1 second';
  end;

-- The catalog: products, their prices and features. The code that changes it also logs the changes
-- (src/server/billing/products/service/logged-rows.ts): the catalog has a copy on every node of Citus, and a trigger would
-- log each change once on every node.
create table subscription_products (
  id uuid primary key default app.uuid7(),
  -- the provider's id; empty until the product is created there
  service_id text not null default '',
  tier integer not null,
  title text not null,
  description text not null default '',
  badge text not null default '',
  active boolean not null default true,
  image app.picture not null default '',
  max_users integer not null default 0 check (max_users >= 0), -- 0: unlimited
  created_at timestamptz not null default now(),
  -- in a month (decision 47); 0: unlimited
  max_transactions integer not null default 0 check (max_transactions >= 0),
  -- of pictures of transactions and of logos, in megabytes (1,000,000 bytes); 0: unlimited
  max_storage integer not null default 0 check (max_storage >= 0),
  -- For how many days a plan keeps entries of the audit log (decision 68); 0: forever.
  audit_days integer not null default 0 check (audit_days >= 0)
);
comment on table subscription_products is 'across tenants: the catalog, the same for all organizations';
-- One of our products corresponds to one product of the provider.
create unique index subscription_products_service_id_key on subscription_products (service_id) where service_id <> '';
grant select, update (service_id) on subscription_products to pregao_runtime;
grant select, insert, update, delete on subscription_products to pregao_operator;

create table subscription_prices (
  id uuid primary key default app.uuid7(),
  service_id text not null default '',
  subscription_product_id uuid not null references subscription_products on delete cascade,
  type smallint not null check (type in (0, 1)),
  billing_period smallint not null check (billing_period between 0 and 4),
  price bigint not null check (price >= 0), -- minor units
  price_before bigint check (price_before >= 0),
  -- any currency of the provider; the contract lists them (R-PRD-12)
  currency text not null check (currency ~ '^[a-z]{3}$'),
  trial_days integer not null default 0 check (trial_days >= 0),
  active boolean not null default true,
  check ((type = 0) = (billing_period = 0))
);
comment on table subscription_prices is 'across tenants: the catalog, the same for all organizations';
create index subscription_prices_product_idx on subscription_prices (subscription_product_id);
create unique index subscription_prices_service_id_key on subscription_prices (service_id) where service_id <> '';
grant select, update (service_id) on subscription_prices to pregao_runtime;
grant select, insert, update, delete on subscription_prices to pregao_operator;

create table subscription_features (
  id uuid primary key default app.uuid7(),
  subscription_product_id uuid not null references subscription_products on delete cascade,
  "order" integer not null,
  key text not null,
  value text,
  translate_in_frontend boolean not null default false,
  included boolean not null default true
);
comment on table subscription_features is 'across tenants: the catalog, the same for all organizations';
create index subscription_features_product_idx on subscription_features (subscription_product_id);
grant select on subscription_features to pregao_runtime;
grant select, insert, update, delete on subscription_features to pregao_operator;

-- Coupons that operators create here, each with its promotion code at the payment provider (R-CPN-01). Codes that were
-- created at the provider have no row.
create table coupons (
  id uuid primary key default app.uuid7(),
  -- the text that customers type
  promotion_code text not null,
  percent_off double precision check (percent_off > 0 and percent_off <= 100),
  -- minor units
  amount_off bigint check (amount_off > 0),
  currency text check (currency ~ '^[a-z]{3}$'),
  duration text not null check (duration in ('once', 'repeating', 'forever')),
  duration_in_months integer check (duration_in_months > 0),
  -- null: all products
  product_ids uuid[] check (cardinality(product_ids) > 0),
  max_redemptions integer check (max_redemptions > 0),
  expires_at timestamptz,
  active boolean not null default true,
  -- the provider's ids of the coupon and of its promotion code
  service_id text not null unique,
  promotion_code_id text not null unique,
  created_at timestamptz not null default now(),
  check (num_nonnulls(percent_off, amount_off) = 1),
  check ((amount_off is null) = (currency is null)),
  check ((duration = 'repeating') = (duration_in_months is not null))
);
grant select, insert, update on coupons to pregao_operator;
call app.audited('coupons', 'coupon', 'promotion_code', 'percent_off', 'amount_off', 'currency', 'duration',
  'duration_in_months', 'product_ids', 'max_redemptions', 'expires_at', 'active', 'service_id', 'promotion_code_id');

-- Products that organizations have: subscriptions, one-time purchases, the free plan.
create table tenant_products (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  subscription_price_id uuid not null references subscription_prices,
  -- the provider's id of the subscription; null for free and one-time products
  service_id text,
  -- paused: nothing is owed, and the organization is read-only until it is resumed (decision 76)
  status text not null check (status in ('active', 'trialing', 'past_due', 'paused', 'canceled')),
  trial_ends timestamptz,
  -- end of the grace period: an unpaid tenant is read-only from then on (R-SUB-09)
  grace_ends timestamptz,
  start_date timestamptz not null default now(),
  end_date timestamptz,
  canceled_at timestamptz,
  -- A subscription that an operator grants free of charge (R-SUP-09): it gives access like a paid one, and brings
  -- no revenue.
  granted boolean not null default false,
  -- A trial counts as revenue, and as converted, once a payment was received: not when the provider begins to call it
  -- active, which it does before it charges.
  paid boolean not null default false,
  -- what running discounts take off each renewal, in minor units and without tax
  recurring_discount bigint not null default 0 check (recurring_discount >= 0),
  primary key (tenant_id, id)
);
comment on column tenant_products.paid is 'true once a payment was received for the subscription';
create index tenant_products_price_idx on tenant_products (subscription_price_id);
comment on index tenant_products_price_idx is 'across tenants: who uses a price that is about to go';
create unique index tenant_products_service_id_key on tenant_products (service_id);
comment on index tenant_products_service_id_key is 'across tenants: the provider names a subscription by its own id';
create index tenant_products_id_idx on tenant_products (id);
comment on index tenant_products_id_idx is 'across tenants: the operator reads who subscribed to what, newest first';
create unique index tenant_products_own_service_id_key on tenant_products (tenant_id, service_id);
create index tenant_products_status_idx on tenant_products (status);
comment on index tenant_products_status_idx
  is 'across tenants: the operator finds organizations by the status of their products';
create index tenant_products_trial_end_idx on tenant_products ((
  case when status = 'canceled' and end_date < trial_ends then end_date else trial_ends end))
  where trial_ends is not null;
comment on index tenant_products_trial_end_idx is 'across tenants: the operator finds trials by their end';
call app.protect_tenant_table('tenant_products', deletes => false);
create policy accounts_member_tenants on tenant_products for select to pregao_accounts
  using (tenant_id in (select app.my_tenants()));
call app.audited('tenant_products', 'tenantProduct', 'subscription_price_id', 'status',
  'trial_ends', 'grace_ends', 'start_date', 'end_date', 'canceled_at', 'granted', '*service_id');

-- Returns the active product: the current one of the highest tier; of these one whose payment is not overdue, one that
-- costs something, the newest (active-product.ts has the same order). `lasting` leaves out those that
-- end by a cancellation; a granted one has an end from its beginning, and gives its seats until then (decision 45).
-- No row: the tenant has none. Overdue, and so read-only, are a paused subscription, one whose payment is overdue beyond
-- the grace period, and a free plan with more members than it allows, until the organization subscribes or removes
-- members (R-SUB-07). A job writes status and end; the rest is derived from the rows. Counts members only up to the
-- limit. Open invitations don't count: those without a seat are withdrawn when a paid plan ends (decision 77), and until
-- then they must not make the organization read-only.
--
-- PL/pgSQL, because Citus can't plan SQL functions with parameters that query sharded tables. Queries of one tenant
-- name it by a parameter, never by a call, and don't mix it with tables of the coordinator (docs/scaling.md).
create function app.active_product(of_tenant uuid, lasting boolean default false)
  returns table (tier integer, max_users integer, max_transactions integer, max_storage integer, overdue boolean)
  language plpgsql stable as $$
declare
  at constant timestamptz := app.billing_now();
begin
  return query
    select p.tier, p.max_users, p.max_transactions, p.max_storage,
           tp.status = 'paused'
             or coalesce(tp.status = 'past_due' and tp.grace_ends <= at, false)
             or (tp.service_id is null and pr.price = 0 and p.max_users > 0 and exists (
               select 1 from public.memberships m
               where m.tenant_id = of_tenant and m.status = 2
               offset p.max_users)) as overdue
    from public.tenant_products tp
    join public.subscription_prices pr on pr.id = tp.subscription_price_id
    join public.subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled'
      and (tp.end_date is null
        or tp.end_date > at and (not lasting or tp.granted and tp.canceled_at is null))
    order by p.tier desc,
             tp.status = 'paused' or coalesce(tp.status = 'past_due' and tp.grace_ends <= at, false),
             tp.service_id is null and pr.price = 0,
             tp.start_date desc
    limit 1;
end $$;

-- Returns the tier that a tenant is entitled to, and whether it is read-only. A suspended organization has the tier
-- -1, which no access allows, and is read-only, so that no seat is taken.
create function app.entitlement(of_tenant uuid, out tier integer, out read_only boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  own record;
begin
  select t.subdomain, t.suspended_at into own from tenants t where t.id = of_tenant;
  if own.suspended_at is not null then
    tier := -1;
    read_only := true;
  elsif own.subdomain = 'admin' then
    -- The operator's own tenant has every entitlement without a product (R-ORG-10).
    tier := 2147483647;
    read_only := false;
  else
    select p.tier, p.overdue into tier, read_only from app.active_product(of_tenant) p;
    tier := coalesce(tier, 0);
    read_only := coalesce(read_only, false);
  end if;
end $$;

-- Limits of seats by changes of plan that are pending, stored with the organization: the trigger that takes a seat runs
-- on the node of the organization, which must not query billing_operations on the coordinator (docs/scaling.md).
create table pending_seat_limits (
  tenant_id uuid not null references tenants on delete cascade,
  -- the billing operation, which ends the limit
  operation_id uuid not null,
  max_users integer not null check (max_users > 0),
  primary key (tenant_id, operation_id)
);
call app.protect_tenant_table('pending_seat_limits');
-- Operations also proceed in the scope of the system.
create policy runtime_system_rows on pending_seat_limits to pregao_runtime
  using (tenant_id = (select app.tenant_id()) or (select app.is_system()))
  with check (tenant_id = (select app.tenant_id()) or (select app.is_system()));

-- Returns the number of seats; 0 means unlimited (R-MEM-04). Applies the limit of a smaller plan early, when a billing
-- operation or the cancellation of the current plan leads to it, so that members who join before the change still fit
-- after it. Reads tables of the organization only.
create function app.seat_limit(of_tenant uuid) returns integer
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  active integer;
  has_active boolean;
  remaining integer;
  pending integer;
begin
  if exists (select 1 from tenants where id = of_tenant and subdomain = 'admin') then
    return 0;
  end if;
  select max_users into active from app.active_product(of_tenant);
  has_active := found;
  -- The product that remains when all canceled products have ended.
  select max_users into remaining from app.active_product(of_tenant, lasting => true);
  if has_active then
    select min(max_users) into pending from pending_seat_limits where tenant_id = of_tenant;
  end if;
  return coalesce(
    least(nullif(active, 0), nullif(remaining, 0), pending),
    case when has_active then 0 else 1 end);
end $$;

-- Returns how many seats of the organization in scope are free; null: unlimited. The caller holds the lock of the
-- tenant's row, and has not changed a membership yet.
create function app.available_seats() returns integer
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  of_tenant constant uuid := app.tenant_id();
  seats constant integer := app.seat_limit(of_tenant);
  used integer;
begin
  if seats = 0 then
    return null;
  end if;
  select count(*) into used from memberships m where m.tenant_id = of_tenant and m.status in (0, 2);
  return greatest(seats - used, 0);
end $$;

-- Enforces the seat limit for every new or reactivated membership (R-MEM-05), and notes that it is near. Refuses one in an
-- organization that is read-only. An invitation
-- (status 0) reserves its seat, so accepting it (status 2) needs no check. Locks the tenant's row, so that concurrent
-- transactions count one after the other.
create function app.reserve_seat() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  seats integer;
  used integer;
begin
  perform from tenants where id = new.tenant_id for no key update;
  if (app.entitlement(new.tenant_id)).read_only then
    perform app.refuse('billing.readOnly');
  end if;
  seats := app.seat_limit(new.tenant_id);
  if seats > 0 then
    select count(*) into used from memberships where tenant_id = new.tenant_id and status in (0, 2);
    if used >= seats then
      perform app.refuse('tenant.maxNumberOfUsers', jsonb_build_object('max', seats));
    end if;
    perform app.record_usage_notice(new.tenant_id, 'members', '', used + 1, seats);
  end if;
  return new;
end $$;
create trigger reserves_seat before insert on memberships
  for each row when (new.status in (0, 2)) execute function app.reserve_seat();
create trigger reserves_seat_on_update before update of status on memberships
  for each row when (new.status in (0, 2) and old.status not in (0, 2)) execute function app.reserve_seat();

-- Cancellations of subscriptions with the reason that was given: each counts from the request until it is withdrawn.
create table cancellations (
  tenant_id uuid not null,
  id uuid not null default app.uuid7(),
  tenant_product_id uuid not null,
  -- by the provider's clock
  created_at timestamptz not null default app.billing_now(),
  -- null: the question was skipped
  reason text check (reason in ('too_expensive', 'missing_features', 'not_used', 'switched_service',
    'technical_problems', 'other')),
  comment text check (length(comment) between 1 and 500),
  -- the subscription was resumed before it ended
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, tenant_product_id) references tenant_products on delete cascade
);
-- A subscription ends once.
create unique index cancellations_pending_key on cancellations (tenant_id, tenant_product_id)
  where withdrawn_at is null;
create index cancellations_created_idx on cancellations (created_at, id);
comment on index cancellations_created_idx is 'across tenants: the operator reads every cancellation, newest first';
call app.protect_tenant_table('cancellations', deletes => false);
-- The log can't be erased, and a comment may name people.
call app.audited('cancellations', 'cancellation', 'tenant_product_id', 'reason', '*comment', 'withdrawn_at');

-- Withdraws the cancellation of a subscription that no longer ends: resumed by a member, by a change of plan
-- or in the provider's portal.
create function app.withdraw_cancellation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update cancellations set withdrawn_at = app.billing_now()
    where tenant_id = new.tenant_id and tenant_product_id = new.id and withdrawn_at is null;
  return null;
end $$;
create trigger withdraws_cancellation after update of end_date on tenant_products
  for each row when (old.end_date is not null and new.end_date is null) execute function app.withdraw_cancellation();

revoke execute on all routines in schema app from public;
grant execute on function app.billing_now to pregao_runtime, pregao_operator;
grant execute on function app.entitlement, app.available_seats to pregao_runtime;
