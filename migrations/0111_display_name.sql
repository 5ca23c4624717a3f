-- The name that a directory shows of a member reads back as it was sent (R-SCM-10).
alter table memberships
  -- name in the organization's directory; the app shows first and last name
  add column display_name text;
drop trigger audits on memberships;
call app.audited('memberships', 'member', 'role', 'status', 'joined', '*first_name', '*last_name', '*phone',
  '*phone_numbers', '*display_name');

-- As before (migration 110), with the name of the directory.
drop trigger notes_change on memberships;
create trigger notes_change before update on memberships for each row
  when ((old.role, old.status, old.first_name, old.last_name, old.phone, old.phone_numbers, old.external_id,
         old.display_name)
    is distinct from (new.role, new.status, new.first_name, new.last_name, new.phone, new.phone_numbers, new.external_id,
         new.display_name))
  execute function app.note_change();

-- As before (migration 110), with the name of the directory.
-- safe: replaced in one transaction by one with more columns, which callers of before ignore.
drop function app.my_memberships();
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
revoke all on function app.my_memberships() from public;
grant execute on function app.my_memberships() to pregao_runtime;
