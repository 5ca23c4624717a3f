import { Client } from 'pg';
import { BillingPeriod } from '#contract/periods.ts';
import { callerAt } from '#tools/caller.ts';

/** How many tenants there are beside the measured one, which has 1,000 transactions. */
export const sizes = { small: 10, full: 10_000 };
export type Size = keyof typeof sizes;

/** Somebody who owns an organization on the Pro plan and is signed in. */
export interface Account {
  email: string;
  password: string;
  tenant: string;
  headers: Record<string, string>;
}

/** Registers an organization and its owner as a visitor would. */
export async function register(origin: string, name: string): Promise<Account> {
  const api = callerAt(origin);
  const [email, password] = [`${name.toLowerCase()}@bench.example`, 'a password of the bench'];
  const products = await api.products.getAll();
  const price = products
    .find(({ title }) => title === 'Pro')
    ?.prices.find(({ billingPeriod }) => billingPeriod === BillingPeriod.Yearly);
  const { verifyToken = '' } = await api.accounts.register({
    body: {
      organization: name,
      email,
      firstName: 'Ana',
      lastName: 'Souza',
      selectedSubscription: { subscriptionPriceId: price?.id ?? '' },
    },
  });
  const { token, user } = await api.accounts.verify({
    body: { email, token: verifyToken, password, passwordConfirm: password },
  });
  const tenant = user.currentTenant?.id ?? '';
  const headers = { authorization: `Bearer ${token}`, 'x-tenant-key': tenant };
  return { email, password, tenant, headers };
}

/**
 * Fills the database as its owner: 1,000 transactions for the measured tenant, 100 for the stranger
 * and for each of the others, who have five members with a session each, on the measured plan.
 */
export async function fill(
  ownerUrl: string,
  { measured, stranger, size }: { measured: Account; stranger: Account; size: Size },
): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    // What refers to what is right by construction; a million checks of it are the slowest part.
    await client.query('set session_replication_role = replica');
    await client.query(tenants, [sizes[size]]);
    await client.query(people);
    await client.query(plans, [measured.tenant]);
    await client.query(transactions, [measured.tenant, stranger.tenant]);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
  } finally {
    await client.end();
  }
}

const tenants = `
  with made as (
    insert into tenants (name) select 'Tenant ' || n from generate_series(1, $1::int) n
    returning id
  )
  select id into temp others from made`;

const people = `
  with made as (
    insert into users (email, default_tenant_id, verified_at)
    select 'member-' || n || '-of-' || id || '@bench.example', id, now()
    from others, generate_series(0, 4) n
    returning id, default_tenant_id as tenant, split_part(email, '-', 2)::int as n
  ), joined as (
    insert into memberships (tenant_id, user_id, role, status, joined)
    select tenant, id, least(n, 3), 2, 0 from made
  )
  insert into sessions (token_hash, user_id, expires_at)
  select sha256(uuid_send(id)), id, now() + interval '1 day' from made`;

const plans = `
  insert into tenant_products (tenant_id, subscription_price_id, status)
  select others.id, held.subscription_price_id, 'active'
  from others, tenant_products held where held.tenant_id = $1`;

const transactions = `
  insert into transactions (tenant_id, description, quantity, price, date, category)
  select tenant.id, 'Order ' || n || ' of ' || tenant.id, n % 90 + 1, n * 7919 % 1000000,
    date '2026-01-01' + n % 365, (array['Stocks', 'Futures', null])[n % 3 + 1]
  from (
    select id, 100 as rows from others
    union all values ($1::uuid, 1000), ($2::uuid, 100)
  ) tenant, generate_series(1, tenant.rows) n`;
