import type { SandboxStore } from './store.ts';

/** Locks other callers out until the transaction ends: IF NOT EXISTS alone fails in a race. */
const lock = `select pg_advisory_xact_lock(hashtext('stripe sandbox schema'))`;

const statements = [
  'create schema if not exists sandbox',

  // Every object, as the API shows it.
  `create table if not exists sandbox.objects (
     id text primary key,
     -- Lists show the newest first, and created has whole seconds only.
     position bigint generated always as identity,
     kind text not null,
     -- Owner: the product of a price, the customer of a subscription, the object of an event.
     parent text,
     created bigint not null,
     data jsonb not null,
     -- Next time at which the clock changes the object.
     due_at bigint
   )`,
  'create index if not exists objects_by_kind on sandbox.objects (kind, position)',
  'create index if not exists objects_by_parent on sandbox.objects (parent, kind, position)',
  'create index if not exists objects_due on sandbox.objects (due_at) where due_at is not null',

  `create table if not exists sandbox.idempotency_keys (
     key text primary key,
     endpoint text not null,
     parameters bytea not null,
     request_id text not null,
     status integer not null,
     body text not null,
     created bigint not null
   )`,

  // Its one row is also the lock that serializes all writes.
  `create table if not exists sandbox.clock (
     single boolean primary key default true check (single),
     offset_seconds bigint not null default 0
   )`,
  'insert into sandbox.clock default values on conflict do nothing',

  `create table if not exists sandbox.settings (
     single boolean primary key default true check (single),
     webhook_secret text not null
       default 'whsec_' || replace(gen_random_uuid()::text || gen_random_uuid()::text, '-', ''),
     delivery_mode text not null default 'normal'
       check (delivery_mode in ('normal', 'off', 'duplicate', 'shuffle')),
     delay_seconds integer not null default 0 check (delay_seconds >= 0),
     -- Faults of the next requests, in order.
     faults text[] not null default '{}'
   )`,
  'insert into sandbox.settings default values on conflict do nothing',

  // Times are epoch seconds of the sandbox's clock, except for the claim of a running attempt.
  `create table if not exists sandbox.deliveries (
     id bigint generated always as identity primary key,
     event text not null references sandbox.objects (id),
     attempts integer not null default 0,
     -- Null once delivered or given up.
     next_at double precision,
     claimed_until timestamptz,
     delivered_at double precision,
     last_error text
   )`,
  `create index if not exists deliveries_due on sandbox.deliveries (next_at, id)
     where next_at is not null`,
  'create index if not exists deliveries_by_event on sandbox.deliveries (event)',
];

/** Creates the tables of the sandbox in the schema `sandbox`; keeps those that exist. */
export const createSchema = (store: SandboxStore): Promise<void> =>
  store.transaction(async (queries) => {
    for (const statement of [lock, ...statements]) await queries.query(statement, []);
  });
