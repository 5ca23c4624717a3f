-- Organizations (tenants): their names, suspension, deletion and policies.

create table tenants (
  id uuid primary key default app.uuid7(),
  name text not null,
  subdomain text not null default '',
  domain text not null default '',
  icon app.picture not null default '',
  logo app.picture not null default '',
  logo_darkmode app.picture not null default '',
  app_theme text not null default 'dark',
  app_color text not null default 'red',
  -- set by the first paid subscription (R-SUB-11)
  currency text check (currency ~ '^[a-z]{3}$'),
  -- the provider's id of the customer
  customer_id text,
  created_at timestamptz not null default now(),
  -- sizes of the pictures; null: not measured, which a job does
  icon_bytes integer,
  logo_bytes integer,
  logo_darkmode_bytes integer,
  -- R-OPR-13
  suspended_at timestamptz,
  suspension_reason text,
  -- Copy for screens of all members: whether the organization requires a second factor.
  requires_factor boolean not null default false,
  -- Currency of an organization's transactions (R-ORG-13), which labels amounts and converts nothing; `currency` is the
  -- one that the organization pays its plan in.
  transaction_currency text not null default 'usd' check (transaction_currency ~ '^[a-z]{3}$'),
  constraint tenants_suspension_check
    check ((suspended_at is null) = (suspension_reason is null))
);
comment on column tenants.suspended_at is 'only operators write it; a suspended organization has the tier -1';
create unique index tenants_name_key on tenants (lower(name));
comment on index tenants_name_key is 'across tenants: no two organizations have one name';
create unique index tenants_subdomain_key on tenants (subdomain) where subdomain <> '';
comment on index tenants_subdomain_key is 'across tenants: a host name leads to one organization';
create unique index tenants_customer_id_key on tenants (customer_id);
comment on index tenants_customer_id_key is 'across tenants: the provider names a customer by its own id';
create index tenants_words_idx on tenants using gin (app.search_words(name || ' ' || subdomain || ' ' || domain));
comment on index tenants_words_idx is 'across tenants: the operator searches all organizations';
alter table tenants enable row level security;
create policy operator_rows on tenants to pregao_operator using (true) with check (true);
create policy runtime_tenant_rows on tenants to pregao_runtime
  using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
grant select, insert, update, delete on tenants to pregao_operator;
grant select, insert on tenants to pregao_runtime;
-- All but the suspension, which only operators write.
grant update (name, subdomain, domain, icon, logo, logo_darkmode, app_theme, app_color, currency, customer_id, icon_bytes,
  logo_bytes, logo_darkmode_bytes, requires_factor, transaction_currency) on tenants to pregao_runtime;
call app.audited('tenants', 'tenant', 'name', 'subdomain', 'domain', 'icon', 'logo', 'logo_darkmode', 'app_theme',
  'app_color', 'currency', 'transaction_currency', '*customer_id');

-- Names, subdomains and verified domains of organizations, which are unique across tenants: on a database sharded by
-- tenant no node knows the rows of the others, but each has a copy of this table (decision 39). Values are in lower
-- case.
create table tenant_names (
  kind text not null,
  value text not null check (value <> ''),
  -- No foreign key: the table has a copy on every node, and app.delete_tenants deletes the names.
  tenant_id uuid not null,
  primary key (kind, value),
  constraint tenant_names_kind_check
    check (kind in ('name', 'subdomain', 'domain'))
);
create index tenant_names_tenant_id_idx on tenant_names (tenant_id);
comment on index tenant_names_pkey is 'across tenants: no two organizations have one name or subdomain';
call app.protect_tenant_table('tenant_names');

-- Returns the organization with a name, subdomain or verified domain, with an active join link, or with an id; also
-- before it is known which organization a request belongs to (R-ADR-01, decision 61).
create function app.find_tenant(of_kind text, wanted text) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  of_tenant uuid;
begin
  if of_kind = 'link' then
    return (select tenant_id from join_links where token = wanted and active);
  elsif of_kind = 'id' then
    of_tenant := wanted::uuid;
    return (select id from tenants where id = of_tenant);
  end if;
  return (select tenant_id from tenant_names where kind = of_kind and value = lower(wanted));
end $$;

-- Returns the organization if its plan has at least this tier and, if asked, it has an active identity provider.
create function app.tenant_with_tier(wanted uuid, of_tier integer, has_provider boolean default false) returns uuid
  language plpgsql stable security definer set search_path = public, pg_temp as $$
begin
  if has_provider and not exists (select from sso_connections where tenant_id = wanted and stage = 'active') then
    return null;
  end if;
  if exists (select from app.active_product(wanted) p where p.tier >= of_tier)
    or exists (select from tenants where id = wanted and subdomain = 'admin')
  then
    return wanted;
  end if;
  return null;
end $$;

-- Deletes organizations with their names, the invitations to them and their use as a default. A token or default that
-- a concurrent transaction stores afterwards refers to nothing, and is treated so wherever it is read.
create function app.delete_tenants(those uuid[]) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  delete from tenants where id = any (those);
  delete from tenant_names where tenant_id = any (those);
  delete from tokens where invited_to = any (those);
  update users set default_tenant_id = null where default_tenant_id = any (those);
end $$;

-- Deletes the organization of the scope.
create function app.delete_own_tenant(of_tenant uuid) returns void
  language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if of_tenant is distinct from app.tenant_id() then
    raise exception 'Not the organization of this scope' using errcode = '42501';
  end if;
  perform app.delete_tenants(array[of_tenant]);
end $$;

-- Policies of an organization (decision 59): session length, sign-in methods, and email domains of new members. An
-- organization without a row has none.
create table tenant_policies (
  tenant_id uuid primary key references tenants on delete cascade,
  -- Longest time since signing in, and without a call; null: those of the product.
  session_hours integer check (session_hours between 1 and 336),
  idle_hours integer check (idle_hours between 1 and 168),
  -- Allowed methods (src/contract/calls/policies.ts); null: all but links by email.
  sign_in_methods text[] check (cardinality(sign_in_methods) > 0),
  -- Domains of addresses that invitations and join links admit, in lower case; null: all.
  email_domains text[] check (cardinality(email_domains) > 0),
  -- Days within which members set up a second factor (decision 64); null: none is required.
  factor_days integer,
  -- Since when one has been required.
  factor_since timestamptz,
  -- Owner who may enter without single sign-on while `sign_in_methods` is {sso}.
  break_glass_id uuid,
  constraint tenant_policies_factor_check check (
    (factor_days is null) = (factor_since is null) and (factor_days is null or factor_days between 0 and 30))
);
call app.protect_tenant_table('tenant_policies', deletes => false);
call app.audited('tenant_policies', 'policy', 'session_hours', 'idle_hours', 'sign_in_methods', 'email_domains',
  'factor_days', 'break_glass_id');

-- Returns until when a member may enter without a second factor; null: they have one, or none is required.
create function app.factor_due(of_tenant uuid, person uuid) returns timestamptz
  language plpgsql stable set search_path = public, pg_temp as $$
declare
  policy tenant_policies;
  joined_at timestamptz;
begin
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  if policy.factor_days is null or app.has_factor(person) then return null; end if;
  select m.active_since into joined_at from memberships m where m.tenant_id = of_tenant and m.user_id = person;
  return greatest(policy.factor_since, joined_at) + make_interval(days => policy.factor_days);
end $$;

-- Returns the members of the organization in scope who must still set up a second factor, with the end of their grace.
-- Members who sign in through the identity provider of the organization need none.
create function app.members_without_factor() returns table (user_id uuid, due_at timestamptz)
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  of_tenant constant uuid := app.tenant_id();
  policy tenant_policies;
  people uuid[];
  enrolled uuid[];
begin
  select * into policy from tenant_policies p where p.tenant_id = of_tenant;
  if policy.factor_days is null then return; end if;
  people := array(select m.user_id from memberships m where m.tenant_id = of_tenant and m.status = 2);
  enrolled := array(
    select f.user_id from totp_factors f where f.user_id = any (people) and f.confirmed_at is not null
    union select p.user_id from passkeys p where p.user_id = any (people));
  return query
    select m.user_id, greatest(policy.factor_since, m.active_since) + make_interval(days => policy.factor_days)
    from memberships m
    where m.tenant_id = of_tenant and m.status = 2 and m.user_id <> all (enrolled)
      and not exists (select 1 from sso_identities i where i.tenant_id = m.tenant_id and i.user_id = m.user_id);
end $$;

revoke execute on all routines in schema app from public;
grant execute on function app.tenant_with_tier, app.delete_own_tenant, app.members_without_factor to pregao_runtime;
grant execute on function app.factor_due to pregao_accounts;
grant execute on function app.find_tenant to pregao_runtime, pregao_operator;
