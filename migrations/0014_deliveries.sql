-- How the payment sandbox behaves for now, and its webhooks. As everything of the provider's, only
-- the owner role sees this.

create table sandbox.settings (
  single boolean primary key default true check (single),
  -- Signs the webhooks. Kept here, since every process on this database must know the same one.
  webhook_secret text not null
    default 'whsec_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
  delivery_mode text not null default 'normal'
    check (delivery_mode in ('normal', 'off', 'duplicate', 'shuffle')),
  delay_seconds integer not null default 0 check (delay_seconds >= 0),
  -- What the next requests meet instead of an answer, first one first.
  faults text[] not null default '{}'
);
insert into sandbox.settings default values;

-- Each sending of an event; none while deliveries are off. Moments are the sandbox's epoch seconds,
-- so that moving its clock also brings the next attempt; a claim lasts real time.
create table sandbox.deliveries (
  id bigint generated always as identity primary key,
  event text not null references sandbox.objects (id),
  attempts integer not null default 0,
  -- Null: delivered, or given up.
  next_at double precision,
  claimed_until timestamptz,
  delivered_at double precision,
  last_error text
);
create index deliveries_due on sandbox.deliveries (next_at, id) where next_at is not null;
create index deliveries_by_event on sandbox.deliveries (event);
