-- Archives of organizations, and the copy of a person's data: each function returns what one table stores of the
-- person in scope, in all organizations. The policies show only rows of organizations in which the person is an
-- active member.

-- Exports of organizations to archives, and imports (decision 71, R-ARC-01 to R-ARC-06).
create table organization_archives (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  kind text not null check (kind in ('export', 'import')),
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  created_by uuid not null,
  created_at timestamptz not null default now(),
  -- file in the storage: of an export until it expires, of an import until it has ended
  file text,
  size bigint,
  sha256 text,
  -- lines of transactions that an import has stored: where it continues after an interruption
  stored integer not null default 0,
  transactions integer,
  files integer,
  -- why it failed; in an import that is running: why what it stored is being deleted
  failure text,
  expires_at timestamptz,
  primary key (tenant_id, id)
);
create unique index organization_archives_running_idx on organization_archives (tenant_id) where state = 'running';
create index organization_archives_file_idx on organization_archives (file) where file is not null;
comment on index organization_archives_file_idx is 'across tenants: which files are in use, and which have expired';
create index organization_archives_created_at_idx on organization_archives (created_at);
comment on index organization_archives_created_at_idx is 'across tenants: what is deleted after its retention period';
call app.protect_tenant_table('organization_archives', false);
call app.audited('organization_archives', 'archive', 'kind', 'state', 'transactions', 'files', 'failure');

create function app.my_memberships()
  returns table (tenant_id uuid, organization text, id uuid, role smallint, status smallint, joined smallint,
                 first_name text, last_name text, display_name text, phone text, phone_numbers jsonb, external_id text,
                 unaccepted boolean, created_at timestamptz, changed_at timestamptz, active_since timestamptz,
                 checklist_hidden_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
begin
  return query
    select m.tenant_id, t.name, m.id, m.role, m.status, m.joined, m.first_name, m.last_name, m.display_name, m.phone,
           m.phone_numbers, m.external_id, m.unaccepted, m.created_at, m.changed_at, m.active_since, m.checklist_hidden_at
    from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = me
    order by m.id;
end
$$;

create function app.my_identities()
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

create function app.my_chat_reads()
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
create function app.my_chat_messages(after_tenant uuid, after_position bigint, at_most integer)
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

create function app.my_api_keys()
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

create function app.my_billing_operations()
  returns table (for_tenant uuid, id uuid, kind text, state text, created_at timestamptz, updated_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
begin
  return query
    select b.for_tenant, b.id, b.kind, b.state, b.created_at, b.updated_at
    from billing_operations b
    where b.user_id = me
    order by b.id;
end
$$;

-- Returns the cancellations that the user in scope has made: who made one is in the audit log only.
create function app.my_cancellations()
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
-- only if they are about this person: those of the account, and those of organizations whose log they may read. What
-- they did to records or other people belongs to the organization.
create function app.my_entries(after_id uuid, at_most integer)
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

-- Returns the address of the user in scope; null until they have proven that it is theirs: others may have been mailed
-- or signed in with it.
create function app.my_proven_address() returns text
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (select lower(u.email) from users u where u.id = app.user_id() and u.verified_at is not null);
end
$$;

-- Returns the next emails to the current address since the account exists: an earlier account may have had it.
create function app.my_emails(after_id uuid, at_most integer)
  returns table (id uuid, subject text, locale text, created_at timestamptz, sent_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  address constant text := app.my_proven_address();
  since constant timestamptz := (select u.created_at from users u where u.id = app.user_id());
begin
  return query
    select m.id, m.subject, m.locale, m.created_at, m.sent_at
    from emails m
    where lower(m.recipient) = address and m.id > after_id and m.created_at >= since
    order by m.id
    limit at_most;
end
$$;

create function app.my_sign_ins()
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

revoke execute on all routines in schema app from public;
grant execute on function app.my_memberships, app.my_identities, app.my_chat_reads, app.my_chat_messages,
  app.my_api_keys, app.my_billing_operations, app.my_cancellations, app.my_entries, app.my_emails, app.my_sign_ins to
  pregao_accounts;
