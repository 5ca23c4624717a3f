-- A trial counts as revenue, and as converted, once a payment was received: not when the provider begins to call it
-- active, which it does before it charges.
alter table tenant_products add column paid boolean not null default false;
comment on column tenant_products.paid is 'true once a payment was received for the subscription';
-- safe: nothing was released
update tenant_products held set paid = true
  where held.trial_ends is not null
    and exists (select from mrr_movements m where m.tenant_id = held.tenant_id
      and m.subscription_price_id = held.subscription_price_id);

-- As before (migration 61), with payments instead of cards.
create or replace function app.settle_revenue(of_tenant uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  insert into mrr_movements (tenant_id, subscription_price_id, currency, before, after)
    select of_tenant,
           (array_agg(price_id order by side.after desc, noted desc nulls last))[1],
           side.currency, sum(side.before), sum(side.after)
    from (
      select subscription_price_id as price_id, currency, after - before as before, 0 as after,
             id as noted
        from mrr_movements where tenant_id = of_tenant
      union all
      select price.id, price.currency, 0,
             app.yearly_revenue(price.price, price.billing_period, held.status), null
        from tenant_products held
        join subscription_prices price on price.id = held.subscription_price_id
        where held.tenant_id = of_tenant and not held.granted
          and (held.trial_ends is null or held.paid)
    ) side
    group by side.currency
    having sum(side.before) <> sum(side.after);
end
$$;

-- safe: nothing reads it any longer
drop trigger notes_revenue on billing_syncs;
-- safe: nothing calls it any longer
drop function app.revenue_status(text, timestamptz, boolean);
