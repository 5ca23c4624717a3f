-- Records of the payment sandbox, as the provider would store them. Only the owner role reads and writes
-- them; the runtime roles have no grants, so that the application reaches this data only through the
-- provider's HTTP API.

create schema sandbox;

-- All objects of the provider as its API returns them, in one table for all kinds.
create table sandbox.objects (
  id text primary key,
  -- Defines the provider's list order, newest first. `created` has whole seconds and is not unique.
  position bigint generated always as identity,
  kind text not null,
  -- Related object: the product of a price, the customer of a subscription or invoice, the object of an
  -- event.
  parent text,
  created bigint not null,
  data jsonb not null
);
create index objects_by_kind on sandbox.objects (kind, position);
create index objects_by_parent on sandbox.objects (parent, kind, position);

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

-- The sandbox's time is real time plus this offset. Every write locks this single row, so that writes are
-- serialized and the time does not change during a write.
create table sandbox.clock (
  single boolean primary key default true check (single),
  offset_seconds bigint not null default 0
);
insert into sandbox.clock default values;
