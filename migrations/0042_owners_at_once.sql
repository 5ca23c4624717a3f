-- Rules of members and revenue in a form that also holds on Citus (docs/scaling.md).

-- As before (migration 31), in PL/pgSQL: Citus can't plan SQL functions that query sharded tables. The trigger
-- that takes a seat runs on the node of the organization and reads billing_intents from the coordinator.
create or replace function app.seats(of_tenant uuid) returns integer
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
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
  select max_users into remaining from app.remaining_product(of_tenant);
  if has_active then
    select min(max_users) into pending from billing_intents
      where for_tenant = of_tenant and state in ('open', 'authenticating') and max_users > 0;
  end if;
  return coalesce(
    least(nullif(active, 0), nullif(remaining, 0), pending),
    case when has_active then 0 else 1 end);
end
$$;

-- As before (migration 18), in PL/pgSQL.
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
        where held.tenant_id = of_tenant
    ) side
    group by side.currency
    having sum(side.before) <> sum(side.after);
end
$$;

-- Changes what the previous release still needs. Distributing the tables calls this procedure, and so will the
-- first migration after the next release.
create procedure app.end_previous_release()
  language plpgsql
  set search_path = public, pg_temp
as $$
begin
  -- Requests are marked by a statement (migration 40).
  drop trigger if exists marks_request on audit_log;
  -- Checks owners at the end of each statement: the error of a check at commit on another node does not reach
  -- the caller. The previous release removes an owner before it adds the next one.
  drop trigger if exists keeps_an_owner on memberships;
  create trigger keeps_an_owner after delete or update of role, status, user_id, tenant_id on memberships
    for each row when (old.role = 0 and old.status = 2) execute function app.keep_an_owner();
end
$$;
revoke execute on procedure app.end_previous_release() from public;
