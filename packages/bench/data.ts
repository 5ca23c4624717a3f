import { Client } from 'pg';
import type { OwnerAccount } from '#tools/kit/organizations.ts';

/** Number of tenants besides the measured one, and of transactions of the largest one. */
export const dataSizes = {
  small: { tenants: 10, largest: 10_000 },
  medium: { tenants: 1_000, largest: 100_000 },
  full: { tenants: 10_000, largest: 100_000 },
  huge: { tenants: 100_000, largest: 1_000_000 },
};
export type DataSize = keyof typeof dataSizes;

/** Tenant of the data set with session tokens of its members, the owner's first. */
export type Seeded = {
  tenant: string;
  tokens: string[];
  /** Ids of some transactions. */
  transactions: string[];
};

export type DataSet = {
  /** Up to 500 identical tenants: four members, one invited person, a hundred transactions. */
  ordinary: Seeded[];
  /** Tenant with ten transactions. */
  ten: Seeded;
  largest: Seeded;
};

/**
 * Fills the database as its owner. The measured tenant has 1,000 transactions and 20 members; all others
 * are on its plan, the largest on the highest, with audit log, sessions and invitations.
 */
export const fillDatabase = (
  ownerUrl: string,
  { tenant: measured }: OwnerAccount,
  size: DataSize,
): Promise<DataSet> =>
  inBulk(ownerUrl, async (client) => {
    const { tenants, largest } = dataSizes[size];
    await client.query(others, [tenants, largest]);
    for (const statement of [people, plans]) await client.query(statement, [measured]);
    await withoutIndexes(client, 'transactions', () => client.query(transactions, [measured]));
    await withoutIndexes(client, 'audit_log', () => client.query(log));
    await client.query(around, [tenants]);
    const { rows } = await client.query<Seeded & { name: string }>(seeded);
    const named = (name: string) => {
      const found = rows.find((row) => row.name === name);
      if (!found) throw new Error(`The data set has no tenant ${name}`);
      return found;
    };
    const ordinary = rows.filter(({ name }) => name.startsWith('Tenant'));
    return { ordinary, ten: named('Ten'), largest: named('Largest') };
  });

/** Adds members to a tenant that has five. */
export const addMembers = (ownerUrl: string, tenant: string, count: number) =>
  inBulk(ownerUrl, (client) =>
    client.query(membersOf(`select '${tenant}'::uuid as id, 5 as first, ${4 + count} as last`)),
  );

/** Runs bulk writes, then vacuums and analyzes, as a database in long use would be. */
async function inBulk<T>(ownerUrl: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await client.query('set statement_timeout = 0');
    await client.query('set synchronous_commit = off');
    await client.query("set maintenance_work_mem = '1GB'");
    // Skips foreign key checks, the slowest part: the references are right by construction.
    await client.query('set session_replication_role = replica');
    const made = await work(client);
    await client.query('vacuum analyze');
    await client.query('checkpoint');
    return made;
  } finally {
    await client.end();
  }
}

/** Drops the indexes of a table, except unique ones, and creates them again after the work: faster for many rows. */
async function withoutIndexes(client: Client, table: string, work: () => Promise<unknown>) {
  // The product reads comments of indexes: which are for all tenants.
  const { rows } = await client.query<{ name: string; definition: string; comment: string }>(
    `select indexrelid::regclass::text as name, pg_get_indexdef(indexrelid) as definition,
        format('comment on index %s is %L', indexrelid::regclass, obj_description(indexrelid, 'pg_class')) as comment
      from pg_index where indrelid = $1::regclass and not indisunique`,
    [table],
  );
  for (const { name } of rows) await client.query(`drop index ${name}`);
  await work();
  for (const { definition, comment } of rows) await client.query(`${definition}; ${comment}`);
}

const others = `
  with made as (
    insert into tenants (name)
    select case n when -1 then 'Largest' when 0 then 'Ten' else 'Tenant ' || n end
    from generate_series(-1, $1::int) n
    returning id, name
  )
  select id, name,
    case name when 'Largest' then $2::int when 'Ten' then 10 else 100 end as transactions
  into temp others from made`;

// The token of a session is its user's id.
const membersOf = (tenants: string) => `
  with made as (
    insert into users (email, first_name, last_name, default_tenant_id, verified_at)
    select 'member-' || n || '-of-' || id || '@bench.example', 'Ana ' || n, 'Souza', id, now()
    from (${tenants}) tenant, generate_series(first, last) n
    returning id, default_tenant_id as tenant, split_part(email, '-', 2)::int as n
  ), joined as (
    insert into memberships (tenant_id, user_id, role, status, joined)
    select tenant, id, least(n, 3), case n when 4 then 0 else 2 end, case n when 0 then 0 else 1 end
    from made
  ), invited as (
    insert into tokens (token_hash, purpose, user_id, invited_to, expires_at)
    select sha256(uuid_send(id)), 'invitation', id, tenant, now() + interval '7 days'
    from made where n = 4
  )
  insert into sessions (token_hash, user_id, expires_at)
  select sha256(convert_to(id::text, 'utf8')), id, now() + interval '1 day' from made`;

const people = membersOf(
  'select id, 0 as first, 4 as last from others union all values ($1::uuid, 1, 19)',
);

const plans = `
  with held as (select subscription_price_id as id from tenant_products where tenant_id = $1),
  highest as (
    select price.id from subscription_prices price
    join subscription_products product on product.id = price.subscription_product_id
    order by product.tier desc limit 1
  ), made as (
    insert into tenant_products (tenant_id, subscription_price_id, status)
    select others.id, case others.name when 'Largest' then highest.id else held.id end, 'active'
    from others, held, highest
  )
  insert into revenue_movements (tenant_id, subscription_price_id, currency, before, after)
  select others.id, held.id, 'usd', 0, 12000 from others, held`;

const transactions = `
  insert into transactions (tenant_id, description, quantity, price, amount, date, category)
  select tenant.id, 'Order ' || n || ' of ' || tenant.id, n % 90 + 1, n * 7919::bigint % 1000000,
    (n % 90 + 1) * (n * 7919::bigint % 1000000),
    date '2026-01-01' + n % 365, (array['Stocks', 'Futures', null])[n % 3 + 1]
  from (
    select id, transactions from others
    union all values ($1::uuid, 1000)
  ) tenant, generate_series(1, tenant.transactions) n`;

const log = `
  insert into audit_log (tenant_id, action, target_id, after)
  select id, 'transaction.created', id, jsonb_build_object('description', 'Order ' || n)
  from others, generate_series(1, transactions / 5) n`;

/** Rows outside of tenants: resources, sent emails, processed events. */
const around = `
  with resources as (
    insert into resources (title, type)
    select 'Resource ' || n, 1 from generate_series(1, 200) n
  ), emails as (
    insert into emails (recipient, subject, text, html, locale, attempts, sent_at)
    select 'member-' || n || '@bench.example', 'Welcome', '', '', 'en-US', 1, now()
    from generate_series(1, 5 * $1::int) n
  )
  insert into provider_events (id, type, livemode, created_at, body, settled_at)
  select 'evt_seed_' || n, 'product.updated', false, now(), '{}', now()
  from generate_series(1, 10 * $1::int) n`;

const seeded = `
  select id as tenant, name,
    array(
      select user_id::text from memberships
      where tenant_id = others.id and status = 2 order by role, id limit 4
    ) as tokens,
    array(select transaction.id from transactions transaction where tenant_id = others.id limit 4)
      as transactions
  from others order by length(name), name limit 502`;
