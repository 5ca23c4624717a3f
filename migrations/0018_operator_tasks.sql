-- outside a transaction: indexes are built beside the writers
-- What the portal's list of tasks reads (R-OPR-29). Of webhooks operators learn whether they work, neither addresses nor
-- signing keys.
drop policy if exists operator_rows on webhook_endpoints;
create policy operator_rows on webhook_endpoints to pregao_operator using (true) with check (true);
grant select (tenant_id, id, failing_since, disabled_at, disabled_reason) on webhook_endpoints to pregao_operator;
drop index concurrently if exists webhook_endpoints_failing_idx;
create index concurrently webhook_endpoints_failing_idx on webhook_endpoints (coalesce(disabled_at, failing_since))
  where coalesce(disabled_at, failing_since) is not null and disabled_reason is distinct from 'member';
comment on index webhook_endpoints_failing_idx is 'across tenants: the operator finds webhooks that fail';

drop index concurrently if exists tenants_suspended_idx;
create index concurrently tenants_suspended_idx on tenants (suspended_at) where suspended_at is not null;
comment on index tenants_suspended_idx is 'across tenants: the operator finds suspended organizations';

drop index concurrently if exists billing_operations_failed_idx;
create index concurrently billing_operations_failed_idx on billing_operations (updated_at) where state = 'failed';
