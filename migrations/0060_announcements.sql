-- Announcements of the operator to the members of organizations. Shown from `starts_at` until `ends_at`.
create table announcements (
  id uuid primary key default app.uuid7(),
  severity text not null check (severity in ('information', 'warning')),
  -- By language: title, text and link. The default language is always there.
  texts jsonb not null,
  -- Title in the default language, for the audit log.
  title text not null check (title <> ''),
  -- Tiers of the organizations that see it; empty: all.
  tiers integer[] not null default '{}',
  dismissible boolean not null,
  starts_at timestamptz not null,
  ends_at timestamptz,
  -- Counts the changes: a change of an older version is refused.
  version integer not null default 1,
  created_at timestamptz not null default now(),
  check (ends_at >= starts_at)
);
grant select on announcements to pregao_runtime;
grant select, insert, update, delete on announcements to pregao_operator;
comment on table announcements is 'across tenants: announcements of the operator, by tier';
call app.audited('announcements', 'announcement', 'title', '*texts', 'severity', 'tiers', 'dismissible',
  'starts_at', 'ends_at');

-- Announcements that a person has dismissed, on all devices.
create table announcement_dismissals (
  user_id uuid not null references users on delete cascade,
  announcement_id uuid not null references announcements on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (user_id, announcement_id)
);
create index announcement_dismissals_announcement_id_idx on announcement_dismissals (announcement_id);
alter table announcement_dismissals enable row level security;
call app.bind_owner('announcement_dismissals');
grant select, insert on announcement_dismissals to pregao_runtime;
create policy runtime_account on announcement_dismissals to pregao_runtime
  using (user_id in ((select app.user_id()), (select app.account_id())))
  with check (user_id in ((select app.user_id()), (select app.account_id())));
