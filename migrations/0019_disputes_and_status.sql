-- Disputes of payments, as the provider reports them: an operator answers until `answer_due_at` (R-SUP-12).
create table disputes (
  tenant_id uuid not null references tenants on delete cascade,
  -- the provider's id of the dispute
  service_id text not null,
  id uuid not null default app.uuid7(),
  -- the provider's id and the number of the disputed invoice
  invoice_service_id text not null,
  invoice text,
  -- minor units
  amount bigint not null,
  currency text not null,
  -- the bank's reason, by the provider's name for it
  reason text not null,
  -- the bank asks before it takes the money, or not at all
  is_inquiry boolean not null,
  -- null once it is answered or closed
  answer_due_at timestamptz,
  -- an answer that was sent, whose result is not known yet: the action of support to record
  answer jsonb,
  primary key (tenant_id, service_id)
);
call app.protect_tenant_table('disputes', deletes => false);
create index disputes_answer_due_at_idx on disputes (answer_due_at) where answer_due_at is not null;
comment on index disputes_answer_due_at_idx is 'across tenants: the operator finds disputes to answer';

alter table support_actions drop constraint support_actions_kind_check;
alter table support_actions add constraint support_actions_kind_check check (kind in ('organization_edited', 'plan_granted',
  'trial_extended', 'plan_changed', 'balance_credited', 'invoice_refunded', 'receipt_resent', 'dispute_answered',
  'dispute_accepted', 'inquiry_answered')) not valid;

-- The first moment at which the card that is charged has expired, as the provider reported it last: the scheduled
-- reconciliation announces it a month before.
alter table billing_reconciliations add column if not exists card_expires timestamptz;

-- Currency of an organization before an import changed it: a failed one gives it back.
alter table organization_archives add column if not exists former_currency text;

-- What the public status page shows (R-OPR-31, decision 99): since when the product measures itself, when it did so
-- last, and the intervals in which a component did not work. Without tenants; processes write as the owner.
create table app.status_measurements (
  single boolean primary key default true check (single),
  since timestamptz not null default now(),
  at timestamptz not null default now(),
  -- first measurement of each component that was measured: calls to others are measured when they happen
  first_at jsonb not null default '{}'
);

create table app.status_incidents (
  id uuid primary key default app.uuid7(),
  component text not null,
  started_at timestamptz not null default now(),
  -- last measurement that found it
  seen_at timestamptz not null default now(),
  -- null while it lasts
  ended_at timestamptz
);
create unique index status_incidents_open_key on app.status_incidents (component) where ended_at is null;
create index status_incidents_started_idx on app.status_incidents (started_at);

-- Returns the history as one document: at most a thousand incidents of 90 days, those that last first, then the newest.
create function app.status_history() returns jsonb
  language sql stable security definer set search_path = app, pg_temp
  return (
    select jsonb_build_object(
      'since', m.since, 'at', m.at, 'firstAt', m.first_at,
      'incidents', (
        select coalesce(jsonb_agg(jsonb_build_object(
          'component', i.component, 'startedAt', i.started_at, 'endedAt', i.ended_at)
          order by i.ended_at is not null, i.started_at desc), '[]')
        from (
          select * from app.status_incidents
          where ended_at is null or ended_at > now() - interval '90 days'
          order by ended_at is not null, started_at desc limit 1000
        ) as i
      )
    )
    from app.status_measurements m
  );
revoke execute on function app.status_history from public;
grant execute on function app.status_history to pregao_runtime;
