-- A subscription that an operator grants free of charge (R-SUP-09): it gives access like a paid one, and brings
-- no revenue.
alter table tenant_products add column granted boolean not null default false;

-- As before (migration 15), with the grant.
drop trigger audits on tenant_products;
call app.audited('tenant_products', 'tenantProduct', 'subscription_price_id', 'status',
  'trial_ends', 'grace_ends', 'start_date', 'end_date', 'cancelled_at', 'granted', '*service_id');

-- As before (migration 42), without granted subscriptions.
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
             app.yearly_revenue(price.price, price.billing_period,
               app.revenue_status(held.status, held.trial_ends, sync.has_card)),
             null
        from tenant_products held
        join subscription_prices price on price.id = held.subscription_price_id
        left join billing_syncs sync on sync.tenant_id = held.tenant_id
        where held.tenant_id = of_tenant and not held.granted
    ) side
    group by side.currency
    having sum(side.before) <> sum(side.after);
end
$$;
