-- Until when the scheduled run has read the provider's list of events, by the billing clock: the start of its last reading
-- that stored all of them. No other writer changes it, so that a newer event from the webhook hides none that was lost.
-- Without a row the list was never read. Every tenant's events are in one list, so the row belongs to none.
create table app.provider_event_reads (
  id boolean primary key default true check (id),
  read_until timestamptz not null
);
comment on table app.provider_event_reads is 'across tenants: one list of events at the provider, read by the owner''s job';
