-- Invitations, requests to join, join links, and the access that a person has given to others.
--
-- Actions of an organization on accounts follow the writing of the membership in the same transaction. Functions of
-- the owner on the coordinator of Citus do not see that row (decision 41).

-- Returns true if this person is invited to the organization of the scope.
create function app.is_invited(person uuid) returns boolean
  language plpgsql stable security invoker set search_path = public, pg_temp as $$
declare
  of_tenant constant uuid := app.tenant_id();
begin
  return exists (
    select 1 from memberships m where m.tenant_id = of_tenant and m.user_id = person and m.status = 0);
end $$;
create policy accounts_invitations on tokens to pregao_accounts
  using (purpose = 'invitation' and invited_to = (select app.tenant_id()))
  with check (purpose = 'invitation' and invited_to = app.tenant_id() and app.is_invited(user_id));

-- Returns the id of the account with an address that the organization invites; creates the account if needed. Refuses
-- a former address that can be restored.
create function app.invited_account(address text, of_locale text) returns uuid
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if app.tenant_id() is null then
    raise exception 'Only an organization invites' using errcode = '42501';
  end if;
  if app.is_reserved_address(address, null) then
    perform app.refuse('invitation.addressHeld');
  end if;
  insert into users (email, locale) values (address, of_locale) on conflict do nothing;
  return (select id from users where lower(email) = lower(address));
end $$;

-- Clears what a removed membership leaves: the invitations of the person to the organization, and its use as their
-- default. The caller deletes the membership in the same transaction.
create function app.delete_invitation(of_tenant uuid, person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if of_tenant is distinct from app.tenant_id()
    and not pg_has_role(session_user, 'pregao_operator', 'member')
  then
    raise exception 'Not of this organization' using errcode = '42501';
  end if;
  delete from tokens where user_id = person and invited_to = of_tenant;
  update users set default_tenant_id = null where id = person and default_tenant_id = of_tenant;
end $$;

-- Gives a person the pending invitations of a dormant account, which exists only because its address was invited, and
-- deletes it: the person has proven the address. Any other account keeps its address. Citus executes the query of all
-- organizations on its own, so it must return a column.
create function app.transfer_invitations(address text, person uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
declare
  dormant uuid;
  invited record;
begin
  select id into dormant from users
    where lower(email) = lower(address) and id <> person and type = 1 and active
      and verified_at is null and password_hash is null and google_sub is null
    for update;
  if not found or exists (
    select 1 from memberships where user_id = dormant and not (joined = 1 and (status = 0 or unaccepted))
  ) then
    return;
  end if;
  for invited in
    select m.tenant_id, m.id from memberships m where m.user_id = dormant order by m.tenant_id
  loop
    if exists (select from memberships where tenant_id = invited.tenant_id and user_id = person) then
      delete from memberships where tenant_id = invited.tenant_id and id = invited.id;
    else
      update memberships set user_id = person
        where tenant_id = invited.tenant_id and id = invited.id;
    end if;
  end loop;
  update tokens set user_id = person
    where user_id = dormant and purpose = 'invitation' and used_at is null;
  delete from users where id = dormant;
end $$;

-- One join link for each tenant. Its token is stored in clear because members share the link.
create table join_links (
  tenant_id uuid primary key references tenants on delete cascade,
  token text not null,
  active boolean not null default false,
  -- the link is published, so members who join through it are counted separately (JoinedByPublicUrl)
  public_url boolean not null default false,
  require_acceptance boolean not null default true,
  granted_by uuid,
  granted_at timestamptz
);
create unique index join_links_token_key on join_links (token);
comment on index join_links_token_key
  is 'across tenants: a person who follows a join link knows its token and nothing else';
create index join_links_granted_by_idx on join_links (granted_by) where active;
comment on index join_links_granted_by_idx is 'across tenants: access that a person has given';
call app.protect_tenant_table('join_links', deletes => false);
call app.audited('join_links', 'joinLink', 'active', 'public_url', 'require_acceptance', '*token');

create trigger refuses_impersonated before insert or update on join_links
  for each row when (new.active and not new.require_acceptance and app.actor_context('impersonator') is not null)
  execute function app.refuse_impersonated();

-- Notes who gives access and when: a new secret or address counts as giving it again. A service is no person: its
-- granter gives the access.
create function app.set_grant() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp as $$
begin
  new.granted_by := coalesce(app.actor_context('user'), app.actor_context('granter'))::uuid;
  new.granted_at := now();
  return new;
end $$;
create trigger sets_grant before insert on join_links for each row when (new.active) execute function app.set_grant();
create trigger sets_grant_on_update before update of token, active, require_acceptance on join_links for each row
  when (new.active and (old.token <> new.token or not old.active
    or old.require_acceptance and not new.require_acceptance))
  execute function app.set_grant();
create trigger sets_grant before insert on memberships for each row when (new.status = 0)
  execute function app.set_grant();
create trigger sets_grant_on_update before update of role, status on memberships for each row
  when (new.status = 0 and (new.role < old.role or old.status <> 0)) execute function app.set_grant();

-- Returns the working access that the person of the scope has given since then: the one list of its kinds
-- (src/contract/calls/grants.ts). A query for each kind, as Citus does not combine tables of organizations.
create function app.my_grants(since timestamptz)
  returns table (kind text, tenant_id uuid, id uuid, name text, organization text, granted_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  person constant uuid := app.account_id();
begin
  return query
    select 'apiKey', k.tenant_id, k.id, k.name, t.name, k.granted_at
    from api_keys k join tenants t on t.id = k.tenant_id
    where k.granted_by = person and k.granted_at >= since and (k.expires_at is null or k.expires_at > now());
  return query
    select 'scimToken', s.tenant_id, s.id, s.prefix, t.name, s.granted_at
    from scim_tokens s join tenants t on t.id = s.tenant_id
    where s.granted_by = person and s.granted_at >= since and s.expires_at > now();
  return query
    select 'webhook', w.tenant_id, w.id, w.url, t.name, w.granted_at
    from webhook_endpoints w join tenants t on t.id = w.tenant_id
    where w.granted_by = person and w.granted_at >= since and w.disabled_at is null;
  return query
    select 'joinLink', l.tenant_id, l.tenant_id, '', t.name, l.granted_at
    from join_links l join tenants t on t.id = l.tenant_id
    where l.granted_by = person and l.granted_at >= since and l.active;
  return query
    select 'identityProvider', c.tenant_id, c.id, c.issuer, t.name, c.granted_at
    from sso_connections c join tenants t on t.id = c.tenant_id
    where c.granted_by = person and c.granted_at >= since and c.stage = 'active';
  -- Others than the person, who is a member with the status of an invitation until a registered address is proven.
  return query
    select 'invitation', m.tenant_id, m.id, u.email, t.name, m.granted_at
    from memberships m join tenants t on t.id = m.tenant_id join users u on u.id = m.user_id
    where m.granted_by = person and m.user_id <> person and m.granted_at >= since and m.status = 0;
end $$;

-- Ends the access that the person of the scope has given since then, and returns it: a thief of the account may have
-- given it. In one order for all callers, so that they can't deadlock. A kind without a branch is an error.
create function app.end_grants(since timestamptz) returns table (kind text, name text, organization text)
  language plpgsql security definer set search_path = public, pg_temp as $$
#variable_conflict use_column
declare
  given record;
  invited uuid;
begin
  for given in select * from app.my_grants(since) order by tenant_id, kind, id loop
    perform 1 from tenants t where t.id = given.tenant_id for no key update;
    case given.kind
      when 'apiKey' then delete from api_keys where tenant_id = given.tenant_id and id = given.id;
      when 'scimToken' then delete from scim_tokens where tenant_id = given.tenant_id and id = given.id;
      when 'webhook' then
        update webhook_endpoints set disabled_at = now(), disabled_reason = 'member'
          where tenant_id = given.tenant_id and id = given.id;
      when 'joinLink' then update join_links set active = false where tenant_id = given.tenant_id;
      when 'identityProvider' then
        delete from sso_connections where tenant_id = given.tenant_id and stage = 'active';
        -- As app.end_sso_access does.
        update sessions set revoked_at = now() where sso_tenant_id = given.tenant_id and revoked_at is null;
        delete from api_keys where tenant_id = given.tenant_id and sso;
      when 'invitation' then
        select m.user_id into invited from memberships m where m.tenant_id = given.tenant_id and m.id = given.id;
        delete from tokens where purpose = 'invitation' and used_at is null and invited_to = given.tenant_id
          and user_id = invited;
        delete from memberships where tenant_id = given.tenant_id and id = given.id and status = 0;
    end case;
    kind := given.kind;
    name := given.name;
    organization := given.organization;
    return next;
  end loop;
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.is_invited, app.invited_account, app.my_grants, app.end_grants to pregao_accounts;
grant execute on function app.delete_invitation to pregao_runtime, pregao_operator;
