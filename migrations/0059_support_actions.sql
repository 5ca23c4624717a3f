-- What operators did for an organization, with the reason they gave (R-SUP-01). The audit log names the operator.
create table support_actions (
  tenant_id uuid not null,
  -- for a change at the payment provider, the id of its billing operation
  id uuid not null default app.uuid7(),
  kind text not null check (kind in ('organization_edited', 'plan_granted', 'trial_extended', 'plan_changed',
    'balance_credited', 'invoice_refunded', 'receipt_resent')),
  reason text not null check (length(reason) between 1 and 500),
  operator_id uuid not null,
  -- by the provider's clock
  created_at timestamptz not null default app.billing_now(),
  -- minor units
  amount bigint check (amount > 0),
  currency text,
  -- number of the invoice
  invoice text,
  -- title of the plan
  plan text,
  -- end of the trial or of the granted plan; null: no end
  ends_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id) references tenants on delete cascade,
  check ((amount is null) = (currency is null))
);
call app.protect_tenant_table('support_actions');
call app.audited('support_actions', 'supportAction', 'kind', 'reason', 'amount', 'currency', 'invoice', 'plan',
  'ends_at', 'operator_id');
-- An entry of the log is all that can be done with an action.
revoke update, delete on support_actions from pregao_app, pregao_operator;

-- Existing rows satisfy the narrower constraint that this one replaces.
alter table billing_intents drop constraint billing_intents_kind_check;
alter table billing_intents add constraint billing_intents_kind_check check (kind in
  ('register', 'create_tenant', 'subscribe', 'change_plan', 'buy', 'cancel', 'update_card', 'free_plan',
   'credit', 'refund', 'extend_trial', 'grant_plan')) not valid;
