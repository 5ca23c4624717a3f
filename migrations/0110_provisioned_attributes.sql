-- What a directory sends reads back, and when a member changed (R-SCM-10, R-SCM-13).
alter table memberships
  -- phone numbers of the organization's directory with their types; `phone` is the one that the app shows
  add column phone_numbers jsonb,
  -- last change of what a directory reads of the membership
  add column changed_at timestamptz not null default now();
alter table users
  -- last change of what directories read of the account
  add column changed_at timestamptz not null default now();
grant select (changed_at) on users to pregao_runtime;
drop trigger audits on memberships;
call app.audited('memberships', 'member', 'role', 'status', 'joined', '*first_name', '*last_name', '*phone',
  '*phone_numbers');

-- Notes the time of the change itself: a transaction that waited for a lock began before others committed.
create function app.note_change() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  new.changed_at := clock_timestamp();
  return new;
end
$$;
revoke all on function app.note_change() from public;
create trigger notes_change before update on memberships for each row
  when ((old.role, old.status, old.first_name, old.last_name, old.phone, old.phone_numbers, old.external_id)
    is distinct from (new.role, new.status, new.first_name, new.last_name, new.phone, new.phone_numbers, new.external_id))
  execute function app.note_change();
create trigger notes_change before update on users for each row
  when ((old.email, old.first_name, old.last_name, old.phone)
    is distinct from (new.email, new.first_name, new.last_name, new.phone))
  execute function app.note_change();

-- As before (migration 97), with the phone numbers and the time of the last change.
-- safe: replaced in one transaction by one with more columns, which callers of before ignore.
drop function app.my_memberships();
create function app.my_memberships()
  returns table (tenant_id uuid, organization text, id uuid, role smallint, status smallint, joined smallint,
                 first_name text, last_name text, phone text, phone_numbers jsonb, external_id text, unaccepted boolean,
                 created_at timestamptz, changed_at timestamptz, active_since timestamptz, checklist_hidden_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  me constant uuid := app.user_id();
begin
  return query
    select m.tenant_id, t.name, m.id, m.role, m.status, m.joined, m.first_name, m.last_name, m.phone, m.phone_numbers,
           m.external_id, m.unaccepted, m.created_at, m.changed_at, m.active_since, m.checklist_hidden_at
    from memberships m join tenants t on t.id = m.tenant_id
    where m.user_id = me
    order by m.id;
end
$$;
revoke all on function app.my_memberships() from public;
grant execute on function app.my_memberships() to pregao_runtime;
