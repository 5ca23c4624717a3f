-- Records of the payment sandbox, as the provider would store them, and the local mailbox. Only the owner accesses
-- them: the application reaches this data through the provider's HTTP API alone.
create schema sandbox;

-- All objects of the provider as its API returns them, in one table for all kinds.
create table sandbox.objects (
  id text primary key,
  -- Defines the provider's list order, newest first. `created` has whole seconds and is not unique.
  position bigint generated always as identity,
  kind text not null,
  -- Related object: the product of a price, the customer of a subscription or invoice, the object of an event.
  parent text,
  created bigint not null,
  data jsonb not null,
  -- Time of the next action on an object: the end of a trial, a renewal, the finalization of a draft invoice,
  -- the next payment attempt. Null: none.
  due_at bigint
);
create index objects_by_kind on sandbox.objects (kind, position);
create index objects_by_parent on sandbox.objects (parent, kind, position);
create index objects_due on sandbox.objects (due_at) where due_at is not null;

-- The sandbox's time is real time plus this offset. Every write locks this single row, so that writes are
-- serialized and the time does not change during a write.
create table sandbox.clock (
  single boolean primary key default true check (single),
  offset_seconds bigint not null default 0
);
insert into sandbox.clock default values;

-- Stored responses by idempotency key: a repeated request has no further effect.
create table sandbox.idempotency_keys (
  key text primary key,
  endpoint text not null,
  parameters bytea not null,
  request_id text not null,
  status integer not null,
  body text not null,
  created bigint not null
);

create table sandbox.settings (
  single boolean primary key default true check (single),
  -- Signs the webhooks. Stored here because all processes on this database need the same one.
  webhook_secret text not null
    default 'whsec_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  delivery_mode text not null default 'normal'
    check (delivery_mode in ('normal', 'off', 'duplicate', 'shuffle')),
  delay_seconds integer not null default 0 check (delay_seconds >= 0),
  -- Faults that the next requests get instead of a response, in this order.
  faults text[] not null default '{}'
);
insert into sandbox.settings default values;

-- Deliveries of events; none are created while deliveries are off. Times are epoch seconds of the sandbox, so
-- that moving its clock also advances the next attempt; claimed_until is real time.
create table sandbox.deliveries (
  id bigint generated always as identity primary key,
  event text not null references sandbox.objects (id),
  attempts integer not null default 0,
  -- Null: delivered or given up.
  next_at double precision,
  claimed_until timestamptz,
  delivered_at double precision,
  last_error text
);
create index deliveries_due on sandbox.deliveries (next_at, id) where next_at is not null;
create index deliveries_by_event on sandbox.deliveries (event);

-- The local mailbox, which receives email while no mail server is configured. Only the owner may read it.
create table sandbox.emails (
  id uuid primary key,
  recipient text not null,
  subject text not null,
  text text not null,
  html text not null,
  at timestamptz not null default now()
);
create index emails_newest_idx on sandbox.emails (at desc, id desc);
create index emails_recipient_idx on sandbox.emails (lower(recipient), at desc, id desc);
