-- Comments of members on transactions (decision 98).

-- A comment goes with its transaction, and restoring that restores its comments from the audit log (R-CMT-05).
create table comments (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  transaction_id uuid not null,
  -- The author, also after they have left the organization or deleted their account: then they are a former member.
  user_id uuid not null,
  -- Plain text; @{…} with the id of a user mentions them, so that a later name is shown.
  comment text not null check (comment <> ''),
  edited_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  foreign key (tenant_id, transaction_id) references transactions (tenant_id, id) on delete cascade
);
create index comments_transaction_idx on comments (tenant_id, transaction_id, id);
create index comments_user_idx on comments (user_id, id);
comment on index comments_user_idx is 'across tenants: what a person has written, for the copy of their data';
call app.protect_tenant_table('comments', operators => false);
call app.audited('comments', 'comment', 'transaction_id', 'user_id', 'comment', 'edited_at');
create trigger notifies_change after insert or update or delete on comments
  for each row execute function app.notify_change('comments');

-- Added in 0019: the answers to disputes.
alter table support_actions validate constraint support_actions_kind_check;

-- IANA name of the time zone that the dates in a person's emails are in (R-REL-31); null while none is known.
alter table users add column if not exists time_zone text;
grant select (time_zone) on users to pregao_runtime, pregao_operator;
grant update (time_zone) on users to pregao_accounts;
