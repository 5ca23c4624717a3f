import { randomBytes, randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import type { Pool } from 'pg';
import { afterAll, describe, expect, test } from 'vitest';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { createPool } from '#server/platform/database/driver/pools.ts';
import { sql } from '#server/platform/database/query.ts';
import { testDatabase } from '#server/platform/database/test/database.ts';
import { readLogins } from '#server/platform/database/test/logins.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import { root } from '#server/platform/root.ts';
import { trusted } from './ids.ts';

/**
 * Tests what SQL can do that an attacker has injected into a statement of the application's role
 * (R-SEC-03, R-SEC-18).
 */
const database = await testDatabase();
const { owner } = database;
const { tenant, person, member, insert, give, price } = rowFactories(
  async (question, ...values) => (await owner.query(question, values)).rows,
);
const password_hash = '$argon2id$secret';
const account = () => person({ email: `${randomUUID()}@example.com`, password_hash });

const [mine, foreign] = [await tenant(), await tenant()];
for (const id of [mine, foreign]) await give(id, await price(1, 0));
const [me, fellow, stranger] = [await account(), await account(), await account()];
await member(mine, { user_id: me });
await member(mine, { user_id: fellow });
await member(foreign, { user_id: stranger });
const hashes = new Map<string, Buffer>();
for (const user_id of [me, fellow, stranger]) {
  const token_hash = randomBytes(32);
  hashes.set(user_id, token_hash);
  const expires_at = new Date(Date.now() + 3_600_000);
  await insert('sessions', { token_hash, user_id, expires_at });
  await insert('tokens', { token_hash, user_id, purpose: 'reset', expires_at });
}
const ofTenant = { subject: 'a', kind: 'buy', for_tenant: foreign };
await insert('billing_operations', ofTenant);

const { runtime, accounts } = await readLogins(owner);
const [pool, accountsPool] = [runtime, accounts].map(({ user, password }) =>
  createPool({ ...database.way(user, password), max: 1 }),
) as [Pool, Pool];
afterAll(() => Promise.all([pool.end(), accountsPool.end()]));

type Scope = <T>(work: (tx: DbTransaction) => Promise<T>) => Promise<T>;
const scopes: Record<string, Scope> = {
  'a tenant': (work) => database.tenant(trusted.tenantId(mine), work),
  'a person': (work) => database.person(trusted.userId(me), work),
  'an account': (work) => database.account({ id: me }, work),
  'an account and a tenant': (work) =>
    database.tenantAccounts(trusted.tenantId(mine), (tx) => {
      tx.openAccount({ id: me });
      return work(tx);
    }),
  'the system': (work) => database.system(work),
};

type Ids = { id: string }[];
const ids = (tx: DbTransaction, text: string) =>
  tx.all(sql.raw<{ id: string }>(text)).then((rows: Ids) => rows.map(({ id }) => id));

/** Returns what the statement reads; nothing when it fails. */
const attempt = async (scope: Scope, text: string): Promise<string[]> => {
  const done = scope((tx) => ids(tx, text));
  return done.catch(() => []);
};

/** Settings of every scope, each of another person or organization. */
const forgeries = [
  `set_config('app.tenant_id', '${foreign}', true)`,
  // The entries of the log that belong to no organization.
  `set_config('app.tenant_id', '00000000-0000-0000-0000-000000000000', true)`,
  `set_config('app.user_id', '${stranger}', true)`,
  `set_config('app.account_id', '${stranger}', true)`,
  `set_config('app.system', 'true', true)`,
];

describe.each(Object.entries(scopes))('SQL injected into the scope of %s', (name, scope) => {
  test('reads no account, session or token of another person', async () => {
    for (const table of ['sessions', 'tokens']) {
      const seen = await attempt(scope, `select user_id as id from ${table}`);
      expect(seen.filter((id) => id !== me)).toEqual([]);
    }
    const accounts = await attempt(scope, 'select id from users');
    expect(accounts).not.toContain(stranger);
    if (name.includes('account') || name.includes('system')) return;
    expect(accounts.toSorted()).toEqual([me, fellow].toSorted());
  });

  test('reads no password hash but those of accounts in its scope', async () => {
    const read = await attempt(scope, 'select id from users where password_hash is not null');
    const expected = { 'an account': [me], 'a tenant': [], 'the system': [] }[name] ?? [me, fellow];
    expect(read.toSorted()).toEqual(expected.toSorted());
  });

  test('creates no operator, takes over no account and forges no session', async () => {
    const writes = [
      `update users set type = 0 returning id`,
      `update users set email = 'mine@example.com' returning id`,
      `update users set password_hash = 'mine' where id = '${fellow}' returning id`,
      `update users set first_name = 'x' where id = '${stranger}' returning id`,
      `insert into users (email, type) values ('new@example.com', 0) returning id`,
      `insert into sessions (token_hash, user_id, expires_at)
         values ('\\x00', '${stranger}', now() + interval '1 day') returning user_id as id`,
      `insert into sessions (token_hash, user_id, impersonator_id, expires_at)
         values ('\\x01', '${fellow}', '${me}', now() + interval '1 day') returning user_id as id`,
      `insert into tokens (token_hash, purpose, user_id, expires_at)
         values ('\\x02', 'reset', '${stranger}', now() + interval '1 day') returning user_id as id`,
      `update sessions set user_id = '${stranger}' returning user_id as id`,
      `delete from users where id = '${stranger}' returning id`,
      `update subscription_prices set price = 0 returning id`,
      `delete from subscription_products returning id`,
      `select app.claim_registered('${stranger}')::text as id`,
      `insert into tokens (token_hash, purpose, user_id, invited_to, expires_at)
         values ('\\x03', 'invitation', '${stranger}', app.tenant_id(), now() + interval '1 day') returning user_id as id`,
      `select app.delete_invitation('${foreign}', '${stranger}')::text as id`,
    ];
    for (const text of writes)
      expect({ text, done: await attempt(scope, text) }).toEqual({ text, done: [] });
  });

  test('creates no temporary table that shadows a real one', async () => {
    await expect(
      scope((tx) => tx.run(sql.raw('create temporary table users (id uuid)'))),
    ).rejects.toMatchObject({ code: '42501' });
  });
});

/** Columns that hold credentials by their names: of bytes or text, that are hashes, secrets or keys. */
const credentialColumns = `
  select relname as table, attname as column, format('%I.%I', relname, attname) as name
  from pg_attribute join pg_class on pg_class.oid = attrelid
  where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and attnum > 0 and not attisdropped
    and (atttypid = 'bytea'::regtype or attname ~ '(hash|secret|token|salt)$')`;

/** Those that requests of tenants may read, each for a reason. */
const readable = {
  'billing_operations.requested_by': 'is a digest of a request',
  'join_links.token': 'is shown to members, who share the link',
  'saml_keys.private_key':
    'signs requests of the organization; encrypted with a key outside the database',
  'sso_connections.client_secret':
    'is sent to the provider; encrypted with a key outside the database',
  'sso_requests.browser_hash': 'lasts as long as a sign-in at a provider',
  'sso_requests.code_hash': 'lasts as long as a sign-in at a provider',
  'sso_requests.identity': 'is encrypted with a key outside the database',
  'sso_requests.response': 'is encrypted with a key outside the database',
  'sso_requests.state_hash': 'lasts as long as a sign-in at a provider',
  'sso_sessions.hint': 'is encrypted with a key outside the database',
  'verified_domains.token': 'is published in the DNS',
  'webhook_endpoints.former_key': 'signs webhooks; encrypted with a key outside the database',
  'webhook_endpoints.signing_key': 'signs webhooks; encrypted with a key outside the database',
};

/** Functions with the rights of the owner that requests of tenants may call, and that name a table with credentials. */
const answering = {
  apply_session_policies: 'returns nothing; shortens a session',
  authorize: 'returns facts of the session whose hash the caller has',
  authorize_key: 'returns facts of the key whose hash the caller has',
  authorize_scim_token: 'returns facts of the token whose hash the caller has',
  connection_states: 'returns whether sessions are valid',
  delete_invitation: 'deletes tokens of the organization',
  delete_own_tenant: 'deletes the organization of the scope with its keys',
  end_sso_access: 'ends sessions of the organization of the scope',
  find_session: 'returns facts of the session whose hash the caller has',
  members_without_factor: 'returns who has no second factor',
  session_admission: 'returns facts of the session whose hash the caller has',
};

describe('SQL injected into a request of a tenant reaches no credentials (R-SEC-18)', async () => {
  const { rows } = await owner.query<{ table: string; column: string; name: string }>(
    credentialColumns,
  );
  /** Returns the answer to a statement after others of the same transaction. */
  const askAfter = async (before: string[], text: string) => {
    const work = async (tx: DbTransaction) => {
      for (const each of before) await tx.run(sql.raw(`select ${each}`));
      return tx.run(sql.raw(text));
    };
    const asked = database.tenant(trusted.tenantId(mine), work);
    return asked.then(
      () => 'done',
      (error: { code?: string }) => error.code ?? String(error),
    );
  };

  test('but the keys and secrets of the organization that requests use', async () => {
    const open: string[] = [];
    for (const { table, column, name } of rows) {
      const answer = await askAfter([], `select ${column} from ${table}`);
      // Any other error shows.
      if (answer !== '42501') open.push(answer === 'done' ? name : `${name}: ${answer}`);
    }
    expect(open.toSorted()).toEqual(Object.keys(readable));
    expect(rows.length).toBeGreaterThan(25);
  });

  test.each(forgeries)('whatever scope it sets: %s', async (forgery) => {
    expect(await askAfter([], `select ${forgery}`)).toBe('done');
    const closed = rows.filter(({ name }) => !(name in readable));
    const writes = [
      `update users set google_sub = 'mine'`,
      `update users set password_hash = 'mine'`,
      `insert into users (email) values ('mine@example.com')`,
      `insert into sessions (token_hash, user_id, expires_at) values ('\\x00', '${stranger}', now())`,
      `insert into tokens (token_hash, purpose, user_id, expires_at) values ('\\x00', 'reset', '${stranger}', now())`,
      `update api_keys set token_hash = '\\x00'`,
      `delete from totp_factors`,
      `select app.open_account('email', 'x')`,
      `select app.change_email('\\x00', 'secure')`,
      `select app.delete_own_account('{}')`,
      `select app.my_memberships()`,
      `select app.my_rows('api_keys')`,
    ];
    for (const text of [
      ...closed.map(({ table, column }) => `select ${column} from ${table}`),
      ...writes,
    ])
      expect({ text, answer: await askAfter([forgery], text) }).toEqual({ text, answer: '42501' });
  });

  test('by a function: those with the rights of the owner that name a credential return none', async () => {
    const { rows: found } = await owner.query<{ name: string }>(
      `select proname as name from pg_proc
       where pronamespace = 'app'::regnamespace and prosecdef and proname <> all ($1)
         and has_function_privilege('pregao_runtime', oid, 'execute')
         and prosrc ~ '\\m(live_sessions|password_hash|sessions|tokens|totp_factors|recovery_codes|passkeys|'
           'remembered_devices|passkey_challenges|operator_invitations|api_keys|scim_tokens|delete_tenants)\\M' order by 1`,
      [Object.keys(answering)],
    );
    expect(found.map(({ name }) => name)).toEqual([]);
  });
});

describe('SQL injected outside of any scope (R-SEC-18)', () => {
  test('reads no account, session, token or payment', async () => {
    for (const table of ['users', 'sessions', 'tokens', 'billing_operations', 'memberships']) {
      const { rows } = await accountsPool.query<{ seen: number }>(
        `select count(*) as seen from ${table}`,
      );
      expect({ table, rows }).toEqual({ table, rows: [{ seen: 0 }] });
    }
  });

  test('reads no keys of the owner and takes no other role', async () => {
    for (const text of [
      'select secret from app.link_key',
      'select password from app.credentials',
      'set role pregao_operator',
      'set role pregao_accounts',
      `set role ${accounts.user}`,
      `select set_config('role', 'pregao_accounts', true)`,
    ]) {
      await expect(pool.query(text)).rejects.toMatchObject({ code: '42501' });
    }
  });
});

/** Files that put text into statements as it is, each with the reason why it is no input. */
const rawText = {
  'enterprise/scim/service/filters.ts': 'operators of a parsed filter, from a list',
  'platform/files/delete-file.ts': 'a constant',
  'platform/http/lists/fields.ts': 'a constant',
  'platform/http/lists/filtered.ts': 'numbers of the sources',
};

test('no statement is built from text, but for constants of the sources (R-SEC-18)', () => {
  const folder = join(root, 'src/server');
  const found = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.replaceAll(sep, '/'))
    .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|(^|\/)test\//.test(file))
    .filter((file) => /\bsql\s*\.(raw|lit)\b/.test(readFileSync(join(folder, file), 'utf8')));
  expect(found.toSorted()).toEqual(Object.keys(rawText));
});
