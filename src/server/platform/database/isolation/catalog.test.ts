import { escapeIdentifier } from 'pg';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { errorStatus } from '#contract/error-codes.ts';
import { connectDatabase } from '#server/platform/database/open.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { figure } from '#tools/kit/seed.ts';
import { findIsolationViolations } from './catalog.ts';

/** Tests the checks of tenant isolation in the system catalog (R-SEC-03). */
const { owner, ownerUrl } = await testDatabase();
const client = await owner.connect();
afterAll(() => client.release());

/** Objects that are exempt, each with a reason in its migration. */
const exceptions = [
  'announcements',
  'api_keys_granted_by_idx',
  'audit_log_id_idx',
  'audit_log_keys_idx',
  'billing_clock',
  'billing_trials',
  'cancellations_created_idx',
  'chat_messages_created_at_idx',
  'chat_messages_user_idx',
  'comments_user_idx',
  'disputes_answer_due_at_idx',
  'failed_invoices_failed_idx',
  'join_links_granted_by_idx',
  'join_links_token_key',
  'legal_texts',
  'memberships_any_role_idx',
  'memberships_granted_by_idx',
  'memberships_id_idx',
  'memberships_joined_idx',
  'memberships_status_idx',
  'memberships_user_id_idx',
  'notifications_created_at_idx',
  'notifications_digest_idx',
  'organization_archives_created_at_idx',
  'organization_archives_file_idx',
  'provider_event_reads',
  'resources',
  'revenue_movements_at_idx',
  'revenue_movements_currency_idx',
  'revenue_movements_kind_idx',
  'scim_tokens_granted_by_idx',
  'sso_connections_granted_by_idx',
  'sso_events_at_idx',
  'sso_events_email_idx',
  'sso_sessions_created_at_idx',
  'subscription_features',
  'subscription_prices',
  'subscription_products',
  'tenant_names_pkey',
  'tenant_products_id_idx',
  'tenant_products_price_idx',
  'tenant_products_service_id_key',
  'tenant_products_status_idx',
  'tenant_products_trial_end_idx',
  'tenants_customer_id_key',
  'tenants_name_key',
  'tenants_subdomain_key',
  'tenants_suspended_idx',
  'tenants_words_idx',
  'transactions_date_idx',
  'transactions_texts_idx',
  'verified_domains_checked_at_idx',
  'webhook_deliveries_due_idx',
  'webhook_endpoints_failing_idx',
  'webhook_endpoints_granted_by_idx',
  'webhook_events_occurred_at_idx',
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
  const place = 'add what a migration exempts to `exceptions` in this file';
  expect(
    rows.map(({ name }) => name),
    place,
  ).toEqual(exceptions);
});

const definer = `language sql security definer set search_path = public, pg_temp
  return (select count(*) from transactions)`;
const planted = `create table planted (tenant_id uuid, id uuid, body text, primary key (tenant_id, id));
  call app.protect_tenant_table('planted');`;
const policy = 'tenant policy does not compare with the tenant of the scope';

/** Defects with the violations that they cause. `LOGIN` is the login of tenants' requests. */
const defects: Record<string, [sql: string, ...found: string[]]> = {
  'a table without policies': [
    `create table planted (tenant_id uuid not null, id uuid, primary key (tenant_id, id));
     grant select on planted to pregao_runtime, pregao_operator`,
    'missing policy: planted: operator_rows for pregao_operator',
    'missing policy: planted: runtime_tenant_rows for pregao_runtime',
    'table without row-level security: planted',
  ],
  'row-level security switched off': [
    'alter table transactions disable row level security',
    'table without row-level security: transactions',
  ],
  'a policy dropped': [
    'drop policy runtime_tenant_rows on transactions',
    'missing policy: transactions: runtime_tenant_rows for pregao_runtime',
  ],
  'a policy for PUBLIC': [
    'alter policy operator_rows on transactions to public',
    'missing policy: transactions: operator_rows for pregao_operator',
    'application policy that is always true: transactions: operator_rows',
    'permissive policy that ignores the scope: transactions: operator_rows',
    'policy of another role: transactions: operator_rows',
  ],
  'a policy that allows reading all rows': [
    'alter policy runtime_tenant_rows on transactions using (true)',
    'permissive policy that ignores the scope: transactions: runtime_tenant_rows',
    'application policy that is always true: transactions: runtime_tenant_rows',
    `${policy}: transactions`,
  ],
  'a policy that allows writing any row': [
    'alter policy runtime_tenant_rows on transactions with check (tenant_id is not null)',
    'permissive policy that ignores the scope: transactions: runtime_tenant_rows',
    `${policy}: transactions`,
  ],
  'a policy with an additional OR': [
    `alter policy runtime_tenant_rows on transactions
       using (tenant_id = app.tenant_id() or description = 'all')`,
    `${policy}: transactions`,
  ],
  'a policy with an OR beside its conditions': [
    `alter policy runtime_tenant_rows on transactions
       using ((tenant_id = app.tenant_id() and price = 1) or description = 'all')`,
    `${policy}: transactions`,
  ],
  'a policy that restricts others': [
    'create policy mine on transactions as restrictive for select using (tenant_id = app.tenant_id())',
    'policy of another role: transactions: mine',
    'restrictive policy: transactions: mine',
  ],
  'an additional policy': [
    'create policy open on memberships for select to pregao_runtime using (status = 2)',
    'permissive policy that ignores the scope: memberships: open',
  ],
  'a nullable tenant column': [
    `${planted} alter table planted drop constraint planted_pkey;
     alter table planted alter tenant_id drop not null`,
    'tenant column allows NULL: planted',
    'table without primary key: planted',
  ],
  'a unique key across tenants': [
    'create unique index transactions_description_key on transactions (description)',
    'index does not start with the tenant column: transactions_description_key',
  ],
  'a primary key that begins with the id': [
    `create table planted (tenant_id uuid, id uuid, primary key (id, tenant_id));
     call app.protect_tenant_table('planted')`,
    'index does not start with the tenant column: planted_pkey',
  ],
  'a foreign key by the id alone': [
    `alter table transactions add unique (id);
     comment on index transactions_id_key is 'across tenants: for this test';
     ${planted} alter table planted add transaction_id uuid references transactions (id)`,
    "foreign key can reference another tenant's row: planted_transaction_id_fkey",
  ],
  'a foreign key with the tenant in the wrong place': [
    `${planted} alter table planted add other uuid,
       add foreign key (other, tenant_id) references transactions (tenant_id, id)`,
    "foreign key can reference another tenant's row: planted_other_tenant_id_fkey",
  ],
  'a view without security_invoker': [
    'create view peek as select * from transactions',
    'view without security_invoker: peek',
  ],
  'a materialized view': [
    'create materialized view peek as select * from transactions',
    'materialized view bypasses policies: peek',
  ],
  'a rewrite rule': [
    'create rule peek as on insert to transactions do also select 1',
    'rewrite rule on a table: transactions: peek',
  ],
  'a disabled trigger': [
    'alter table transactions disable trigger audits',
    'disabled trigger: transactions: audits',
  ],
  'a SECURITY DEFINER function executable by PUBLIC': [
    `create function app.loose() returns bigint ${definer}`,
    'SECURITY DEFINER function executable by PUBLIC: app.loose()',
  ],
  'a SECURITY DEFINER function without search_path': [
    `create function app.lost() returns bigint language sql security definer
       return (select count(*) from transactions);
     revoke execute on function app.lost() from public`,
    'SECURITY DEFINER function without a fixed search_path: app.lost()',
  ],
  'an application role with BYPASSRLS': [
    'alter role LOGIN bypassrls',
    'application role with SUPERUSER, BYPASSRLS, CREATEROLE, CREATEDB or REPLICATION: LOGIN',
  ],
  'an application role in another group': [
    `create role keepers; grant keepers to pregao_runtime`,
    'application role is a member of another role: pregao_runtime: keepers',
  ],
  'an application role with pg_read_all_data': [
    'grant pg_read_all_data to LOGIN',
    'application role is a member of another role: LOGIN: pg_read_all_data',
  ],
  'a table owned by the application role': [
    'create table stray (); alter table stray owner to LOGIN',
    'application role owns an object: table stray',
  ],
  'TRUNCATE, REFERENCES and TRIGGER privileges': [
    `grant truncate, references on transactions to pregao_runtime;
     grant trigger on transactions to pregao_operator`,
    'application role has more than DML privileges: pregao_accounts: references on transactions',
    'application role has more than DML privileges: pregao_accounts: truncate on transactions',
    'application role has more than DML privileges: pregao_runtime: references on transactions',
    'application role has more than DML privileges: pregao_runtime: truncate on transactions',
    'application role has more than DML privileges: pregao_operator: trigger on transactions',
  ],
  'CREATE on a schema': [
    'grant create on schema app to LOGIN',
    'application role has CREATE on a schema: LOGIN in app',
  ],
  'access to the passwords of logins': [
    'grant select (password) on app.credentials to pregao_operator',
    'application role can access a relation of the owner: pregao_operator: app.credentials',
  ],
  'an account policy that is always true': [
    'alter policy accounts_own_rows on users using (true or app.account_id() is null)',
    'application policy that is always true: users: accounts_own_rows',
  ],
  'accounts without policies': [
    'alter table tokens disable row level security; alter table sessions disable row level security',
    'global table accessible without row-level security: sessions',
    'global table accessible without row-level security: tokens',
  ],
  'a new table readable by the application': [
    'create table letters (id uuid); grant select on letters to pregao_runtime',
    'global table accessible without row-level security: letters',
  ],
  'access to password hashes': [
    'grant select (password_hash) on users to pregao_runtime',
    'application role can access guarded columns: pregao_runtime: select of users.password_hash',
  ],
  'access to hashes of keys': [
    'grant select (token_hash) on api_keys to pregao_runtime',
    'application role can access guarded columns: pregao_runtime: select of api_keys.token_hash',
  ],
  'access of requests to sessions': [
    'grant select (id) on sessions to pregao_runtime',
    'role that is not for accounts can access credentials: pregao_runtime: sessions',
  ],
  'access of operators to second factors': [
    'grant delete on totp_factors to pregao_operator',
    'role that is not for accounts can access credentials: pregao_operator: totp_factors',
  ],
  'requests that may do what accounts may': [
    'grant pregao_accounts to LOGIN',
    'application role is a member of another role: LOGIN: pregao_accounts',
  ],
  'a role that no login has': [
    `delete from app.credentials where role_name like 'pregao\\_operator%'`,
    'group of roles without a login: pregao_operator',
  ],
  'a policy that serves no role': [
    'create policy operator_rows on api_keys to pregao_operator using (true)',
    'policy of a role that has no privilege on the table: api_keys: operator_rows for pregao_operator',
  ],
  'a policy of another role': [
    `create role keepers; create policy theirs on transactions to keepers using (tenant_id = app.tenant_id())`,
    'policy of another role: transactions: theirs',
  ],
  'permission to change the type of a user': [
    'grant update (type) on users to pregao_runtime',
    'application role can access guarded columns: pregao_accounts: update of users.type',
  ],
  'access to the key of links': [
    'grant select on app.link_key to pregao_runtime',
    'application role can access a relation of the owner: pregao_accounts: app.link_key',
    'application role can access a relation of the owner: pregao_runtime: app.link_key',
  ],
  'table privileges for PUBLIC': [
    'grant select on transactions to public',
    'table privileges granted to PUBLIC: transactions',
  ],
  'column privileges for PUBLIC': [
    'grant select (email) on users to public',
    'table privileges granted to PUBLIC: users.email',
  ],
  'default privileges for PUBLIC': [
    'alter default privileges grant select on tables to public',
    'default privileges grant access: OWNER: SELECT',
  ],
};

/** Defects that Citus itself prevents, and one that is none there. */
const refusedByCitus = new Set([
  'row-level security that is not forced',
  'a unique key across tenants',
  'a foreign key by the id alone',
  'a disabled trigger',
]);
const { isCitus } = inject('testCluster');
const plantable = Object.entries(defects).filter(([name]) => !isCitus || !refusedByCitus.has(name));

describe('Planted defects', () => {
  let named: (text: string) => string;
  beforeAll(async () => {
    const { rows } = await client.query<{ login: string; owner: string }>(
      `select role_name as login, current_user as owner from app.credentials
       where role_name like 'pregao\\_runtime%'`,
    );
    const { login = '', owner: me = '' } = rows[0] ?? {};
    named = (text) => text.replaceAll('LOGIN', login).replaceAll('OWNER', me);
  });

  test.each(plantable)('finds %s', async (_name, [sql, ...found]) => {
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
  await expect(attempt).rejects.toThrow('view without security_invoker: peek at "all"');
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

/** Tables of organizations from which requests delete nothing: their rows go with the organization, or by a job. */
const keptByRequests = [
  'audit_log',
  'billing_notifications',
  'billing_reconciliations',
  'cancellations',
  'chat_messages',
  'chat_reads',
  'chat_rooms',
  'disputes',
  'failed_invoices',
  'join_links',
  'notifications',
  'revenue_movements',
  'sso_events',
  'support_actions',
  'tenant_policies',
  'tenant_products',
  'tenants',
  'transaction_imports',
  'usage_notices',
  'webhook_deliveries',
  'webhook_events',
];

test.each(keptByRequests)('requests can’t delete from %s', async (table) => {
  const { rows } = await owner.query<{ can: boolean }>(
    `select has_table_privilege('pregao_runtime', $1, 'delete') as can`,
    [table],
  );
  expect(rows).toEqual([{ can: false }]);
});
