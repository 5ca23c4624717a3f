-- Cancellations of subscriptions with the reason that was given: each counts from the request until it is withdrawn.
create table cancellations (
  tenant_id uuid not null,
  id uuid not null default app.uuid7(),
  tenant_product_id uuid not null,
  -- by the provider's clock
  created_at timestamptz not null default app.billing_now(),
  -- null: the question was skipped
  reason text check (reason in ('too_expensive', 'missing_features', 'not_used', 'switched_service',
    'technical_problems', 'other')),
  comment text check (length(comment) between 1 and 500),
  -- the subscription was resumed before it ended
  withdrawn_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, tenant_product_id) references tenant_products on delete cascade
);
-- A subscription ends once.
create unique index cancellations_pending_key on cancellations (tenant_id, tenant_product_id)
  where withdrawn_at is null;
call app.protect_tenant_table('cancellations');
-- The log can't be erased, and a comment may name people.
call app.audited('cancellations', 'cancellation', 'tenant_product_id', 'reason', '*comment', 'withdrawn_at');

-- Withdraws the cancellation of a subscription that no longer ends: resumed by a member, by a change of plan
-- or in the provider's portal.
create function app.withdraw_cancellation() returns trigger
  language plpgsql security definer set search_path = public, pg_temp
as $$
begin
  update cancellations set withdrawn_at = app.billing_now()
    where tenant_id = new.tenant_id and tenant_product_id = new.id and withdrawn_at is null;
  return null;
end
$$;
revoke all on function app.withdraw_cancellation() from public;
create trigger withdraws_cancellation after update of end_date on tenant_products
  for each row when (old.end_date is not null and new.end_date is null)
  execute function app.withdraw_cancellation();
