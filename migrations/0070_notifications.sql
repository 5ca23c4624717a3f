-- Notifications of members, one row per person and organization, and the history of the chat (decision 54).

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
call app.protect_tenant_table('notifications');
revoke all on notifications from pregao_app, pregao_operator;
revoke delete on notifications from pregao_runtime;
-- The rows of other members can be added, and are counted by app.unread_counts only. No restrictive policy: Citus would
-- create it on the shards as one that permits.
alter policy runtime_tenant_rows on notifications
  using (tenant_id = (select app.tenant_id())
    and user_id in ((select app.user_id()), (select app.account_id())))
  with check (tenant_id = (select app.tenant_id()));
-- For the digest, which is about all organizations of a person.
create policy runtime_person on notifications for select to pregao_runtime
  using (user_id = (select app.user_id()));
create policy runtime_person_update on notifications for update to pregao_runtime
  using (user_id = (select app.user_id()));
create index notifications_unread_idx on notifications (tenant_id, user_id) where shown and read_at is null;
create index notifications_digest_idx on notifications (user_id) where in_digest;
comment on index notifications_digest_idx is 'across tenants: what waits for the digest of a person';
create index notifications_created_at_idx on notifications (created_at);
comment on index notifications_created_at_idx is 'across tenants: what is deleted after its retention period';

-- By kind, how the person is notified (kinds.ts has the defaults), and the day (UTC) of the last digest.
alter table users
  add column notification_settings jsonb not null default '{}',
  add column last_digest_on date;
grant select (notification_settings, last_digest_on), update (notification_settings, last_digest_on)
  on users to pregao_runtime;

-- The address that stops emails of this kind, for List-Unsubscribe (RFC 8058); null for required emails.
alter table mails add column unsubscribe_url text;
create function app.enqueue_mail(
    recipient text, subject text, text text, html text, locale text, unsubscribe_url text)
  returns uuid
  language plpgsql security definer set search_path = pg_catalog, pg_temp
as $$
declare
  mail_id uuid;
begin
  insert into public.mails (recipient, subject, text, html, locale, unsubscribe_url)
    values ($1, $2, $3, $4, $5, $6)
    returning mails.id into mail_id;
  perform app.queue_mail(mail_id);
  return mail_id;
end
$$;

-- Numbers the messages of an organization.
create table chat_rooms (
  tenant_id uuid primary key references tenants on delete cascade,
  last_position bigint not null
);
call app.protect_tenant_table('chat_rooms');

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
call app.protect_tenant_table('chat_messages');
create index chat_messages_created_at_idx on chat_messages (created_at);
comment on index chat_messages_created_at_idx is 'across tenants: what is deleted after its retention period';

-- Last message that a member has seen.
create table chat_reads (
  tenant_id uuid not null,
  user_id uuid not null,
  position bigint not null,
  primary key (tenant_id, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
call app.protect_tenant_table('chat_reads');
alter policy runtime_tenant_rows on chat_reads
  using (tenant_id = (select app.tenant_id())
    and user_id in ((select app.user_id()), (select app.account_id())))
  with check (tenant_id = (select app.tenant_id())
    and user_id in ((select app.user_id()), (select app.account_id())));
revoke all on chat_rooms, chat_messages, chat_reads from pregao_app, pregao_operator;

-- Returns the unread notifications and messages of members of the tenant in scope, a hundred at most of each. A
-- member who has never opened the chat has not read what was sent since they joined. In PL/pgSQL, because Citus
-- refuses parameters in SQL functions.
create function app.unread_counts(of_tenant uuid, people uuid[])
  returns table (person uuid, notifications integer, messages integer)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
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
end
$$;

revoke all on function app.unread_counts,
  app.enqueue_mail(text, text, text, text, text, text) from public;
grant execute on function app.unread_counts to pregao_runtime;
grant execute on function app.enqueue_mail(text, text, text, text, text, text)
  to pregao_runtime, pregao_operator;
