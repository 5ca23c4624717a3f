-- Access that a person has given to programs and other people, who gave it, and its end (R-ACC-39).

-- Keys delete with a scope of its own, and give access only by inviting (R-KEY-02).
-- safe: an organization has at most fifty keys
update api_keys set scopes = array_remove(scopes, 'members:write') where 'members:write' = any (scopes);

alter table api_keys add column granted_by uuid, add column granted_at timestamptz;
alter table scim_tokens add column granted_by uuid, add column granted_at timestamptz;
alter table webhook_endpoints add column granted_by uuid, add column granted_at timestamptz;
alter table join_links add column granted_by uuid, add column granted_at timestamptz;
alter table sso_connections add column granted_by uuid, add column granted_at timestamptz;
alter table memberships add column granted_by uuid, add column granted_at timestamptz;
comment on column memberships.granted_by is 'who invited the person, or gave the invitation a higher role';
-- safe: an organization has at most fifty keys
update api_keys set granted_by = created_by, granted_at = created_at;
-- safe: an organization has at most fifty of these
create index api_keys_granted_by_idx on api_keys (granted_by);
-- safe: an organization has two of these
create index scim_tokens_granted_by_idx on scim_tokens (granted_by);
-- safe: an organization has at most fifty of these
create index webhook_endpoints_granted_by_idx on webhook_endpoints (granted_by);
-- safe: an organization has one of these
create index join_links_granted_by_idx on join_links (granted_by) where active;
-- safe: an organization has one of these
create index sso_connections_granted_by_idx on sso_connections (granted_by) where stage = 'active';
-- safe: no row matches yet
create index memberships_granted_by_idx on memberships (granted_by) where status = 0 and granted_by is not null;
comment on index api_keys_granted_by_idx is 'across tenants: access that a person has given';
comment on index scim_tokens_granted_by_idx is 'across tenants: access that a person has given';
comment on index webhook_endpoints_granted_by_idx is 'across tenants: access that a person has given';
comment on index join_links_granted_by_idx is 'across tenants: access that a person has given';
comment on index sso_connections_granted_by_idx is 'across tenants: access that a person has given';
comment on index memberships_granted_by_idx is 'across tenants: access that a person has given';

-- Notes who gives access and when: a new secret or address counts as giving it again. An API key is no
-- person, so that the writer names its creator.
create function app.note_grant() returns trigger
  language plpgsql set search_path = pg_catalog, pg_temp
as $$
begin
  new.granted_by := coalesce(app.acting('user')::uuid, case when tg_op = 'INSERT' then new.granted_by end);
  new.granted_at := now();
  return new;
end
$$;
revoke all on function app.note_grant() from public;

create trigger notes_grant before insert on api_keys for each row execute function app.note_grant();
create trigger notes_new_grant before update of token_hash on api_keys for each row
  when (old.token_hash <> new.token_hash) execute function app.note_grant();
create trigger notes_grant before insert on scim_tokens for each row execute function app.note_grant();
create trigger notes_grant before insert on webhook_endpoints for each row execute function app.note_grant();
create trigger notes_new_grant before update of url, signing_key, disabled_at on webhook_endpoints for each row
  when (old.url <> new.url or old.signing_key <> new.signing_key
        or old.disabled_at is not null and new.disabled_at is null)
  execute function app.note_grant();
create trigger notes_grant before insert on join_links for each row when (new.active)
  execute function app.note_grant();
create trigger notes_new_grant before update of token, active, require_acceptance on join_links for each row
  when (new.active and (old.token <> new.token or not old.active or old.require_acceptance and not new.require_acceptance))
  execute function app.note_grant();
create trigger notes_grant before insert or update on sso_connections for each row when (new.stage = 'active')
  execute function app.note_grant();
create trigger notes_grant before insert on memberships for each row when (new.status = 0)
  execute function app.note_grant();
create trigger notes_new_grant before update of role, status on memberships for each row
  when (new.status = 0 and (new.role < old.role or old.status <> 0)) execute function app.note_grant();

-- Returns the working access that a person has given since then: the one list of its kinds (src/contract/calls/grants.ts).
-- A query for each kind, as Citus does not combine tables of organizations.
create function app.grants_of(person uuid, since timestamptz)
  returns table (kind text, tenant_id uuid, id uuid, name text, organization text, granted_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
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
end
$$;
revoke all on function app.grants_of(uuid, timestamptz) from public;

-- Returns the working access that the person of the scope has given, newest first.
create function app.my_grants()
  returns table (kind text, tenant_id uuid, id uuid, name text, organization text, granted_at timestamptz)
  language sql stable security definer set search_path = public, pg_temp
as $$
  select kind, tenant_id, id, name, organization, granted_at
  from app.grants_of(app.account_id(), '-infinity') order by granted_at desc, id
$$;
revoke all on function app.my_grants() from public;
grant execute on function app.my_grants() to pregao_runtime;

-- Ends the access that the person of the scope has given since then, and returns it: a thief of the account may have given
-- it. In one order for all callers, so that they can't deadlock. A kind without a branch is an error.
create function app.end_grants(since timestamptz) returns table (kind text, name text, organization text)
  language plpgsql security definer set search_path = public, pg_temp
as $$
#variable_conflict use_column
declare
  given record;
  invited uuid;
begin
  for given in select * from app.grants_of(app.account_id(), since) order by tenant_id, kind, id loop
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
        perform app.end_access_by_provider(given.tenant_id);
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
end
$$;
revoke all on function app.end_grants(timestamptz) from public;
grant execute on function app.end_grants(timestamptz) to pregao_runtime;
