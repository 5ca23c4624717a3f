-- Members of organizations: which rows a person sees, the required owner, leaving, and what follows the account.

-- Memberships: invitations, requests to join, active and deactivated members.
create table memberships (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  user_id uuid not null references users on delete cascade,
  -- 0 Owner, 1 Admin, 2 Member, 3 Guest
  role smallint not null check (role between 0 and 3),
  -- 0 PendingInvitation, 1 PendingAcceptance, 2 Active, 3 Inactive
  status smallint not null check (status between 0 and 3),
  -- 0 Creator, 1 JoinedByInvitation, 2 JoinedByLink, 3 JoinedByPublicUrl
  joined smallint not null check (joined between 0 and 3),
  created_at timestamptz not null default now(),
  -- Values that the tenant entered for its member; null means that the account's values apply.
  first_name text,
  last_name text,
  phone text,
  -- when the member hid the checklist of a new organization (decision 53)
  checklist_hidden_at timestamptz,
  -- id that the organization's directory gave the member
  external_id text,
  -- an invitation that was deactivated before it was accepted: reactivating sends it again
  unaccepted boolean not null default false,
  -- when the person joined; null: not known
  active_since timestamptz,
  -- as in all tables with access that a person gives to others (app.set_grant)
  granted_by uuid,
  granted_at timestamptz,
  -- phone numbers of the organization's directory with their types, which reads them back (R-SCM-10); `phone` is the
  -- one that the app shows
  phone_numbers jsonb,
  -- last change of what a directory reads of the membership (R-SCM-13)
  changed_at timestamptz not null default now(),
  -- name in the organization's directory (R-SCM-10); the app shows first and last name
  display_name text,
  primary key (tenant_id, id),
  unique (tenant_id, user_id),
  constraint memberships_unaccepted_check check (not unaccepted or status = 3)
);
comment on column memberships.granted_by is 'who invited the person, or gave the invitation a higher role';
create index memberships_user_id_idx on memberships (user_id);
comment on index memberships_user_id_idx is 'across tenants: the memberships of a person, whatever the organization';
create index memberships_id_idx on memberships (id);
comment on index memberships_id_idx is 'across tenants: the operator names a member by its id alone';
create index memberships_role_idx on memberships (tenant_id, role, id);
create index memberships_external_id_idx on memberships (tenant_id, external_id) where external_id is not null;
create index memberships_any_role_idx on memberships (role);
comment on index memberships_any_role_idx is 'across tenants: the operator finds members by role';
create index memberships_status_idx on memberships (status);
comment on index memberships_status_idx is 'across tenants: the operator finds members by status';
create index memberships_joined_idx on memberships (joined);
comment on index memberships_joined_idx is 'across tenants: the operator finds members by the way they joined';
create index memberships_granted_by_idx on memberships (granted_by) where status = 0 and granted_by is not null;
comment on index memberships_granted_by_idx is 'across tenants: access that a person has given';
call app.protect_tenant_table('memberships');
call app.audited('memberships', 'member', 'role', 'status', 'joined', '*first_name', '*last_name', '*phone',
  '*phone_numbers', '*display_name');
create trigger sets_changed_at before update on memberships for each row
  when ((old.role, old.status, old.first_name, old.last_name, old.phone, old.phone_numbers, old.external_id,
         old.display_name)
    is distinct from (new.role, new.status, new.first_name, new.last_name, new.phone, new.phone_numbers, new.external_id,
         new.display_name)) execute function app.set_changed_at();

-- Notes when a member became active for the first time.
create function app.set_active_since() returns trigger
  language plpgsql set search_path = public, pg_temp as $$
begin
  new.active_since := now();
  return new;
end $$;
create trigger sets_active_since before insert on memberships
  for each row when (new.status = 2) execute function app.set_active_since();
-- A deactivated member (3) who is activated again has joined before.
create trigger sets_active_since_on_update before update of status on memberships
  for each row when (new.status = 2 and old.status in (0, 1)) execute function app.set_active_since();

-- Returns the organizations of which the user in scope is an active member. In a user's scope, the policies
-- accounts_member_tenants show their rows, and no others, for the summary. Permissive policies are combined with OR:
-- no transaction of the server opens both a tenant's and a user's scope.
create function app.my_tenants() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from memberships where user_id = app.user_id() and status = 2 $$;
create policy accounts_member_tenants on tenants for select to pregao_accounts using (id in (select app.my_tenants()));
create policy accounts_member_tenants on memberships for select to pregao_accounts
  using (tenant_id in (select app.my_tenants()));

-- Besides its own account, a scope may read the accounts whose memberships it sees: in a tenant's scope its members,
-- in a user's scope the members of the same organizations.
create policy runtime_visible_users on users for select to pregao_runtime
  using ((select coalesce(app.tenant_id(), app.user_id())) is not null
    and exists (select from memberships where memberships.user_id = users.id));

-- Ensures that a tenant has an active owner (R-ORG-08), after each row of a statement: a new owner is added before the
-- last one goes. Locks the tenant's row, so that two owners who demote each other concurrently are checked one after
-- the other.
create function app.require_owner() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform from tenants where id = old.tenant_id for no key update;
  if found and not exists (
    select from memberships where tenant_id = old.tenant_id and role = 0 and status = 2
  ) then
    perform app.refuse('tenant.cannotBeWithoutOwner');
  end if;
  return null;
end $$;
create trigger requires_owner after delete or update of role, status, user_id, tenant_id on memberships
  for each row when (old.role = 0 and old.status = 2) execute function app.require_owner();

-- Refuses a change by an operator who acts as a user: making a user Owner or Admin, giving access back to one, removing,
-- demoting or deactivating an Owner, and opening an organization to all who have its link.
create function app.refuse_impersonated() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform app.refuse('access.impersonating');
  return null;
end $$;
create trigger refuses_impersonated before insert on memberships
  for each row when (new.role <= 1 and app.actor_context('impersonator') is not null)
  execute function app.refuse_impersonated();
create trigger refuses_impersonated_on_update before update on memberships
  for each row when ((new.role <= 1 and (new.role < old.role or new.status = 2 and old.status <> 2)
      or old.role = 0 and (new.role <> 0 or old.status = 2 and new.status <> 2))
    and app.actor_context('impersonator') is not null) execute function app.refuse_impersonated();
create trigger refuses_impersonated_on_delete before delete on memberships
  for each row when (old.role = 0 and app.actor_context('impersonator') is not null)
  execute function app.refuse_impersonated();

-- Clears the tenants' values of fields that a user changes in the profile, so that the latest change applies in all
-- organizations.
create function app.propagate_profile() returns trigger
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update memberships set
    first_name = case when new.first_name = old.first_name then first_name end,
    last_name = case when new.last_name = old.last_name then last_name end,
    phone = case when new.phone = old.phone then phone end
    where user_id = new.id and status = 2;
  return null;
end $$;
create trigger propagates_profile after update of first_name, last_name, phone on users
  for each row when (app.tenant_id() is null and (old.first_name, old.last_name, old.phone)
    is distinct from (new.first_name, new.last_name, new.phone)) execute function app.propagate_profile();

-- Activates the memberships of organizations that the user registered, after the address is verified. Copies the
-- names of the registration to an account that has none. Locks row by row: a query of several nodes can't.
create function app.claim_registered(person uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  found_one record;
  waiting memberships;
begin
  if not coalesce(person in (app.user_id(), app.account_id()), false) then
    raise exception 'Not the account of this scope' using errcode = '42501';
  end if;
  for found_one in
    select m.tenant_id, m.id from memberships m
    where m.user_id = person and m.status = 0 and m.joined = 0 order by m.id
  loop
    select * into waiting from memberships m
      where m.tenant_id = found_one.tenant_id and m.id = found_one.id and m.status = 0 for update;
    continue when not found;
    update users set
      first_name = coalesce(nullif(first_name, ''), waiting.first_name, ''),
      last_name = coalesce(nullif(last_name, ''), waiting.last_name, ''),
      phone = coalesce(nullif(phone, ''), waiting.phone, ''),
      default_tenant_id = coalesce(default_tenant_id, waiting.tenant_id)
    where id = person;
    update memberships set status = 2, first_name = null, last_name = null, phone = null
      where tenant_id = waiting.tenant_id and id = waiting.id;
  end loop;
end $$;

-- Deletes the user of the scope and the given organizations. Fails when these are no longer exactly the ones that only
-- the user owns (R-ACC-26): subscriptions were canceled for the given ones only. Locks all organizations of the user in
-- the order of their ids, as all changes of several organizations do. Otherwise two concurrent deletions could wait for
-- each other until PostgreSQL breaks the deadlock.
create function app.delete_own_account(owned uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  me constant uuid := app.user_id();
  mine constant uuid[] := array(select tenant_id from memberships where user_id = me order by tenant_id);
  of_tenant uuid;
  solely_owned uuid[];
begin
  foreach of_tenant in array mine loop
    perform 1 from tenants where id = of_tenant for update;
  end loop;
  solely_owned := array(
    select tenant_id from memberships where role = 0 and status = 2 and tenant_id in (
      select tenant_id from memberships where user_id = me and role = 0 and status = 2)
    group by tenant_id having bool_and(user_id = me));
  if not (solely_owned <@ owned and owned <@ solely_owned) then
    raise exception 'ownership changed meanwhile' using errcode = '40001';
  end if;
  perform app.delete_tenants(owned);
  delete from memberships where user_id = me;
  delete from users where id = me;
end $$;

-- Returns all memberships of the person in scope with what they may know of each organization: what a join link shows
-- of it, and its rules for signing in. The policies show active memberships only.
create function app.my_memberships()
  returns table (tenant_id uuid, id uuid, role smallint, status smallint, joined smallint, first_name text,
                 last_name text, display_name text, phone text, phone_numbers jsonb, external_id text,
                 unaccepted boolean, created_at timestamptz, changed_at timestamptz, active_since timestamptz,
                 checklist_hidden_at timestamptz, name text, logo text, logo_darkmode text, app_theme text,
                 app_color text, sign_in_methods text[], is_break_glass boolean)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  me constant uuid := coalesce(app.user_id(), app.account_id());
begin
  return query
    select m.tenant_id, m.id, m.role, m.status, m.joined, m.first_name, m.last_name, m.display_name, m.phone,
           m.phone_numbers, m.external_id, m.unaccepted, m.created_at, m.changed_at, m.active_since,
           m.checklist_hidden_at, t.name, t.logo::text, t.logo_darkmode::text, t.app_theme, t.app_color,
           p.sign_in_methods, coalesce(p.break_glass_id = me, false)
    from memberships m join tenants t on t.id = m.tenant_id left join tenant_policies p on p.tenant_id = m.tenant_id
    where m.user_id = me
    order by m.id;
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.my_tenants, app.claim_registered, app.delete_own_account, app.my_memberships to
  pregao_accounts;
