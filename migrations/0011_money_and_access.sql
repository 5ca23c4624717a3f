-- Webhook events, the reconciliation state of each tenant, and the billing clock.

-- Trials, grace periods and paid periods follow the provider's time. Stripe's is the real time; the payment
-- sandbox can move its clock, and sets the same offset here. Sessions, tokens and emails always use the real
-- time.
create table app.billing_clock (
  single boolean primary key default true check (single),
  offset_seconds bigint not null default 0
);
insert into app.billing_clock default values;
grant select on app.billing_clock to pregao_app, pregao_operator;

create function app.billing_now() returns timestamptz
  language sql stable parallel safe
  return now() + (select offset_seconds from app.billing_clock) * interval '1 second';
revoke execute on function app.billing_now() from public;
grant execute on function app.billing_now() to pregao_app, pregao_operator;

create or replace function app.active_product(of_tenant uuid)
  returns table (tier integer, max_users integer, overdue boolean)
  language sql stable
  begin atomic
    select p.tier, p.max_users,
           coalesce(tp.status = 'past_due' and tp.grace_ends <= app.billing_now(), false) as overdue
    from tenant_products tp
    join subscription_prices pr on pr.id = tp.subscription_price_id
    join subscription_products p on p.id = pr.subscription_product_id
    where tp.tenant_id = of_tenant and tp.status <> 'canceled'
      and (tp.end_date is null or tp.end_date > app.billing_now())
    order by p.tier desc, overdue
    limit 1;
  end;

-- The webhook inbox: every event of the provider, stored once as received (R-SUB-19). An event only signals
-- that a customer's records changed; the state is read from the provider (R-SUB-02).
create table provider_events (
  -- the provider's id
  id text primary key,
  type text not null,
  livemode boolean not null,
  -- by the provider's clock
  created_at timestamptz not null,
  -- null: the event concerns no customer and needs no reconciliation
  customer_id text,
  body text not null,
  received_at timestamptz not null default now(),
  -- since then our rows match the provider's state
  settled_at timestamptz,
  attempts integer not null default 0,
  last_error text
);
create index provider_events_newest_idx on provider_events (received_at desc, id desc);
create index provider_events_open_idx on provider_events (customer_id) where settled_at is null;
create index provider_events_created_idx on provider_events (created_at);

-- Queues a reconciliation of a customer. The job key allows one waiting job for each customer, however many
-- events request it; a job that already runs does not count, because it may have read older state.
create function app.queue_convergence(customer text) returns void
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  perform app.add_job(
    'payments.converge',
    jsonb_build_object('customer', customer),
    job_key => 'payments.converge:' || customer
  );
end
$$;

-- Stores an event and queues its job in one transaction. Returns false when the event is already stored.
create function app.receive_event(
  id text, type text, livemode boolean, created_at timestamptz, customer text, body text
) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
begin
  insert into public.provider_events
      (id, type, livemode, created_at, customer_id, body, settled_at)
    values ($1, $2, $3, $4, $5, $6, case when $5 is null then now() end)
    on conflict do nothing;
  if not found then
    return false;
  end if;
  if customer is not null then
    perform app.queue_convergence(customer);
  end if;
  return true;
end
$$;

-- Processes an event again, for the operator. Returns false when there is no such event.
create function app.replay_event(of_event text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  customer text;
begin
  update public.provider_events set settled_at = null, last_error = null
    where id = of_event and customer_id is not null
    returning customer_id into customer;
  if customer is null then
    return exists (select from public.provider_events where id = of_event);
  end if;
  perform app.queue_convergence(customer);
  return true;
end
$$;

grant select (id, type, livemode, created_at, customer_id, received_at, settled_at, attempts,
    last_error)
  on provider_events to pregao_operator;
revoke execute on function app.queue_convergence, app.receive_event, app.replay_event from public;
grant execute on function app.receive_event to pregao_app;
grant execute on function app.replay_event to pregao_operator;

-- Reconciliation state of a tenant. Each write increments the version: a snapshot that was read under an
-- older version is discarded.
create table billing_syncs (
  tenant_id uuid primary key references tenants on delete cascade,
  version bigint not null default 0,
  synced_at timestamptz not null default now(),
  -- the provider has a payment method on file
  has_card boolean not null default false
);
call app.protect_tenant_table('billing_syncs');

-- Notifications sent to owners and admins, one for each cause (R-SUB-22). Emails are purged after a while,
-- these rows are not.
create table billing_notices (
  tenant_id uuid not null references tenants on delete cascade,
  cause text not null,
  told_at timestamptz not null default now(),
  primary key (tenant_id, cause)
);
call app.protect_tenant_table('billing_notices');
