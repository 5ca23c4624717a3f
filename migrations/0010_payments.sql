-- Billing operations, trials, reconciliation with the payment provider, and revenue.

-- Billing operations, stored before the first request to the provider. A crash leaves an open operation:
-- recovery completes it when the payment succeeded and reverts it otherwise (R-SUB-20).
create table billing_operations (
  id uuid primary key default app.uuid7(),
  kind text not null check (kind in ('register', 'create_tenant', 'subscribe', 'change_plan', 'buy', 'cancel',
    'update_card', 'free_plan', 'credit', 'refund', 'extend_trial', 'grant_plan')),
  -- Only one operation can be open for a subject: the user who registers or the organization that pays.
  subject text not null,
  -- No foreign key: the organization does not exist yet while it is being created.
  for_tenant uuid not null,
  user_id uuid,
  subscription_price_id uuid,
  -- failed: the provider refused to reverse it; left open, it would lock the organization's billing
  state text not null default 'open' check (state in ('open', 'authenticating', 'done', 'undone', 'failed')),
  customer_id text,
  -- the subscription; for a one-time purchase the invoice
  service_id text,
  -- Parameters needed to complete the operation, without secrets; emptied at the end.
  request jsonb not null default '{}',
  -- Seats of the requested product; 0: unlimited. Null: the operation changes no product.
  max_users integer,
  -- The process that runs the operation, and the end of its lease.
  lease_holder uuid not null default gen_random_uuid(),
  lease_ends_at timestamptz not null default now() + interval '1 minute',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- digest of the request that started it (app.keyed_requests)
  requested_by bytea default app.current_request()
);
create index billing_operations_pending_idx on billing_operations (lease_ends_at)
  where state in ('open', 'authenticating');
create index billing_operations_tenant_idx on billing_operations (for_tenant);
create unique index billing_operations_subject_key on billing_operations (subject)
  where state in ('open', 'authenticating');
create index billing_operations_requested_by_idx on billing_operations (requested_by) where requested_by is not null;
alter table billing_operations enable row level security;
create policy operator_rows on billing_operations for select to pregao_operator using (true);
create policy runtime_rows on billing_operations to pregao_runtime
  using (for_tenant = (select app.tenant_id()) or (select app.is_system()))
  with check (for_tenant = (select app.tenant_id()) or (select app.is_system()));
grant select, insert, update on billing_operations to pregao_runtime;
grant select on billing_operations to pregao_operator;
call app.audited('billing_operations', 'payment', 'kind', 'subscription_price_id', 'state',
  '*customer_id', '*service_id');

-- Stores or removes the limit of seats in the transaction that changes the operation, with the rights of the caller,
-- whose connection to the node of the organization it then uses.
create function app.set_pending_seat_limit() returns trigger
  language plpgsql security invoker set search_path = public, pg_temp as $$
begin
  if new.max_users > 0 and new.state in ('open', 'authenticating') then
    insert into pending_seat_limits (tenant_id, operation_id, max_users)
      values (new.for_tenant, new.id, new.max_users)
      on conflict (tenant_id, operation_id) do update set max_users = excluded.max_users;
  else
    delete from pending_seat_limits where tenant_id = new.for_tenant and operation_id = new.id;
  end if;
  return null;
end $$;
create trigger sets_pending_seat_limit after insert on billing_operations
  for each row when (new.max_users > 0) execute function app.set_pending_seat_limit();
create trigger sets_pending_seat_limit_on_update after update of max_users, state on billing_operations
  for each row when (
    (case when old.state in ('open', 'authenticating') then old.max_users end)
      is distinct from (case when new.state in ('open', 'authenticating') then new.max_users end))
  execute function app.set_pending_seat_limit();

-- Trials that were used: one for each organization, person and card. Rows outlive the organization, so that deleting
-- it does not allow another trial (R-SUB-06).
create table billing_trials (
  fingerprint text primary key,
  operation_id uuid not null,
  created_at timestamptz not null default now(),
  -- The organization that used the trial: the same card may be added to that trial again.
  for_tenant uuid
);
comment on table billing_trials is 'across tenants: fingerprints of cards and digests of mailboxes that had a trial';
comment on column billing_trials.fingerprint is
  'what has had its trial: a card by the provider''s fingerprint, tenant:<id>, or app.trial_identity(email)';
grant select, insert, delete on billing_trials to pregao_runtime;

-- Returns the identity of a user for trials: a digest of the mailbox. Addresses that deliver to one mailbox
-- (a tag after `+`, dots at Gmail) count as one user (R-SUB-06).
create function app.trial_identity(email text) returns text
  language sql immutable parallel safe
  begin atomic
    select 'person:' || encode(sha256(convert_to(
      case when domain in ('gmail.com', 'googlemail.com')
        then replace(name, '.', '') || '@gmail.com'
        else name || '@' || domain end, 'UTF8')), 'hex')
    from (select regexp_replace(regexp_replace(lower(trim(email)), '@[^@]*$', ''), '(.)\+.*$', '\1')
                   as name,
                 regexp_replace(lower(trim(email)), '^.*@', '') as domain) mailbox;
  end;

-- Reconciliation state of a tenant. The writer increments the version: a snapshot that was read under an
-- older version is discarded.
create table billing_reconciliations (
  tenant_id uuid primary key references tenants on delete cascade,
  version bigint not null default 0,
  reconciled_at timestamptz not null default now(),
  -- the provider has a payment method on file
  has_card boolean not null default false
);
call app.protect_tenant_table('billing_reconciliations', deletes => false);

-- Notifications sent to owners and admins, one for each cause (R-SUB-22). Emails are purged after a while,
-- these rows are not.
create table billing_notifications (
  tenant_id uuid not null references tenants on delete cascade,
  cause text not null,
  notified_at timestamptz not null default now(),
  primary key (tenant_id, cause)
);
call app.protect_tenant_table('billing_notifications', deletes => false);

-- Invoices of subscriptions whose payment failed, and when they were paid after all, as the provider reports them.
-- No foreign key: like the ledger, the figures outlive organizations.
create table failed_invoices (
  tenant_id uuid not null,
  -- the provider's id of the invoice
  service_id text not null,
  currency text not null,
  -- the amount due, in minor units
  amount bigint not null check (amount > 0),
  -- by the provider's clock
  failed_at timestamptz not null,
  paid_at timestamptz,
  primary key (tenant_id, service_id)
);
create index failed_invoices_failed_idx on failed_invoices (failed_at, service_id);
comment on index failed_invoices_failed_idx is 'across tenants: the operator reads the failed invoices of a period';
call app.protect_tenant_table('failed_invoices', deletes => false);

-- Actions of operators for an organization, with the reason they gave (R-SUP-01). The audit log names the operator.
create table support_actions (
  tenant_id uuid not null,
  -- for a change at the payment provider, the id of its billing operation
  id uuid not null default app.uuid7(),
  kind text not null check (kind in ('organization_edited', 'plan_granted', 'trial_extended', 'plan_changed',
    'balance_credited', 'invoice_refunded', 'receipt_resent')),
  reason text not null check (length(reason) between 1 and 500),
  operator_id uuid not null,
  -- by the provider's clock
  created_at timestamptz not null default app.billing_now(),
  -- minor units
  amount bigint check (amount > 0),
  currency text,
  -- number of the invoice
  invoice text,
  -- title of the plan
  plan text,
  -- end of the trial or of the granted plan; null: no end
  ends_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants on delete cascade,
  check ((amount is null) = (currency is null))
);
call app.protect_tenant_table('support_actions');
-- Actions are added and read, never changed.
revoke update, delete on support_actions from pregao_runtime, pregao_operator;
call app.audited('support_actions', 'supportAction', 'kind', 'reason', 'amount', 'currency', 'invoice', 'plan',
  'ends_at', 'operator_id');

-- The ledger of revenue changes. Amounts are per year and in minor units: integers, so that sums are exact. Monthly
-- recurring revenue (MRR) is a twelfth. No foreign keys: the ledger outlives organizations and prices.
create table revenue_movements (
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
create index revenue_movements_at_idx on revenue_movements (at, id);
comment on index revenue_movements_at_idx
  is 'across tenants: the operator reads the revenue of all organizations, newest first';
create index revenue_movements_kind_idx on revenue_movements (kind, at, id);
comment on index revenue_movements_kind_idx is 'across tenants: the operator finds revenue changes by kind';
create index revenue_movements_currency_idx on revenue_movements (currency, at, id);
comment on index revenue_movements_currency_idx is 'across tenants: the operator finds revenue changes by currency';
call app.protect_tenant_table('revenue_movements');
revoke insert, update, delete on revenue_movements from pregao_runtime, pregao_operator;

create trigger refuses_change before update or delete on revenue_movements
  for each row execute function app.refuse_change('ledger');

-- Returns the yearly revenue of a price, less the recurring discount, for a subscription status. Trials, overdue
-- subscriptions and one-time purchases count 0.
create function app.yearly_revenue(price bigint, recurring_discount bigint, billing_period smallint, status text)
  returns bigint
  language sql immutable
  return case
    when status is distinct from 'active' or billing_period = 0 then 0
    -- daily, weekly, monthly, yearly
    else greatest(0, price - recurring_discount) * (array[365, 52, 12, 1])[billing_period]
  end;

-- Adds the difference between a tenant's ledger and its products, if there is one. Granted subscriptions bring no
-- revenue, and a trial does once it was paid. A deferred trigger, so that a change in several statements becomes one
-- movement.
create function app.record_revenue_movement() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  of_tenant constant uuid := coalesce(new.tenant_id, old.tenant_id);
begin
  insert into revenue_movements (tenant_id, subscription_price_id, currency, before, after)
    select of_tenant,
           (array_agg(price_id order by side.after desc, noted desc nulls last))[1],
           side.currency, sum(side.before), sum(side.after)
    from (
      select subscription_price_id as price_id, currency, after - before as before, 0 as after,
             id as noted
        from revenue_movements where tenant_id = of_tenant
      union all
      select price.id, price.currency, 0,
             app.yearly_revenue(price.price, held.recurring_discount, price.billing_period, held.status), null
        from tenant_products held
        join subscription_prices price on price.id = held.subscription_price_id
        where held.tenant_id = of_tenant and not held.granted
          and (held.trial_ends is null or held.paid)
    ) side
    group by side.currency
    having sum(side.before) <> sum(side.after);
  return null;
end $$;
create constraint trigger records_revenue_movement after insert or update or delete on tenant_products
  deferrable initially deferred for each row execute function app.record_revenue_movement();

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
create index provider_events_type_idx on provider_events (type, received_at, id);
create index provider_events_customer_idx on provider_events (customer_id, received_at, id);
create index provider_events_created_id_idx on provider_events (created_at, id);
create index provider_events_unsettled_idx on provider_events (received_at, id) where settled_at is null;
grant select (id, type, livemode, created_at, customer_id, received_at, settled_at, attempts, last_error) on
  provider_events to pregao_operator;

-- Stores an event and queues the reconciliation of its customer in one transaction. Returns false when the event is
-- already stored. The job key allows one waiting job for each customer, however many events request it; a job that
-- already runs does not count, because it may have read older state.
create function app.receive_event(
  id text, type text, livemode boolean, created_at timestamptz, customer text, body text
) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
begin
  insert into public.provider_events
      (id, type, livemode, created_at, customer_id, body, settled_at)
    values ($1, $2, $3, $4, $5, $6, case when $5 is null then now() end)
    on conflict do nothing;
  if not found then
    return false;
  end if;
  if customer is not null then
    perform app.add_job('payments.reconcile', jsonb_build_object('customer', customer),
      job_key => 'payments.reconcile:' || customer);
  end if;
  return true;
end $$;

-- Processes an event again, for the operator. Returns false when there is no such event.
create function app.replay_event(of_event text) returns boolean
  language plpgsql security definer set search_path = pg_catalog, pg_temp as $$
declare
  customer text;
begin
  update public.provider_events set settled_at = null, last_error = null
    where id = of_event and customer_id is not null
    returning customer_id into customer;
  if customer is null then
    return exists (select from public.provider_events where id = of_event);
  end if;
  perform app.add_job('payments.reconcile', jsonb_build_object('customer', customer),
    job_key => 'payments.reconcile:' || customer);
  return true;
end $$;

-- How far the scheduled run has read the provider's list of events, by the billing clock: the start of its last
-- reading that stored all of them. No other writer changes it, so that a newer event from the webhook hides none that
-- was lost. Without a row the list was never read. Every tenant's events are in one list, so the row belongs to none.
create table app.provider_event_reads (
  id boolean primary key default true check (id),
  read_until timestamptz not null
);
comment on table app.provider_event_reads
  is 'across tenants: one list of events at the provider, read by the owner''s job';

revoke execute on all routines in schema app from public;
grant execute on function app.trial_identity, app.receive_event to pregao_runtime;
grant execute on function app.yearly_revenue, app.replay_event to pregao_operator;
