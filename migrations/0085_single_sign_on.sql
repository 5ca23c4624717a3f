-- Single sign-on of organizations through an identity provider (decision 60).

create table sso_connections (
  tenant_id uuid not null references tenants on delete cascade,
  -- The draft is tested and becomes the active connection when it is activated.
  stage text not null check (stage in ('draft', 'active')),
  id uuid not null default app.uuid7(),
  protocol text not null check (protocol in ('oidc')),
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
  primary key (tenant_id, stage)
);
call app.protect_tenant_table('sso_connections');
revoke all on sso_connections from pregao_app;
call app.audited('sso_connections', 'ssoConnection', 'stage', 'protocol', 'issuer', 'client_id', '*client_secret',
  'role_claim', 'roles', 'default_role', 'provisions', 'tested_at');

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
revoke all on sso_identities from pregao_app;

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
call app.protect_tenant_table('sso_events');
revoke all on sso_events from pregao_app;
revoke update, delete on sso_events from pregao_runtime;
create index sso_events_at_idx on sso_events (at);
comment on index sso_events_at_idx is 'across tenants: what is deleted after its retention period';

-- Sign-ins that have been started and are not finished yet. Of their secrets only hashes are stored.
create table sso_requests (
  state_hash bytea primary key,
  browser_hash bytea not null,
  for_tenant uuid not null,
  stage text not null,
  -- Owner who tests the draft; null: a sign-in.
  user_id uuid,
  expires_at timestamptz not null,
  used_at timestamptz
);
alter table sso_requests enable row level security;
call app.bind_owner('sso_requests');
grant select, insert, update on sso_requests to pregao_runtime;
create policy runtime_rows on sso_requests to pregao_runtime
  using ((select app.is_system())) with check ((select app.is_system()));
create index sso_requests_expires_at_idx on sso_requests (expires_at);

-- Returns the organization with an active connection and at least this tier, by verified domain, subdomain or id.
create function app.tenant_with_sso(kind_of_name text, name text, of_tier integer) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
declare
  found_tenant uuid;
begin
  if kind_of_name = 'id' then
    found_tenant := name::uuid;
  elsif kind_of_name in ('domain', 'subdomain') then
    found_tenant := (select tenant_id from tenant_names where kind = kind_of_name and value = lower(name));
  end if;
  if not exists (select from sso_connections where tenant_id = found_tenant and stage = 'active') then
    return null;
  end if;
  if exists (select from app.active_product(found_tenant) p where p.tier >= of_tier)
    or exists (select from tenants where id = found_tenant and subdomain = 'admin')
  then
    return found_tenant;
  end if;
  return null;
end
$$;
revoke all on function app.tenant_with_sso(text, text, integer) from public;
grant execute on function app.tenant_with_sso(text, text, integer) to pregao_runtime;

-- Organization whose identity provider authenticated the person.
alter table sessions add column sso_tenant_id uuid;

-- As before (migration 82): a session of the organization's own identity provider fulfills its policy of sign-in methods.
create or replace function app.check_policies(of_tenant uuid, of_session uuid, out refusal text, out exceeds boolean)
  language plpgsql stable set search_path = public, pg_temp
as $$
declare
  policy tenant_policies;
  session sessions;
  methods text[];
begin
  exceeds := false;
  select * into session from sessions where id = of_session;
  if session.impersonator_id is not null then return; end if;
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  -- A mailed link to set a password (`email`) is followed by the password that was set.
  methods := array_replace(session.methods, 'email', 'password');
  if session.sso_tenant_id is distinct from of_tenant
    and (policy.sign_in_methods is null and 'link' = any (methods)
      or policy.sign_in_methods is not null and not methods && policy.sign_in_methods)
  then
    refusal := 'policy.signInMethod';
  elsif session.created_at + make_interval(hours => policy.session_hours) <= now() then
    refusal := 'policy.sessionEnded';
  end if;
  exceeds := coalesce(session.idle_seconds > policy.idle_hours * 3600, false)
    or coalesce(session.ends_at > session.created_at + make_interval(hours => policy.session_hours), false);
end
$$;
