-- The payment sandbox's own records: what the provider would keep on its side of the wire.
-- Only the owner role reads and writes here; the product's runtime roles get no grant, so that
-- nothing of ours can look at the provider's books except through its HTTP API.

create schema sandbox;

-- Every object of the provider, whatever its kind, as its API shows it.
create table sandbox.objects (
  id text primary key,
  -- Newest first is the provider's list order; `created` has whole seconds and cannot order.
  position bigint generated always as identity,
  kind text not null,
  -- What it hangs from: a price's product, a subscription's or invoice's customer, an event's object.
  parent text,
  created bigint not null,
  data jsonb not null
);
create index objects_by_kind on sandbox.objects (kind, position);
create index objects_by_parent on sandbox.objects (parent, kind, position);

-- The answer to each keyed request, so that a repeated one changes nothing.
create table sandbox.idempotency_keys (
  key text primary key,
  endpoint text not null,
  parameters bytea not null,
  request_id text not null,
  status integer not null,
  body text not null,
  created bigint not null
);

-- The sandbox's time is real time plus an offset. Its one row is also the lock of every write:
-- one writer at a time, and time cannot move in the middle of a write.
create table sandbox.clock (
  single boolean primary key default true check (single),
  offset_seconds bigint not null default 0
);
insert into sandbox.clock default values;
