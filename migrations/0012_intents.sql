-- What we are about to do with the provider, written down before it is asked. A crash in between
-- leaves an open intent: it is finished when the money moved, and undone when it did not.

create table billing_intents (
  id uuid primary key default app.uuid7(),
  kind text not null check (kind in
    ('register', 'create_tenant', 'subscribe', 'change_plan', 'buy', 'cancel', 'update_card')),
  -- One at a time: the person who registers, the organization that pays.
  subject text not null,
  -- No reference: while an organization is being created, it is not there yet.
  for_tenant uuid not null,
  user_id uuid,
  subscription_price_id uuid,
  state text not null default 'open'
    check (state in ('open', 'authenticating', 'done', 'undone')),
  customer_id text,
  -- of a subscription; a one-time purchase has its invoice here
  service_id text,
  -- What finishing needs, no secrets in it; emptied at the end.
  request jsonb not null default '{}',
  -- The most people that the product asked for has room for; 0: any number. Null: it changes none.
  max_users integer,
  -- Who works on it, and until when nobody else may.
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

-- Cards that had a trial, by the provider's fingerprint. It outlives the organization: deleting one
-- does not earn another trial.
create table billing_trials (
  fingerprint text primary key,
  intent_id uuid not null,
  created_at timestamptz not null default now()
);
grant select, insert, delete on billing_trials to pregao_app;

-- While a smaller plan is on its way, nobody sits down who would not fit into it.
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
