-- Domains that an organization has proven to control (decision 60). One verified domain belongs to one organization:
-- the name is reserved in tenant_names, of which every node has a copy (decision 39).
alter table tenant_names drop constraint tenant_names_kind_check;
-- safe: the table has two short rows per organization, and the rows satisfy the former, narrower condition.
alter table tenant_names add constraint tenant_names_kind_check
  check (kind in ('name', 'subdomain', 'domain'));

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
call app.protect_tenant_table('verified_domains');
revoke all on verified_domains from pregao_app;
call app.audited('verified_domains', 'verifiedDomain', 'domain', '*token', 'verified_at');
create index verified_domains_checked_at_idx on verified_domains (checked_at)
  where verified_at is not null;
comment on index verified_domains_checked_at_idx is
  'across tenants: what the daily check reads';

-- Returns the organization that has verified a domain.
create function app.tenant_of_domain(wanted text) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp
as $$
begin
  return (select tenant_id from tenant_names where kind = 'domain' and value = lower(wanted));
end
$$;
revoke all on function app.tenant_of_domain(text) from public;
grant execute on function app.tenant_of_domain(text) to pregao_runtime;
