-- Settings of the payment sandbox, and its webhook deliveries. As for all records of the provider, only the
-- owner role has access.

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
