-- outside a transaction: writers continue while the indexes are built.
-- The copy of what is stored about a person (R-DAT-01). Each function returns rows of the user in scope only, of all
-- organizations, also former and pending ones, which the policies hide; none returns a secret. In PL/pgSQL, because Citus
-- refuses parameters in SQL functions.

drop index concurrently if exists chat_messages_user_idx;
create index concurrently chat_messages_user_idx on chat_messages (user_id, tenant_id, position);
comment on index chat_messages_user_idx is 'across tenants: what a person has written, for the copy of their data';
drop index concurrently if exists mails_recipient_idx;
create index concurrently mails_recipient_idx on mails (lower(recipient), id);
drop index concurrently if exists sso_events_email_idx;
create index concurrently sso_events_email_idx on sso_events (lower(email));
comment on index sso_events_email_idx is 'across tenants: sign-ins of a person, for the copy of their data';

create or replace function app.my_memberships()
  returns table (tenant_id uuid, organization text, id uuid, role smallint, status smallint, joined smallint,
                 first_name text, last_name text, phone text, external_id text, unaccepted boolean,
                 created_at timestamptz, active_since timestamptz, checklist_hidden_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
begin
  return query
    select m.tenant_id, t.name, m.id, m.role, m.status, m.joined, m.first_name, m.last_name, m.phone, m.external_id,
           m.unaccepted, m.created_at, m.active_since, m.checklist_hidden_at
    from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = me
    order by m.id;
end
$$;

create or replace function app.my_api_keys()
  returns table (tenant_id uuid, id uuid, name text, prefix text, role smallint, scopes text[],
                 created_at timestamptz, expires_at timestamptz, last_used_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
begin
  return query
    select k.tenant_id, k.id, k.name, k.prefix, k.role, k.scopes, k.created_at, k.expires_at, k.last_used_at
    from api_keys k
    where k.created_by = me
    order by k.id;
end
$$;

create or replace function app.my_identities()
  returns table (tenant_id uuid, issuer text, subject text, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
  -- An identity ends with its membership.
  mine constant uuid[] := array(select m.tenant_id from memberships m where m.user_id = me);
begin
  return query
    select i.tenant_id, i.issuer, i.subject, i.created_at
    from sso_identities i
    where i.tenant_id = any (mine) and i.user_id = me
    order by i.created_at;
end
$$;

create or replace function app.my_chat_reads()
  returns table (tenant_id uuid, "position" bigint)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
  -- A mark ends with its membership.
  mine constant uuid[] := array(select m.tenant_id from memberships m where m.user_id = me);
begin
  return query
    select r.tenant_id, r.position
    from chat_reads r
    where r.tenant_id = any (mine) and r.user_id = me
    order by r.tenant_id;
end
$$;

-- Returns the next messages in the order of organization and position.
create or replace function app.my_chat_messages(after_tenant uuid, after_position bigint, at_most integer)
  returns table (tenant_id uuid, "position" bigint, user_name text, message text, created_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
begin
  return query
    select c.tenant_id, c.position, c.user_name, c.message, c.created_at
    from chat_messages c
    where c.user_id = me and (c.tenant_id, c.position) > (after_tenant, after_position)
    order by c.tenant_id, c.position
    limit at_most;
end
$$;

-- Returns the address of the user in scope; null until they have proven that it is theirs: others may have been mailed
-- or signed in with it.
create or replace function app.my_proven_address() returns text
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (select lower(u.email) from users u where u.id = app.user_id() and u.verified_at is not null);
end
$$;

-- Returns the next emails to the current address since the account exists: an earlier account may have had it.
create or replace function app.my_mails(after_id uuid, at_most integer)
  returns table (id uuid, subject text, locale text, created_at timestamptz, sent_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  address constant text := app.my_proven_address();
  since constant timestamptz := (select u.created_at from users u where u.id = app.user_id());
begin
  return query
    select m.id, m.subject, m.locale, m.created_at, m.sent_at
    from mails m
    where lower(m.recipient) = address and m.id > after_id and m.created_at >= since
    order by m.id
    limit at_most;
end
$$;

create or replace function app.my_sign_ins()
  returns table (tenant_id uuid, id uuid, at timestamptz, protocol text, reference text)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  address constant text := app.my_proven_address();
begin
  return query
    select e.tenant_id, e.id, e.at, e.protocol, e.reference
    from sso_events e
    where lower(e.email) = address
    order by e.id;
end
$$;

create or replace function app.my_billing_operations()
  returns table (for_tenant uuid, id uuid, kind text, state text, created_at timestamptz, updated_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
begin
  return query
    select b.for_tenant, b.id, b.kind, b.state, b.created_at, b.updated_at
    from billing_intents b
    where b.user_id = me
    order by b.id;
end
$$;

-- Returns the cancellations that the user in scope has made: who made one is in the audit log only.
create or replace function app.my_cancellations()
  returns table (tenant_id uuid, id uuid, reason text, comment text, created_at timestamptz, withdrawn_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
  keys constant tsquery := format('%L & %L', 'acancellation.created', 'b' || me)::tsquery;
begin
  return query
    select c.tenant_id, c.id, c.reason, c.comment, c.created_at, c.withdrawn_at
    from audit_log entry join cancellations c on c.tenant_id = entry.tenant_id and c.id = entry.target_id
    where entry.actor_id = me
      and app.entry_keys(entry.tenant_id, entry.action, array[entry.actor_id, entry.impersonator_id], entry.person_id,
        entry.before, entry.after) @@ keys
    order by c.id;
end
$$;

-- Returns the next entries of the audit log in which the user in scope acted or that are about them. Values are shown
-- only if they are about this person: those of the account, and those of organizations whose log they may read. What they
-- did to records or other people belongs to the organization.
create or replace function app.my_entries(after_id uuid, at_most integer)
  returns table (tenant_id uuid, id uuid, at timestamptz, action text, acted boolean, concerned boolean,
                 impersonated boolean, before jsonb, after jsonb)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
  keys constant tsquery := format('%L | %L', 'b' || me, 'p' || me)::tsquery;
  readable constant uuid[] := array(
    select m.tenant_id from memberships m where m.user_id = me and m.status = 2 and m.role <= 1)
    || '00000000-0000-0000-0000-000000000000'::uuid;
  found uuid[];
begin
  -- Materialized, because the planner could read the log in its order and compute the keys of each entry.
  execute 'select array(with found as materialized (
      select id from audit_log where id > $1 and (actor_id = $2 or person_id = $2)
        and app.entry_keys(tenant_id, action, array[actor_id, impersonator_id], person_id, before, after) @@ $3
    ) select id from found order by id limit $4)'
    into found using after_id, me, keys, at_most;
  return query
    select entry.tenant_id, entry.id, entry.at, entry.action,
           entry.actor_id is not distinct from me, entry.person_id is not distinct from me,
           entry.impersonator_id is not null,
           case when entry.person_id = me and entry.tenant_id = any (readable) then entry.before end,
           case when entry.person_id = me and entry.tenant_id = any (readable) then entry.after end
    from audit_log entry
    where entry.id = any (found)
    order by entry.id;
end
$$;

revoke all on function app.my_memberships, app.my_api_keys, app.my_identities, app.my_chat_reads,
  app.my_chat_messages, app.my_proven_address, app.my_mails, app.my_sign_ins, app.my_billing_operations,
  app.my_cancellations, app.my_entries from public;
grant execute on function app.my_memberships, app.my_api_keys, app.my_identities, app.my_chat_reads,
  app.my_chat_messages, app.my_mails, app.my_sign_ins, app.my_billing_operations, app.my_cancellations, app.my_entries
  to pregao_runtime;
