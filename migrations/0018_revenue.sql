-- What organizations pay, and the ledger of every change of it. Amounts are those of a year, in minor
-- units: whole numbers, so sums are exact. The monthly revenue (MRR) is a twelfth of them.

-- What a price brings in a year while its subscription has this status. Only what is paid counts: no
-- trial, nothing that is overdue, nothing that is bought once.
create function app.yearly_revenue(price bigint, billing_period smallint, status text)
  returns bigint
  language sql immutable
  return case
    when status is distinct from 'active' or billing_period = 0 then 0
    -- daily, weekly, monthly, yearly
    else price * (array[365, 52, 12, 1])[billing_period]
  end;
revoke all on function app.yearly_revenue(bigint, smallint, text) from public;
grant execute on function app.yearly_revenue(bigint, smallint, text) to pregao_operator;

-- It outlives organizations and prices, so it refers to none of them.
create table mrr_movements (
  tenant_id uuid not null,
  id uuid not null default app.uuid7(),
  -- by the provider's clock
  at timestamptz not null default app.billing_now(),
  -- what is paid from then on; of a churn, what was
  subscription_price_id uuid not null,
  currency text not null,
  before bigint not null,
  after bigint not null check (after <> before),
  kind text not null generated always as (
    case
      when before = 0 then 'new'
      when after = 0 then 'churn'
      when after > before then 'expansion'
      else 'contraction'
    end
  ) stored,
  primary key (tenant_id, id)
);
-- The operator reads everybody's, newest first.
create index mrr_movements_at_idx on mrr_movements (at, id);
call app.protect_tenant_table('mrr_movements');
revoke insert, update, delete on mrr_movements from pregao_app, pregao_operator;

-- Written in the transaction of the change, whoever makes it.
create function app.note_revenue() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into mrr_movements (tenant_id, subscription_price_id, currency, before, after)
    select coalesce(new.tenant_id, old.tenant_id),
           (array_agg(price_id order by side.after desc, side.before desc))[1],
           currency, sum(side.before), sum(side.after)
    from (
      select id as price_id, currency,
             app.yearly_revenue(price, billing_period, old.status) as before, 0 as after
        from subscription_prices where id = old.subscription_price_id
      union all
      select id, currency, 0, app.yearly_revenue(price, billing_period, new.status)
        from subscription_prices where id = new.subscription_price_id
    ) side
    group by currency
    having sum(side.before) <> sum(side.after);
  return null;
end
$$;
revoke all on function app.note_revenue() from public;
create trigger notes_revenue
  after insert or delete or update of status, subscription_price_id on tenant_products
  for each row execute function app.note_revenue();

create function app.keep_the_ledger() returns trigger
  language plpgsql
  as $$ begin raise exception 'The ledger is only added to' using errcode = '42501'; end $$;
revoke all on function app.keep_the_ledger() from public;
create trigger keeps_the_ledger before update or delete or truncate on mrr_movements
  for each statement execute function app.keep_the_ledger();

-- Whoever pays already began to when the subscription did, or its trial was over.
insert into mrr_movements (tenant_id, at, subscription_price_id, currency, before, after)
  select held.tenant_id, coalesce(held.trial_ends, held.start_date), price.id, price.currency, 0,
         app.yearly_revenue(price.price, price.billing_period, held.status)
  from tenant_products held
  join subscription_prices price on price.id = held.subscription_price_id
  where app.yearly_revenue(price.price, price.billing_period, held.status) > 0;
