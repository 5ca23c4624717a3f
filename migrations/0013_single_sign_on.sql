-- Verified domains, single sign-on by OpenID Connect and SAML 2.0 (decisions 60, 63 and 64), and provisioning by SCIM
-- 2.0.

-- Domains that an organization has proven to control (decision 60). One verified domain belongs to one organization:
-- the name is reserved in tenant_names.
create table verified_domains (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  -- in ASCII and lower case
  domain text not null check (domain = lower(domain)),
  -- value of the TXT record
  token text not null,
  -- Null: not proven yet, or lapsed.
  verified_at timestamptz,
  -- last answer of the name servers
  checked_at timestamptz,
  -- since when a verified domain has no record
  failing_since timestamptz,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id),
  unique (tenant_id, domain)
);
create index verified_domains_checked_at_idx on verified_domains (checked_at) where verified_at is not null;
comment on index verified_domains_checked_at_idx is 'across tenants: what the daily check reads';
call app.protect_tenant_table('verified_domains');
call app.audited('verified_domains', 'verifiedDomain', 'domain', '*token', 'verified_at');

-- Single sign-on of organizations through an identity provider (decision 60).
create table sso_connections (
  tenant_id uuid not null references tenants on delete cascade,
  -- The draft is tested and becomes the active connection when it is activated.
  stage text not null check (stage in ('draft', 'active')),
  id uuid not null default app.uuid7(),
  protocol text not null check (protocol in ('oidc', 'saml')),
  issuer text not null,
  client_id text not null default '',
  -- encrypted
  client_secret bytea,
  -- claim with the groups of a person; empty: none
  role_claim text not null default '',
  -- roles by value of that claim: [{"value", "role"}]
  roles jsonb not null default '[]',
  default_role smallint not null default 2 check (default_role between 1 and 3),
  -- adds people who are no members yet
  provisions boolean not null default true,
  -- when an owner signed in with exactly these settings
  tested_at timestamptz,
  updated_at timestamptz not null default now(),
  -- Addresses of a SAML provider to which browsers are sent; empty: none.
  sign_in_url text not null default '',
  sign_out_url text not null default '',
  -- Certificates of a SAML provider, as PEM: several while it replaces one.
  certificates text[] not null default '{}',
  -- Leads people who sign out to the provider, if it supports that.
  signs_out boolean not null default true,
  granted_by uuid,
  granted_at timestamptz,
  primary key (tenant_id, stage)
);
create index sso_connections_granted_by_idx on sso_connections (granted_by) where stage = 'active';
comment on index sso_connections_granted_by_idx is 'across tenants: access that a person has given';
call app.protect_tenant_table('sso_connections');
call app.audited('sso_connections', 'ssoConnection', 'stage', 'protocol', 'issuer', 'client_id', '*client_secret',
  'sign_in_url', 'sign_out_url', '*certificates', 'signs_out', 'role_claim', 'roles', 'default_role', 'provisions',
  'tested_at');
create trigger sets_grant before insert or update on sso_connections for each row when (new.stage = 'active')
  execute function app.set_grant();

-- Accounts by their identity at the provider, which keeps its subject when the address changes.
create table sso_identities (
  tenant_id uuid not null,
  issuer text not null,
  subject text not null,
  user_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, issuer, subject),
  unique (tenant_id, issuer, user_id),
  foreign key (tenant_id, user_id) references memberships (tenant_id, user_id) on delete cascade
);
call app.protect_tenant_table('sso_identities');

-- Attempts to sign in, for owners; deleted after 90 days.
create table sso_events (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  at timestamptz not null default now(),
  protocol text not null,
  outcome text not null,
  -- shown to the person who signs in
  reference text not null,
  email text,
  primary key (tenant_id, id)
);
create index sso_events_at_idx on sso_events (at);
comment on index sso_events_at_idx is 'across tenants: what is deleted after its retention period';
create index sso_events_email_idx on sso_events (lower(email));
comment on index sso_events_email_idx is 'across tenants: sign-ins of a person, for the copy of their data';
call app.protect_tenant_table('sso_events');
revoke update, delete on sso_events from pregao_runtime;

-- Sign-ins that have been started and are not finished yet: finished ones are deleted, and the oldest of an
-- organization that has too many. Of their secrets only hashes are stored.
create table sso_requests (
  state_hash bytea primary key,
  browser_hash bytea not null,
  for_tenant uuid not null,
  stage text not null,
  -- Owner who tests the draft; null: a sign-in.
  user_id uuid,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Session that authenticates again; null: a sign-in or a test.
  session_id uuid,
  -- Response of a SAML provider, encrypted, until the browser that started the sign-in finishes it.
  response bytea,
  -- Organization at whose own address a sign-in began (R-ADR-11), and its host, to which the browser returns; null: the
  -- main site.
  address_id uuid,
  host text,
  -- Hash of the secret of the browser that received the response of a SAML provider: it alone finishes the sign-in
  -- (decision 73).
  code_hash bytea,
  -- Person that the provider has named, encrypted, until they answer whether to join (R-SSO-17).
  identity bytea
);
create index sso_requests_expires_at_idx on sso_requests (expires_at);
create index sso_requests_for_tenant_idx on sso_requests (for_tenant, created_at);
alter table sso_requests enable row level security;
create policy runtime_rows on sso_requests to pregao_runtime
  using ((select app.is_system())) with check ((select app.is_system()));
grant select, insert, update (response, code_hash, expires_at), delete on sso_requests to pregao_runtime;

-- Keys with which requests of an organization to its SAML provider are signed, and assertions decrypted.
create table saml_keys (
  tenant_id uuid primary key references tenants on delete cascade,
  -- encrypted
  private_key bytea not null,
  -- self-signed, as PEM
  certificate text not null,
  created_at timestamptz not null default now()
);
call app.protect_tenant_table('saml_keys');

-- Hints that end the session at the provider, for sessions that it opened.
create table sso_sessions (
  tenant_id uuid not null references tenants on delete cascade,
  session_id uuid not null,
  -- encrypted
  hint bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, session_id)
);
create index sso_sessions_created_at_idx on sso_sessions (created_at);
comment on index sso_sessions_created_at_idx is 'across tenants: what is deleted after its retention period';
call app.protect_tenant_table('sso_sessions');

-- Tokens of SCIM clients (decision 58, R-SCM-01 to R-SCM-08).
create table scim_tokens (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  -- SHA-256 of the bearer token, which names its organization
  token_hash bytea not null,
  -- the beginning of the token, for owners and the audit log
  prefix text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  last_used_at timestamptz,
  granted_by uuid,
  granted_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, token_hash)
);
create index scim_tokens_granted_by_idx on scim_tokens (granted_by);
comment on index scim_tokens_granted_by_idx is 'across tenants: access that a person has given';
call app.protect_tenant_table('scim_tokens', false);
-- Requests list and remove tokens, but read and write no hash of one.
revoke select, insert, update on scim_tokens from pregao_runtime;
grant select (tenant_id, id, prefix, created_at, expires_at, last_used_at, granted_by, granted_at) on scim_tokens to
  pregao_runtime;
grant insert on scim_tokens to pregao_accounts;
call app.audited('scim_tokens', 'scimToken', 'prefix', 'expires_at', '*token_hash');
create trigger sets_grant before insert on scim_tokens for each row execute function app.set_grant();

-- Returns whether members can sign in through the identity provider of the organization: an active connection, a
-- verified domain, and the tier (`identityTier`, src/contract/access.ts). Enforced single sign-on is paused otherwise.
create function app.offers_sso(of_tenant uuid) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  has_connection boolean;
  has_domain boolean;
begin
  has_connection := exists (select 1 from sso_connections c where c.tenant_id = of_tenant and c.stage = 'active');
  if not has_connection then return false; end if;
  has_domain := exists (
    select 1 from verified_domains d where d.tenant_id = of_tenant and d.verified_at is not null);
  return has_domain and (app.entitlement(of_tenant)).tier >= 3;
end $$;

-- Returns whether an organization that has verified this domain of email addresses admits its identity provider alone.
create function app.enforces_sso(of_domain text) returns boolean
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  of_tenant uuid;
  is_enforced boolean;
begin
  of_tenant := (select tenant_id from tenant_names where kind = 'domain' and value = lower(of_domain));
  is_enforced := exists (
    select 1 from tenant_policies p where p.tenant_id = of_tenant and p.sign_in_methods = '{sso}');
  return is_enforced and app.offers_sso(of_tenant);
end $$;

-- Ends the sessions that the identity provider of the organization in scope has opened (R-SSO-16). The trigger of
-- sessions tells the hub.
create function app.end_sso_access() returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update sessions set revoked_at = now() where sso_tenant_id = app.tenant_id() and revoked_at is null;
end $$;

-- Notes that a session has entered an organization: shortens it to what the policies allow, and records the entry of
-- the break-glass owner, once: in the log of the organization, and for the emails to its owners. The query of members
-- and sessions has a column, because Citus joins them by a table of its results.
create function app.apply_session_policies(of_tenant uuid, of_session uuid) returns void
  language plpgsql volatile security definer set search_path = public, pg_temp as $$
declare
  policy tenant_policies;
  person uuid;
begin
  if not exists (
    select 1 from memberships m join sessions s on s.user_id = m.user_id
    where m.tenant_id = of_tenant and m.status = 2 and s.id = of_session) then return; end if;
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  update sessions s set
    idle_seconds = least(s.idle_seconds, policy.idle_hours * 3600),
    ends_at = least(s.ends_at, s.created_at + make_interval(hours => policy.session_hours)),
    expires_at = least(s.expires_at, s.created_at + make_interval(hours => policy.session_hours),
      now() + make_interval(hours => policy.idle_hours))
    where s.id = of_session;
  if policy.sign_in_methods is distinct from '{sso}' or not app.offers_sso(of_tenant) then return; end if;
  update sessions s set break_glass_tenants = s.break_glass_tenants || of_tenant
    where s.id = of_session and s.sso_tenant_id is distinct from of_tenant and s.impersonator_id is null
      and not of_tenant = any (s.break_glass_tenants)
    returning s.user_id into person;
  if person is null then return; end if;
  perform app.set_actor(person);
  perform app.audit('policy.breakGlass', of_tenant, person, of_session);
  perform app.add_job('policies.entry', jsonb_build_object('tenant', of_tenant, 'user', person, 'at', now()));
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.offers_sso, app.enforces_sso, app.end_sso_access, app.apply_session_policies to
  pregao_runtime;
