-- Billing operations, stored before the first request to the provider. A crash leaves an open operation:
-- recovery completes it when the payment succeeded and reverts it otherwise (R-SUB-20).

create table billing_intents (
  id uuid primary key default app.uuid7(),
  kind text not null check (kind in
    ('register', 'create_tenant', 'subscribe', 'change_plan', 'buy', 'cancel', 'update_card')),
  -- Only one operation can be open for a subject: the user who registers or the organization that pays.
  subject text not null,
  -- No foreign key: the organization does not exist yet while it is being created.
  for_tenant uuid not null,
  user_id uuid,
  subscription_price_id uuid,
  state text not null default 'open'
    check (state in ('open', 'authenticating', 'done', 'undone')),
  customer_id text,
  -- the subscription; for a one-time purchase the invoice
  service_id text,
  -- Parameters needed to complete the operation, without secrets; emptied at the end.
  request jsonb not null default '{}',
  -- Seats of the requested product; 0: unlimited. Null: the operation changes no product.
  max_users integer,
  -- The process that runs the operation, and the end of its lease.
  holder uuid not null default gen_random_uuid(),
  held_until timestamptz not null default now() + interval '1 minute',
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create unique index billing_intents_subject_key on billing_intents (subject)
  where state in ('open', 'authenticating');
create index billing_intents_pending_idx on billing_intents (held_until)
  where state in ('open', 'authenticating');
create index billing_intents_tenant_idx on billing_intents (for_tenant);
grant select, insert, update on billing_intents to pregao_app;
grant select on billing_intents to pregao_operator;

-- Cards that were used for a trial, by the provider's fingerprint. They outlive the organization, so that
-- deleting an organization does not allow another trial (R-SUB-06).
create table billing_trials (
  fingerprint text primary key,
  intent_id uuid not null,
  created_at timestamptz not null default now()
);
grant select, insert, delete on billing_trials to pregao_app;

-- Applies the lower seat limit while a change to a smaller plan is pending, so that no member is added who
-- would not fit into it.
create or replace function app.seats(of_tenant uuid) returns integer
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select case when t.subdomain = 'admin' then 0 else coalesce(
      (select min(room) from (
        select max_users as room from app.active_product(t.id)
        union all
        select max_users from billing_intents
        where for_tenant = t.id and state in ('open', 'authenticating') and max_users > 0
          and exists (select from app.active_product(t.id))
      ) rooms where room > 0),
      (select 0 from app.active_product(t.id)),
      1) end
    from tenants t where t.id = of_tenant
  $$;
