-- SAML 2.0, signing out at the identity provider, and step-up authentication there (decision 63).

alter table sso_connections drop constraint sso_connections_protocol_check;
-- safe: the table has two short rows per organization, and the rows satisfy the former, narrower condition.
alter table sso_connections add constraint sso_connections_protocol_check check (protocol in ('oidc', 'saml'));
-- Addresses of a SAML provider to which browsers are sent; empty: none.
alter table sso_connections add column sign_in_url text not null default '';
alter table sso_connections add column sign_out_url text not null default '';
-- Certificates of a SAML provider, as PEM: several while it replaces one.
alter table sso_connections add column certificates text[] not null default '{}';
-- Leads people who sign out to the provider, if it supports that.
alter table sso_connections add column signs_out boolean not null default true;
drop trigger audits on sso_connections;
call app.audited('sso_connections', 'ssoConnection', 'stage', 'protocol', 'issuer', 'client_id', '*client_secret',
  'sign_in_url', 'sign_out_url', '*certificates', 'signs_out', 'role_claim', 'roles', 'default_role', 'provisions',
  'tested_at');

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
revoke all on saml_keys from pregao_app;

-- What ends the session at the provider, of sessions that it opened.
create table sso_sessions (
  tenant_id uuid not null references tenants on delete cascade,
  session_id uuid not null,
  -- encrypted
  hint bytea not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, session_id)
);
call app.protect_tenant_table('sso_sessions');
revoke all on sso_sessions from pregao_app;
create index sso_sessions_created_at_idx on sso_sessions (created_at);
comment on index sso_sessions_created_at_idx is 'across tenants: what is deleted after its retention period';

alter table sso_requests add column created_at timestamptz not null default now();
-- Session that authenticates again; null: a sign-in or a test.
alter table sso_requests add column session_id uuid;
-- Response of a SAML provider, encrypted, until the browser that started the sign-in finishes it.
alter table sso_requests add column response bytea;

-- Returns the organization if its plan has at least this tier.
create function app.tenant_of_tier(wanted uuid, of_tier integer) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  if exists (select from app.active_product(wanted) p where p.tier >= of_tier)
    or exists (select from tenants where id = wanted and subdomain = 'admin')
  then
    return wanted;
  end if;
  return null;
end
$$;
revoke all on function app.tenant_of_tier(uuid, integer) from public;
grant execute on function app.tenant_of_tier(uuid, integer) to pregao_runtime;
