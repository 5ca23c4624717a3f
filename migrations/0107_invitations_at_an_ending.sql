-- Open invitations don't count against the free plan: those without a seat are withdrawn when a paid plan ends
-- (decision 77), and until then they must not make the organization read-only.

-- As before (migration 105), with active members alone.
create or replace function app.active_product(of_tenant uuid)
  returns table (tier integer, max_users integer, overdue boolean)
  language plpgsql stable
as $$
begin
  return query
    select p.tier, p.max_users,
           tp.status = 'paused'
             or coalesce(tp.status = 'past_due' and tp.grace_ends <= app.billing_now(), false)
             or (tp.service_id is null and pr.price = 0 and p.max_users > 0 and exists (
               select 1 from public.memberships m
               where m.tenant_id = of_tenant and m.status = 2
               offset p.max_users)) as overdue
    from public.tenant_products tp
    join public.subscription_prices pr on pr.id = tp.subscription_price_id
    join public.subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled'
      and (tp.end_date is null or tp.end_date > app.billing_now())
    order by p.tier desc, 3
    limit 1;
end
$$;
