-- Invoices of subscriptions whose payment failed, and when they were paid after all, as the provider reports them.
-- No foreign key: like the ledger, the figures outlive organizations.
create table failed_invoices (
  tenant_id uuid not null,
  -- the provider's id of the invoice
  service_id text not null,
  currency text not null,
  -- the amount due, in minor units
  amount bigint not null check (amount > 0),
  -- by the provider's clock
  failed_at timestamptz not null,
  paid_at timestamptz,
  primary key (tenant_id, service_id)
);
call app.protect_tenant_table('failed_invoices');
