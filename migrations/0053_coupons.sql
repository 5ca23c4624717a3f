-- Coupons that operators create here, each with its promotion code at the payment provider (R-CPN-01). Codes that were
-- created at the provider have no row.
create table coupons (
  id uuid primary key default app.uuid7(),
  -- the text that customers type
  promotion_code text not null,
  percent_off double precision check (percent_off > 0 and percent_off <= 100),
  -- minor units
  amount_off bigint check (amount_off > 0),
  currency text check (currency in ('usd', 'mxn', 'eur')),
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
call app.audited('coupons', 'coupon', 'promotion_code', 'percent_off', 'amount_off', 'currency', 'duration', 'duration_in_months',
  'product_ids', 'max_redemptions', 'expires_at', 'active', 'service_id', 'promotion_code_id');
