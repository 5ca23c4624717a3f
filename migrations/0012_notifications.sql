-- Notifications of members, the chat (decision 54), announcements of the operator, and notifications of processes.

-- Notifications of members, one row per person and organization, kind and cause.
create table notifications (
  tenant_id uuid not null,
  user_id uuid not null,
  id uuid not null default app.uuid7(),
  -- key of src/contract/notifications/kinds.ts
  kind text not null,
  -- Key of the event: repeating it has no effect.
  cause text not null,
  -- values of the texts
  details jsonb not null,
  -- listed in the app
  shown boolean not null,
  -- waits for the person's next digest
  in_digest boolean not null,
  read_at timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, user_id, id),
  unique (tenant_id, user_id, kind, cause),
  -- A member who leaves loses them, and so does a person who is deleted.
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
create index notifications_unread_idx on notifications (tenant_id, user_id) where shown and read_at is null;
create index notifications_digest_idx on notifications (user_id) where in_digest;
comment on index notifications_digest_idx is 'across tenants: what waits for the digest of a person';
create index notifications_created_at_idx on notifications (created_at);
comment on index notifications_created_at_idx is 'across tenants: what is deleted after its retention period';
call app.protect_tenant_table('notifications', false);
-- For the digest, which is about all organizations of a person.
create policy accounts_user on notifications for select to pregao_accounts using (user_id = (select app.user_id()));
create policy accounts_user_update on notifications for update to pregao_accounts
  using (user_id = (select app.user_id()));
-- The rows of other members can be added, and are counted by app.unread_counts only. No restrictive policy: Citus
-- would create it on the shards as one that permits.
alter policy runtime_tenant_rows on notifications
  using (tenant_id = (select app.tenant_id())
    and user_id = (select app.account_id()))
  with check (tenant_id = (select app.tenant_id()));
revoke delete on notifications from pregao_runtime;

-- Numbers the messages of an organization.
create table chat_rooms (
  tenant_id uuid primary key references tenants on delete cascade,
  last_position bigint not null
);
call app.protect_tenant_table('chat_rooms', operators => false, deletes => false);

-- Messages of the chat of an organization.
create table chat_messages (
  tenant_id uuid not null references tenants on delete cascade,
  position bigint not null,
  user_id uuid not null,
  -- as it was when the message was sent
  user_name text not null,
  message text not null,
  -- chosen by the client: a message that is sent again is stored once
  client_id uuid,
  created_at timestamptz not null default clock_timestamp(),
  primary key (tenant_id, position),
  unique (tenant_id, user_id, client_id)
);
create index chat_messages_created_at_idx on chat_messages (created_at);
comment on index chat_messages_created_at_idx is 'across tenants: what is deleted after its retention period';
create index chat_messages_user_idx on chat_messages (user_id, tenant_id, position);
comment on index chat_messages_user_idx is 'across tenants: what a person has written, for the copy of their data';
call app.protect_tenant_table('chat_messages', operators => false, deletes => false);

-- Last message that a member has seen.
create table chat_reads (
  tenant_id uuid not null,
  user_id uuid not null,
  position bigint not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
call app.protect_tenant_table('chat_reads', operators => false, deletes => false);
alter policy runtime_tenant_rows on chat_reads
  using (tenant_id = (select app.tenant_id())
    and user_id = (select app.account_id()))
  with check (tenant_id = (select app.tenant_id())
    and user_id = (select app.account_id()));

-- Returns the unread notifications and messages of members of the tenant in scope, a hundred at most of each. A
-- member who has never opened the chat has not read what was sent since they joined. In PL/pgSQL, because Citus
-- refuses parameters in SQL functions.
create function app.unread_counts(of_tenant uuid, people uuid[])
  returns table (person uuid, notifications integer, messages integer)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if of_tenant is distinct from app.tenant_id() then
    raise exception 'Not the members of this organization' using errcode = '42501';
  end if;
  return query
    select m.user_id,
      (select count(*) from (
        select from notifications n
        where n.tenant_id = of_tenant and n.user_id = m.user_id and n.shown and n.read_at is null
        limit 100) unread)::integer,
      (select count(*) from (
        select c.user_id, c.created_at from chat_messages c
        where c.tenant_id = of_tenant and c.position > coalesce(r.position, 0)
        order by c.position desc limit 100) latest
        where latest.user_id <> m.user_id and latest.created_at > m.created_at)::integer
    from memberships m
    left join chat_reads r on r.tenant_id = m.tenant_id and r.user_id = m.user_id
    where m.tenant_id = of_tenant and m.user_id = any (people);
end $$;

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
  -- Members were notified up to this organization, and of all since `notified_at`. Older announcements are not news.
  notified_to uuid,
  notified_at timestamptz,
  check (ends_at >= starts_at)
);
comment on table announcements is 'across tenants: announcements of the operator, by tier';
grant select on announcements to pregao_runtime;
grant select, insert, update, delete on announcements to pregao_operator;
call app.audited('announcements', 'announcement', 'title', '*texts', 'severity', 'tiers', 'dismissible',
  'starts_at', 'ends_at');
create trigger counts_version before update on announcements for each row execute function app.count_version();

-- Announcements that a person has dismissed, on all devices.
create table announcement_dismissals (
  user_id uuid not null references users on delete cascade,
  announcement_id uuid not null references announcements on delete cascade,
  dismissed_at timestamptz not null default now(),
  primary key (user_id, announcement_id)
);
create index announcement_dismissals_announcement_id_idx on announcement_dismissals (announcement_id);
alter table announcement_dismissals enable row level security;
create policy accounts_own_rows on announcement_dismissals to pregao_accounts
  using (user_id in ((select app.user_id()), (select app.account_id())))
  with check (user_id in ((select app.user_id()), (select app.account_id())));
grant select, insert on announcement_dismissals to pregao_accounts;

-- Notifies all processes that screens show something else: those of an organization by a topic of the hub (decision
-- 15), the argument of the trigger, or without one the public pages. PostgreSQL sends equal notifications of a
-- transaction once. Reads the organization by its column: a row as JSON would cost more than the rest. Distributing the
-- tables drops the triggers (decision 91).
create function app.notify_change() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
declare
  of_tenant uuid;
begin
  if tg_nargs = 0 then
    perform pg_notify('pages', '');
    return null;
  elsif tg_table_name = 'tenants' then
    of_tenant := case when tg_op = 'DELETE' then old.id else new.id end;
  else
    of_tenant := case when tg_op = 'DELETE' then old.tenant_id else new.tenant_id end;
  end if;
  perform pg_notify('hub', format('{"kind": "changed", "topic": "%s", "tenant": "%s"}', tg_argv[0], of_tenant));
  return null;
end $$;
create trigger notifies_change after insert or update or delete on memberships
  for each row execute function app.notify_change('members');
create trigger notifies_change after insert or update or delete on join_links
  for each row execute function app.notify_change('members');
create trigger notifies_change after insert or update or delete on tenant_products
  for each row execute function app.notify_change('subscription');
create trigger notifies_change after insert or update or delete on tenants
  for each row execute function app.notify_change('organization');
create trigger notifies_change after insert or update or delete on tenant_policies
  for each row execute function app.notify_change('organization');
create trigger notifies_change after insert or update or delete on subscription_products
  for each row execute function app.notify_change();
create trigger notifies_change after insert or update or delete on subscription_prices
  for each row execute function app.notify_change();
create trigger notifies_change after insert or update or delete on subscription_features
  for each row execute function app.notify_change();
create trigger notifies_change after insert or update or delete on legal_texts
  for each row execute function app.notify_change();

revoke execute on all routines in schema app from public;
grant execute on function app.unread_counts to pregao_runtime;
