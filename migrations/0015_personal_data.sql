-- Archives of organizations, and the copy of a person's data.

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

-- Returns what a table stores of the person in scope, in all organizations and also former ones, as JSON: the columns
-- that src/server/identity/users/service/personal-tables.ts shows, and others of the same rows, without secrets. `last` is the last row
-- of the page before.
create function app.my_rows(relation text, last jsonb default null, at_most integer default null) returns setof jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  me constant uuid := app.user_id();
  nil constant uuid := '00000000-0000-0000-0000-000000000000';
  last_id constant uuid := coalesce((last ->> 'id')::uuid, nil);
  -- What ends with a membership is found by it.
  mine uuid[] := array(select m.tenant_id from memberships m where m.user_id = me);
  found uuid[];
  -- Null until the person has proven that the address is theirs: others may have been mailed or signed in with it.
  address text;
  since timestamptz;
begin
  select lower(u.email), u.created_at into address, since from users u where u.id = me and u.verified_at is not null;
  case relation
    when 'sso_identities' then
      return query select to_jsonb(i) from sso_identities i
        where i.tenant_id = any (mine) and i.user_id = me order by i.created_at;
    when 'chat_reads' then
      return query select to_jsonb(r) from chat_reads r
        where r.tenant_id = any (mine) and r.user_id = me order by r.tenant_id;
    when 'chat_messages' then
      return query select to_jsonb(c) from chat_messages c
        where c.user_id = me and (c.tenant_id, c.position)
          > (coalesce((last ->> 'tenant_id')::uuid, nil), coalesce((last ->> 'position')::bigint, 0))
        order by c.tenant_id, c.position limit at_most;
    when 'comments' then
      return query select to_jsonb(c) from comments c
        where c.user_id = me and c.id > last_id order by c.id limit at_most;
    when 'api_keys' then
      return query select to_jsonb(k) - '{token_hash,former_hash}'::text[] from api_keys k
        where k.created_by = me order by k.id;
    when 'billing_operations' then
      return query select to_jsonb(b) - 'request' from billing_operations b where b.user_id = me order by b.id;
    when 'cancellations' then
      -- Who made one is in the audit log only.
      return query select to_jsonb(c)
        from audit_log entry join cancellations c on c.tenant_id = entry.tenant_id and c.id = entry.target_id
        where entry.actor_id = me
          and app.entry_keys(entry.tenant_id, entry.action, array[entry.actor_id, entry.impersonator_id],
            entry.person_id, entry.before, entry.after)
            @@ format('%L & %L', 'acancellation.created', 'b' || me)::tsquery
        order by c.id;
    when 'audit_log' then
      -- Materialized, because the planner could read the log in its order and compute the keys of each entry.
      execute 'select array(with found as materialized (
          select id from audit_log where id > $1 and (actor_id = $2 or person_id = $2)
            and app.entry_keys(tenant_id, action, array[actor_id, impersonator_id], person_id, before, after) @@ $3
        ) select id from found order by id limit $4)'
        into found using last_id, me, format('%L | %L', 'b' || me, 'p' || me)::tsquery, at_most;
      -- Values about this person: those of the account, and those of organizations whose log they may read. What they
      -- did to records or other people belongs to the organization.
      mine := array(select m.tenant_id from memberships m where m.user_id = me and m.status = 2 and m.role <= 1) || nil;
      return query select to_jsonb(e) from (
        select entry.tenant_id, entry.id, entry.at, entry.action,
               entry.actor_id is not distinct from me as acted, entry.person_id is not distinct from me as concerned,
               entry.impersonator_id is not null as impersonated,
               case when entry.person_id = me and entry.tenant_id = any (mine) then entry.before end as before,
               case when entry.person_id = me and entry.tenant_id = any (mine) then entry.after end as after
        from audit_log entry where entry.id = any (found)) e order by e.id;
    when 'emails' then
      -- To the proven address since the account exists: an earlier account may have had it.
      return query select to_jsonb(e) from (
        select m.id, m.subject, m.locale, m.created_at, m.sent_at from emails m
        where lower(m.recipient) = address and m.id > last_id and m.created_at >= since
        order by m.id limit at_most) e;
    when 'sso_events' then
      return query select to_jsonb(e) from sso_events e where lower(e.email) = address order by e.id;
  end case;
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.my_rows to pregao_accounts;
