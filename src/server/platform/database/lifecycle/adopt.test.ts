import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import type { Client } from 'pg';
import { expect, inject, onTestFinished, test } from 'vitest';
import {
  withConnection,
  databaseUrl,
  dropTestDatabases,
} from '#server/platform/database/test/cluster.ts';
import { rowFactories } from '#server/platform/database/test/rows.ts';
import { root } from '#server/platform/root.ts';
import { ensureLogins } from './logins.ts';
import { migrate, readMigrations, withSchemaLock } from './migrate.ts';

const { adminUrl, template } = inject('testCluster');

/** Runs work in a new database. */
async function inNewDatabase<T>(work: (client: Client) => Promise<T>): Promise<T> {
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  onTestFinished(() => dropTestDatabases({ adminUrl, template: name }));
  await withConnection(adminUrl, (admin) => admin.query(`create database ${name}`));
  return withConnection(databaseUrl(adminUrl, name), work);
}

/** Returns a folder with migrations of the sources before 0.1.0. */
const formerFolder = (file = 'former-migrations') => {
  const folder = mkdtempSync(join(tmpdir(), 'pregao-former-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const packed = join(root, `src/server/platform/database/test/${file}.json.br`);
  const files: Record<string, string> = JSON.parse(
    brotliDecompressSync(readFileSync(packed)).toString(),
  );
  for (const [name, sql] of Object.entries(files)) writeFileSync(join(folder, name), sql);
  return folder;
};

const ours = `in ('app'::regnamespace, 'public'::regnamespace, 'sandbox'::regnamespace)`;
const acl = (column: string) =>
  `(select array_agg(x::text order by x::text) from unnest(${column}) x)`;

/** Queries of all that a schema holds, but for comments in the bodies of functions. */
const catalog = [
  `select nspname, ${acl(`coalesce(nspacl, acldefault('n', nspowner))`)} from pg_namespace where oid ${ours}`,
  `select oid::regclass, relkind, relowner = 'pg_database_owner'::regrole, relrowsecurity, relforcerowsecurity, reloptions,
     ${acl(`coalesce(relacl, case when relkind in ('r', 'S') then acldefault(case relkind when 'r' then 'r' else 's' end::"char", relowner) end)`)} from pg_class where relnamespace ${ours}`,
  `select c.oid::regclass, row_number() over (partition by c.oid order by attnum), attname,
     format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated, pg_get_expr(adbin, adrelid), ${acl('attacl')}
   from pg_attribute join pg_class c on c.oid = attrelid left join pg_attrdef on adrelid = c.oid and adnum = attnum
   where relnamespace ${ours} and relkind <> 'i' and attnum > 0 and not attisdropped`,
  `select conrelid::regclass, contypid::regtype, conname, pg_get_constraintdef(oid) from pg_constraint where connamespace ${ours}`,
  `select pg_get_indexdef(indexrelid), indisvalid from pg_index join pg_class on oid = indexrelid where relnamespace ${ours}`,
  `select oid::regprocedure, prosecdef, ${acl('proacl')}, regexp_replace(pg_get_functiondef(oid), '\\n\\s*--[^\\n]*', '', 'g')
   from pg_proc where pronamespace ${ours} and prokind <> 'a'`,
  `select pg_get_triggerdef(oid), tgenabled from pg_trigger where not tgisinternal`,
  `select tablename, policyname, permissive, roles, cmd, qual, with_check from pg_policies`,
  `select pg_describe_object(classoid, objoid, objsubid), description from pg_description where objoid > 16383`,
];

const readCatalog = async (client: Client) => {
  const found = [];
  for (const query of catalog) {
    const { rows } = await client.query<{ line: string }>(
      `select found::text as line from (${query}) as found order by 1`,
    );
    found.push(...rows.map(({ line }) => line));
  }
  return found;
};

test.each([
  [
    'former-migrations',
    { logins: 'app.logins', notices: 'billing_notices', column: 'cancelled_at' },
  ],
  [
    'former-baseline',
    { logins: 'app.credentials', notices: 'billing_notices', column: 'cancelled_at' },
  ],
  [
    'named-baseline',
    { logins: 'app.credentials', notices: 'billing_notifications', column: 'canceled_at' },
  ],
  [
    'scoped-baseline',
    { logins: 'app.credentials', notices: 'billing_notifications', column: 'canceled_at' },
  ],
  [
    'layered-baseline',
    { logins: 'app.credentials', notices: 'billing_notifications', column: 'canceled_at' },
  ],
])(
  'a database from before 0.1.0 (%s) gets the schema of a new one, and keeps its rows and logins (R-REL-06)',
  async (file, { logins, notices, column }) => {
    const from = formerFolder(file);
    const [expected, applied] = await inNewDatabase(async (client) => {
      await withSchemaLock(client, () => migrate(client));
      const { rows } = await client.query(
        'select name, checksum from app.migrations order by name',
      );
      return [await readCatalog(client), rows];
    });
    expect(expected.length).toBeGreaterThan(1_500);
    await inNewDatabase(async (client) => {
      await withSchemaLock(client, () => migrate(client, { from }));
      const { tenant } = rowFactories(
        async (sql, ...values) => (await client.query(sql, values)).rows,
      );
      await client.query(`insert into ${logins} values ('pregao_operator_x', 'word', '')`);
      const id = await tenant();
      await client.query(
        `insert into webhook_events (tenant_id, type, subject) values ($1, 'subscription.changed', $2)`,
        [id, { [column]: null }],
      );
      await client.query(`insert into ${notices} (tenant_id, cause) values ($1, 'a cause')`, [id]);
      await withSchemaLock(client, () => migrate(client));
      expect(await readCatalog(client)).toEqual(expected);
      const { rows } = await client.query(
        'select name, checksum from app.migrations order by name',
      );
      expect(rows).toEqual(applied);
      expect((await client.query('select id from tenants')).rows).toEqual([{ id }]);
      expect((await client.query('select subject from webhook_events')).rows).toEqual([
        { subject: { canceled_at: null } },
      ]);
      expect((await client.query('select cause from billing_notifications')).rowCount).toBe(1);
      expect((await client.query('select role_name, password from app.credentials')).rows).toEqual([
        { role_name: 'pregao_operator_x', password: 'word' },
      ]);
      expect(await withSchemaLock(client, () => migrate(client))).toEqual([]);
      await withSchemaLock(client, () => ensureLogins(client));
    });
  },
);

test('a database without the last migration before 0.1.0 is refused, and unchanged (R-REL-06)', async () => {
  const from = formerFolder();
  await inNewDatabase(async (client) => {
    await withSchemaLock(client, () =>
      migrate(client, { from, through: '0110_provisioned_attributes.sql' }),
    );
    const before = await readCatalog(client);
    await expect(withSchemaLock(client, () => migrate(client))).rejects.toThrow(
      'This database was made before 0.1.0 (110 migrations, without 0111_display_name.sql).',
    );
    expect(await readCatalog(client)).toEqual(before);
  });
});

test('a database from before 0.1.0 with migrations of its own is refused, and unchanged (R-REL-06)', async () => {
  const from = formerFolder('former-baseline');
  writeFileSync(join(from, '0018_own.sql'), 'create table own (id uuid);');
  await inNewDatabase(async (client) => {
    await withSchemaLock(client, () => migrate(client, { from }));
    const before = await readCatalog(client);
    await expect(withSchemaLock(client, () => migrate(client))).rejects.toThrow(
      'has migrations of its own (0018_own.sql)',
    );
    expect(await readCatalog(client)).toEqual(before);
  });
});

test('the baseline is what a database is adopted to (R-REL-06)', () => {
  expect(readMigrations().map(({ name }) => name)).toContain('0017_payment_sandbox.sql');
});
