-- Users, sessions and tokens; the catalog; organizations with members and products.

create table users (
  id uuid primary key default app.uuid7(),
  email text not null,
  first_name text not null default '',
  last_name text not null default '',
  phone text not null default '',
  avatar text not null default '',
  -- 0 Admin (the operator), 1 Tenant
  type smallint not null default 1 check (type in (0, 1)),
  -- 0 Password, 1 Gmail
  login_type smallint not null default 0 check (login_type in (0, 1)),
  -- argon2id as a PHC string; null while the user has no password
  password_hash text,
  locale text not null default 'pt-BR',
  verified_at timestamptz,
  active boolean not null default true,
  default_tenant_id uuid,
  created_at timestamptz not null default now()
);
create unique index users_email_key on users (lower(email));

-- Stores only the SHA-256 of a session token (R-ACC-19).
create table sessions (
  token_hash bytea primary key,
  id uuid not null default app.uuid7() unique,
  user_id uuid not null references users on delete cascade,
  impersonator_id uuid references users on delete cascade,
  user_agent text not null default '',
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  revoked_at timestamptz
);
create index sessions_user_id_idx on sessions (user_id);

-- Mailed tokens: random, single-use, for one purpose. Only their SHA-256 is stored (R-ACC-17).
create table tokens (
  token_hash bytea primary key,
  purpose text not null check (purpose in ('verify', 'reset', 'invitation')),
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index tokens_user_id_idx on tokens (user_id);

create table subscription_products (
  id uuid primary key default app.uuid7(),
  -- the provider's id; empty until the product is created there
  service_id text not null default '',
  tier integer not null,
  title text not null,
  description text not null default '',
  badge text not null default '',
  active boolean not null default true,
  image text not null default '',
  -- 0: unlimited
  max_users integer not null default 0 check (max_users >= 0),
  created_at timestamptz not null default now()
);

create table subscription_prices (
  id uuid primary key default app.uuid7(),
  service_id text not null default '',
  subscription_product_id uuid not null references subscription_products on delete cascade,
  type smallint not null check (type in (0, 1)),
  billing_period smallint not null check (billing_period between 0 and 4),
  -- minor units
  price bigint not null check (price >= 0),
  price_before bigint check (price_before >= 0),
  currency text not null check (currency in ('usd', 'mxn', 'eur')),
  trial_days integer not null default 0 check (trial_days >= 0),
  active boolean not null default true,
  check ((type = 0) = (billing_period = 0))
);
create index subscription_prices_product_idx on subscription_prices (subscription_product_id);
create unique index subscription_prices_service_id_key on subscription_prices (service_id)
  where service_id <> '';

create table subscription_features (
  id uuid primary key default app.uuid7(),
  subscription_product_id uuid not null references subscription_products on delete cascade,
  "order" integer not null,
  key text not null,
  value text,
  translate_in_frontend boolean not null default false,
  included boolean not null default true
);
create index subscription_features_product_idx on subscription_features (subscription_product_id);

create table tenants (
  id uuid primary key default app.uuid7(),
  name text not null,
  subdomain text not null default '',
  domain text not null default '',
  icon text not null default '',
  logo text not null default '',
  logo_darkmode text not null default '',
  app_theme text not null default 'dark',
  app_color text not null default 'red',
  -- set by the first paid subscription (R-SUB-11)
  currency text check (currency in ('usd', 'mxn', 'eur')),
  -- the provider's id of the customer
  customer_id text,
  created_at timestamptz not null default now()
);
create unique index tenants_name_key on tenants (lower(name));
create unique index tenants_subdomain_key on tenants (subdomain) where subdomain <> '';
create unique index tenants_customer_id_key on tenants (customer_id);

alter table users add foreign key (default_tenant_id) references tenants on delete set null;
create index users_default_tenant_id_idx on users (default_tenant_id);

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
  primary key (tenant_id, id),
  unique (tenant_id, user_id)
);
create index memberships_user_id_idx on memberships (user_id);

create table tenant_products (
  tenant_id uuid not null references tenants on delete cascade,
  id uuid not null default app.uuid7(),
  subscription_price_id uuid not null references subscription_prices,
  -- the provider's id of the subscription; null for free and one-time products
  service_id text,
  status text not null check (status in ('active', 'trialing', 'past_due', 'canceled')),
  trial_ends timestamptz,
  -- end of the grace period: an unpaid tenant is read-only from then on (R-SUB-09)
  grace_ends timestamptz,
  start_date timestamptz not null default now(),
  end_date timestamptz,
  cancelled_at timestamptz,
  primary key (tenant_id, id)
);
create index tenant_products_price_idx on tenant_products (subscription_price_id);
create unique index tenant_products_service_id_key on tenant_products (service_id);

call app.protect_tenant_table('memberships');
call app.protect_tenant_table('tenant_products');

-- In a user's scope, the policies my_rows show the organizations of which the user is an active member: only
-- the rows that the summary needs. Permissive policies are combined with OR, but a transaction never has both
-- a tenant's and a user's scope, so neither policy widens the other.
create function app.my_tenants() returns setof uuid
  language sql stable security definer set search_path = public, pg_temp
  as $$ select tenant_id from memberships where user_id = app.user_id() and status = 2 $$;
revoke all on function app.my_tenants() from public;
grant execute on function app.my_tenants() to pregao_app;

create policy my_rows on memberships for select to pregao_app
  using (tenant_id in (select app.my_tenants()));
create policy my_rows on tenant_products for select to pregao_app
  using (tenant_id in (select app.my_tenants()));

alter table tenants enable row level security;
create policy tenant_rows on tenants to pregao_app
  using (id = (select app.tenant_id())) with check (id = (select app.tenant_id()));
create policy my_rows on tenants for select to pregao_app
  using (id in (select app.my_tenants()));
create policy operator_rows on tenants to pregao_operator using (true) with check (true);

grant select, insert, update, delete on tenants, users, sessions, tokens,
  subscription_products, subscription_prices, subscription_features
  to pregao_app, pregao_operator;

-- Returns the tier of the active product (the best current one) and whether the tenant is read-only because
-- its payment is overdue beyond the grace period. The operator's own tenant has every entitlement (R-ORG-10).
create function app.entitlement(of_tenant uuid, out tier integer, out read_only boolean)
  language sql stable security definer set search_path = public, pg_temp
  as $$
    select coalesce(case when t.subdomain = 'admin' then 2147483647 end, best.tier, 0),
           t.subdomain <> 'admin' and coalesce(best.overdue, false)
    from tenants t
    left join lateral (
      select p.tier, tp.status = 'past_due' and tp.grace_ends <= now() as overdue
      from tenant_products tp
      join subscription_prices pr on pr.id = tp.subscription_price_id
      join subscription_products p on p.id = pr.subscription_product_id
      where tp.tenant_id = t.id and tp.status <> 'canceled'
        and (tp.end_date is null or tp.end_date > now())
      order by p.tier desc, overdue limit 1
    ) best on true
    where t.id = of_tenant
  $$;
revoke all on function app.entitlement(uuid) from public;

-- Returns the user of a session and their rights in a tenant, for the authorization of a call (R-SEC-01). No
-- row: no valid session. A null role: not an active member.
create function app.authorize(hash bytea, of_tenant uuid)
  returns table (session_id uuid, user_id uuid, user_type smallint, impersonator_id uuid,
                 role smallint, tier integer, read_only boolean)
  language plpgsql stable security definer set search_path = public, pg_temp
  as $$
  begin
    return query
      select s.id, u.id, u.type, s.impersonator_id, m.role, e.tier, e.read_only
      from sessions s
      join users u on u.id = s.user_id and u.active
      left join memberships m
        on m.tenant_id = of_tenant and m.user_id = u.id and m.status = 2
      left join lateral app.entitlement(m.tenant_id) e on m.tenant_id is not null
      where s.token_hash = hash and s.revoked_at is null and s.expires_at > now();
  end $$;
revoke all on function app.authorize(bytea, uuid) from public;
grant execute on function app.authorize(bytea, uuid) to pregao_app;

-- Returns true when the name is taken. SECURITY DEFINER, because names are unique across tenants and a
-- tenant's scope shows only its own row.
create function app.is_tenant_name_taken(wanted text) returns boolean
  language sql stable security definer set search_path = public, pg_temp
  as $$ select exists (select from tenants where lower(name) = lower(wanted)) $$;
revoke all on function app.is_tenant_name_taken(text) from public;
grant execute on function app.is_tenant_name_taken(text) to pregao_app;
