-- Revenue of organizations and the ledger of its changes. Amounts are per year and in minor units: integers,
-- so that sums are exact. Monthly recurring revenue (MRR) is a twelfth.

-- Returns the yearly revenue of a price for a subscription status. Trials, overdue subscriptions and one-time
-- purchases count 0.
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

-- Returns the status for revenue. After a trial the provider reports `active` for about an hour until it
-- tries to charge; without a card this still counts as a trial.
create function app.revenue_status(status text, trial_ends timestamptz, has_card boolean)
  returns text
  language sql immutable
  return case
    when status = 'active' and trial_ends is not null and not coalesce(has_card, false)
      then 'trialing'
    else status
  end;
revoke all on function app.revenue_status(text, timestamptz, boolean) from public;
grant execute on function app.revenue_status(text, timestamptz, boolean) to pregao_operator;

-- No foreign keys: the ledger outlives organizations and prices.
create table mrr_movements (
  tenant_id uuid not null,
  id uuid not null default app.uuid7(),
  -- by the provider's clock
  at timestamptz not null default app.billing_now(),
  -- the new price; for a churn the former one
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
-- For the operator's list of all movements, newest first.
create index mrr_movements_at_idx on mrr_movements (at, id);
call app.protect_tenant_table('mrr_movements');
revoke insert, update, delete on mrr_movements from pregao_app, pregao_operator;

-- Adds the difference between a tenant's ledger and its products, if there is one.
create function app.settle_revenue(of_tenant uuid) returns void
  language sql security definer set search_path = public, pg_temp
as $$
  insert into mrr_movements (tenant_id, subscription_price_id, currency, before, after)
    select of_tenant,
           (array_agg(price_id order by side.after desc, noted desc nulls last))[1],
           currency, sum(side.before), sum(side.after)
    from (
      select subscription_price_id as price_id, currency, after - before as before, 0 as after,
             id as noted
        from mrr_movements where tenant_id = of_tenant
      union all
      select price.id, price.currency, 0,
             app.yearly_revenue(price.price, price.billing_period,
               app.revenue_status(held.status, held.trial_ends, sync.has_card)),
             null
        from tenant_products held
        join subscription_prices price on price.id = held.subscription_price_id
        left join billing_syncs sync on sync.tenant_id = held.tenant_id
        where held.tenant_id = of_tenant
    ) side
    group by currency
    having sum(side.before) <> sum(side.after)
$$;
revoke all on function app.settle_revenue(uuid) from public;

-- Runs as a deferred constraint trigger, so that a change in several statements becomes one movement.
create function app.note_revenue() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  perform app.settle_revenue(coalesce(new.tenant_id, old.tenant_id));
  return null;
end
$$;
revoke all on function app.note_revenue() from public;
create constraint trigger notes_revenue after insert or update or delete on tenant_products
  deferrable initially deferred
  for each row execute function app.note_revenue();
create constraint trigger notes_revenue after insert or update of has_card on billing_syncs
  deferrable initially deferred
  for each row execute function app.note_revenue();

create function app.keep_the_ledger() returns trigger
  language plpgsql
  as $$ begin raise exception 'The ledger is only added to' using errcode = '42501'; end $$;
revoke all on function app.keep_the_ledger() from public;
create trigger keeps_the_ledger before update or delete or truncate on mrr_movements
  for each statement execute function app.keep_the_ledger();

-- Existing revenue starts at the end of the trial or at the start of the subscription.
insert into mrr_movements (tenant_id, at, subscription_price_id, currency, before, after)
  select tenant_id, since, price_id, currency, 0, yearly
  from (
    select held.tenant_id, coalesce(held.trial_ends, held.start_date) as since,
           price.id as price_id, price.currency,
           app.yearly_revenue(price.price, price.billing_period,
             app.revenue_status(held.status, held.trial_ends, sync.has_card)) as yearly
    from tenant_products held
    join subscription_prices price on price.id = held.subscription_price_id
    left join billing_syncs sync on sync.tenant_id = held.tenant_id
  ) running
  where yearly > 0;
