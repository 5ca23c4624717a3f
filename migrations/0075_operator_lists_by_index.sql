-- outside a transaction: writers continue while the indexes are built.
-- Filters of the operator's lists.
drop index concurrently if exists memberships_any_role_idx;
create index concurrently memberships_any_role_idx on memberships (role);
comment on index memberships_any_role_idx is 'across tenants: the operator finds members by role';
drop index concurrently if exists memberships_status_idx;
create index concurrently memberships_status_idx on memberships (status);
comment on index memberships_status_idx is 'across tenants: the operator finds members by status';
drop index concurrently if exists memberships_joined_idx;
create index concurrently memberships_joined_idx on memberships (joined);
comment on index memberships_joined_idx is 'across tenants: the operator finds members by the way they joined';

drop index concurrently if exists provider_events_type_idx;
create index concurrently provider_events_type_idx on provider_events (type, received_at, id);
drop index concurrently if exists provider_events_customer_idx;
create index concurrently provider_events_customer_idx on provider_events (customer_id, received_at, id);
-- Replaces provider_events_created_idx: also sorts events of the same second.
drop index concurrently if exists provider_events_created_id_idx;
create index concurrently provider_events_created_id_idx on provider_events (created_at, id);
drop index concurrently if exists provider_events_created_idx;
-- Few events wait or fail.
drop index concurrently if exists provider_events_unsettled_idx;
create index concurrently provider_events_unsettled_idx on provider_events (received_at, id)
  where settled_at is null;

drop index concurrently if exists mrr_movements_kind_idx;
create index concurrently mrr_movements_kind_idx on mrr_movements (kind, at, id);
comment on index mrr_movements_kind_idx is 'across tenants: the operator finds revenue changes by kind';
drop index concurrently if exists mrr_movements_currency_idx;
create index concurrently mrr_movements_currency_idx on mrr_movements (currency, at, id);
comment on index mrr_movements_currency_idx is 'across tenants: the operator finds revenue changes by currency';

drop index concurrently if exists cancellations_created_idx;
create index concurrently cancellations_created_idx on cancellations (created_at, id);
comment on index cancellations_created_idx is 'across tenants: the operator reads every cancellation, newest first';
drop index concurrently if exists failed_invoices_failed_idx;
create index concurrently failed_invoices_failed_idx on failed_invoices (failed_at, service_id);
comment on index failed_invoices_failed_idx is 'across tenants: the operator reads the failed invoices of a period';
-- The end of a trial, as `overview/service/period.ts` computes it.
drop index concurrently if exists tenant_products_trial_end_idx;
create index concurrently tenant_products_trial_end_idx on tenant_products ((
  case when status = 'canceled' and end_date < trial_ends then end_date else trial_ends end))
  where trial_ends is not null;
comment on index tenant_products_trial_end_idx is 'across tenants: the operator finds trials by their end';
