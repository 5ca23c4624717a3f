import { escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { errorStatus } from '#contract/errors.ts';
import { connectDatabase } from '#server/database/open.ts';
import { testDatabase } from '#server/database/test/database.ts';
import { figure } from '#tools/kit/seed.ts';
import { findIsolationViolations } from './catalog.ts';

/** Tests the checks of tenant isolation in the system catalog (R-SEC-03). */
const { owner, ownerUrl } = await testDatabase();
const client = await owner.connect();
afterAll(() => client.release());

/** Objects that are exempt, each with a reason in its migration. */
const exceptions = [
  'audit_log_id_idx',
  'billing_clock',
  'billing_trials',
  'join_links_token_key',
  'memberships_id_idx',
  'memberships_user_id_idx',
  'mrr_movements_at_idx',
  'resources',
  'subscription_features',
  'subscription_prices',
  'subscription_products',
  'tenant_products_id_idx',
  'tenant_products_price_idx',
  'tenant_products_service_id_key',
  'tenants_customer_id_key',
  'tenants_name_key',
  'tenants_subdomain_key',
  'tenants_words_idx',
  'transactions_date_idx',
];

test('no table, view, function, role or grant breaks tenant isolation (R-SEC-03)', async () => {
  expect(await findIsolationViolations(owner)).toEqual([]);
});

test('only the listed objects are exempt from tenant isolation, each with a reason', async () => {
  const { rows } = await owner.query<{ name: string }>(
    `select relname as name from pg_description join pg_class on pg_class.oid = objoid
     where classoid = 'pg_class'::regclass and description like 'across tenants: %'
     order by relname`,
  );
  expect(rows.map(({ name }) => name)).toEqual(exceptions);
});

const definer = `language sql security definer set search_path = public, pg_temp
  return (select count(*) from transactions)`;
const notes = `create table notes (tenant_id uuid, id uuid, body text, primary key (tenant_id, id));
  call app.protect_tenant_table('notes');`;
const policy = "a tenant's policy does not compare with the tenant of the scope";

/** Defects with the violations that they cause. `LOGIN` is the application's login of this database. */
const defects: Record<string, [sql: string, ...found: string[]]> = {
  'a table without policies': [
    'create table notes (tenant_id uuid not null, id uuid, primary key (tenant_id, id))',
    'a policy is missing: notes: operator_rows for pregao_operator',
    'a policy is missing: notes: owner_rows for OWNER',
    'a policy is missing: notes: runtime_tenant_rows for pregao_runtime',
    'a policy is missing: notes: tenant_rows for pregao_app',
    'row-level security does not bind the owner: notes',
    'row-level security is off: notes',
  ],
  'row-level security switched off': [
    'alter table transactions disable row level security',
    'row-level security is off: transactions',
  ],
  'row-level security that spares the owner': [
    'alter table tenants no force row level security',
    'row-level security does not bind the owner: tenants',
  ],
  'a policy dropped': [
    'drop policy runtime_tenant_rows on transactions',
    'a policy is missing: transactions: runtime_tenant_rows for pregao_runtime',
  ],
  'a policy for everybody': [
    'alter policy operator_rows on transactions to public',
    'a policy is missing: transactions: operator_rows for pregao_operator',
    'a policy lets the application past the scope: transactions: operator_rows',
  ],
  'a policy that lets all rows be read': [
    'alter policy runtime_tenant_rows on transactions using (true)',
    'a policy lets the application past the scope: transactions: runtime_tenant_rows',
    'a policy of the application holds whatever the scope: transactions: runtime_tenant_rows',
    `${policy}: transactions`,
  ],
  'a policy that lets any row be written': [
    'alter policy runtime_tenant_rows on transactions with check (tenant_id is not null)',
    'a policy lets the application past the scope: transactions: runtime_tenant_rows',
    `${policy}: transactions`,
  ],
  'a policy that looks right and is not': [
    `alter policy runtime_tenant_rows on transactions
       using (tenant_id = app.tenant_id() or description = 'all')`,
    `${policy}: transactions`,
  ],
  'one more policy beside': [
    'create policy open on memberships for select to pregao_runtime using (status = 2)',
    'a policy lets the application past the scope: memberships: open',
  ],
  "the owner's policy for others": [
    'alter policy owner_rows on transactions to OWNER, pregao_app',
    'a policy is missing: transactions: owner_rows for OWNER',
    "the owner's policy is for somebody else as well: transactions: OWNER, pregao_app",
  ],
  'a row of nobody': [
    `${notes} alter table notes drop constraint notes_pkey;
     alter table notes alter tenant_id drop not null`,
    'a row could belong to nobody: notes',
    'the primary key is missing: notes',
  ],
  'a unique key across tenants': [
    'create unique index transactions_description_key on transactions (description)',
    'an index does not start with the tenant: transactions_description_key',
  ],
  'a primary key that begins with the id': [
    `create table notes (tenant_id uuid, id uuid, primary key (id, tenant_id));
     call app.protect_tenant_table('notes')`,
    'an index does not start with the tenant: notes_pkey',
  ],
  'a foreign key by the id alone': [
    `alter table transactions add unique (id);
     comment on index transactions_id_key is 'across tenants: for this test';
     ${notes} alter table notes add transaction_id uuid references transactions (id)`,
    "a foreign key could point to another tenant's row: notes_transaction_id_fkey",
  ],
  'a foreign key with the tenant in the wrong place': [
    `${notes} alter table notes add other uuid,
       add foreign key (other, tenant_id) references transactions (tenant_id, id)`,
    "a foreign key could point to another tenant's row: notes_other_tenant_id_fkey",
  ],
  'a view with the eyes of its owner': [
    'create view peek as select * from transactions',
    'a view looks with the eyes of its owner: peek',
  ],
  'a materialised view': [
    'create materialized view peek as select * from transactions',
    'a materialised view keeps rows that no policy guards: peek',
  ],
  'a rule': [
    'create rule peek as on insert to transactions do also select 1',
    'a rule rewrites what is asked: transactions: peek',
  ],
  'a trigger switched off': [
    'alter table transactions disable trigger audits',
    'a trigger is switched off: transactions: audits',
  ],
  'a function with the rights of its owner for everybody': [
    `create function app.loose() returns bigint ${definer}`,
    'a function with the rights of its owner may be called by anybody: app.loose()',
  ],
  'a function with the rights of its owner and no search path': [
    `create function app.lost() returns bigint language sql security definer
       return (select count(*) from transactions);
     revoke execute on function app.lost() from public`,
    'a function with the rights of its owner does not say where it looks: app.lost()',
  ],
  'a role above the policies': [
    'alter role LOGIN bypassrls',
    'a role of the application is above the policies: LOGIN',
  ],
  'a role in the group of the owner': [
    `create role keepers; grant keepers to pregao_app`,
    "a role of the application has another role's rights: pregao_app: keepers",
  ],
  'a role that reads everything': [
    'grant pg_read_all_data to LOGIN',
    "a role of the application has another role's rights: LOGIN: pg_read_all_data",
  ],
  'a table of the application': [
    'create table stray (); alter table stray owner to LOGIN',
    'the application owns something: table stray',
  ],
  'rights to empty a table, to point to it and to put triggers on it': [
    `grant truncate, references on transactions to pregao_app;
     grant trigger on transactions to pregao_operator`,
    'the application may do more than read and write rows: pregao_app: references on transactions',
    'the application may do more than read and write rows: pregao_app: truncate on transactions',
    'the application may do more than read and write rows: pregao_operator: trigger on transactions',
  ],
  'the right to make functions': [
    'grant create on schema app to LOGIN',
    'the application may make something of its own: LOGIN in app',
  ],
  'passwords within reach': [
    'grant select (password) on app.logins to pregao_operator',
    "the application reaches what is the owner's alone: pregao_operator: app.logins",
  ],
  'a policy on accounts that holds for all of them': [
    'alter policy runtime_account on users using (true or app.account_id() is null)',
    'a policy of the application holds whatever the scope: users: runtime_account',
  ],
  'accounts without policies': [
    'alter table tokens disable row level security; alter table sessions no force row level security',
    'a table of no tenant is open to the application: sessions',
    'a table of no tenant is open to the application: tokens',
  ],
  'a new table that everybody reads': [
    'create table letters (id uuid); grant select on letters to pregao_runtime',
    'a table of no tenant is open to the application: letters',
  ],
  'a scope that anybody can set': [
    `create or replace function app.user_id() returns uuid language sql stable parallel safe
       return nullif(current_setting('app.user_id', true), '')::uuid`,
    'a scope is taken from a setting without its seal: app.user_id()',
  ],
  'password hashes within reach': [
    'grant select (password_hash) on users to pregao_runtime',
    'the application may read or set what proves who somebody is: select of password_hash',
  ],
  'the right to make operators': [
    'grant update (type) on users to pregao_runtime',
    'the application may read or set what proves who somebody is: update of type',
  ],
  'the key of the scopes within reach': [
    'grant select on app.scope_key to pregao_runtime',
    "the application reaches what is the owner's alone: pregao_runtime: app.scope_key",
  ],
  'a table for everybody': [
    'grant select on transactions to public',
    'everybody has rights on a table: transactions',
  ],
  'a column for everybody': [
    'grant select (email) on users to public',
    'everybody has rights on a table: users.email',
  ],
  'rights on whatever comes': [
    'alter default privileges grant select on tables to public',
    'whatever is made later would be open: OWNER: SELECT',
  ],
};

describe('Planted defects', () => {
  let named: (text: string) => string;
  beforeAll(async () => {
    const { rows } = await client.query<{ login: string; owner: string }>(
      'select role_name as login, current_user as owner from app.credentials',
    );
    const { login = '', owner: me = '' } = rows[0] ?? {};
    named = (text) => text.replaceAll('LOGIN', login).replaceAll('OWNER', me);
  });

  test.each(Object.entries(defects))('%s is found', async (_name, [sql, ...found]) => {
    await client.query('begin');
    try {
      await client.query(named(sql));
      expect(await findIsolationViolations(client)).toEqual(
        found.map((hole) => named(hole)).toSorted(),
      );
    } finally {
      await client.query('rollback');
    }
  });

  test('leave no violation behind', async () => {
    expect(await findIsolationViolations(client)).toEqual([]);
    figure('lint', `${Object.keys(defects).length} defects planted, each found by name`);
  });
});

test('views of an extension are ignored', async () => {
  await client.query('begin; create extension pg_buffercache');
  expect(await findIsolationViolations(client)).toEqual([]);
  await client.query('rollback');
});

test('refuses to open a database that breaks tenant isolation and names the violation', async () => {
  const name = escapeIdentifier('peek at "all"');
  await client.query(`create view ${name} as select * from transactions`);
  const attempt = connectDatabase(ownerUrl, { allowDataLoss: true });
  await expect(attempt).rejects.toThrow('a view looks with the eyes of its owner: peek at "all"');
  await client.query(`drop view ${name}`);
  const { close } = await connectDatabase(ownerUrl, { allowDataLoss: true });
  await close();
});

test('functions of the database raise only error codes of the contract', async () => {
  const { rows } = await owner.query<{ code: string }>(
    `select distinct found[1] as code
     from pg_proc, regexp_matches(prosrc, 'app[.]refuse[(]''([^'']+)''', 'g') as found
     where pronamespace = 'app'::regnamespace`,
  );
  expect(rows).not.toEqual([]);
  expect(rows.filter(({ code }) => !(code in errorStatus))).toEqual([]);
});
