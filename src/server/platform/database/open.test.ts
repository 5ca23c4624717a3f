import { randomBytes } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, inject, test, vi } from 'vitest';
import { createPool } from './driver/pools.ts';
import { assertSafeConnection } from './isolation/self-check.ts';
import { connectDatabase, type OpenDatabase } from './open.ts';
import { sql } from './query.ts';
import {
  createTestDatabase,
  databaseUrl,
  dropTestDatabases,
  withConnection,
} from './test/cluster.ts';

const { adminUrl, template } = inject('testCluster');
let name: string;
let url: string;

beforeEach(async () => {
  name = `${template}_${randomBytes(4).toString('hex')}`;
  url = databaseUrl(adminUrl, name);
  await createTestDatabase(adminUrl, name, { template });
});

afterEach(async () => {
  await dropTestDatabases({ adminUrl, template: name });
});

/** Replaces the migrated database by one without tables. */
const recreate = (options = '') =>
  withConnection(adminUrl, async (admin) => {
    // Citus keeps a connection to each database.
    await admin.query(`drop database ${name} with (force)`);
    await admin.query(`create database ${name} ${options}`);
  });

const open = (): Promise<OpenDatabase> => connectDatabase(url, { allowDataLoss: true });

describe('Opening a database', () => {
  test('applies the schema to an empty one once, even with concurrent starts, for an owner with createrole', async () => {
    await recreate();
    const keeper = `${name}_keeper`;
    await withConnection(adminUrl, async (admin) => {
      await admin.query(`create role ${keeper} login createrole password 'keeper'`);
      await admin.query(`alter database ${name} owner to ${keeper}`);
      await admin.query(
        `grant pregao_runtime, pregao_accounts, pregao_operator to ${keeper} with admin option`,
      );
    });
    const asKeeper = new URL(url);
    [asKeeper.username, asKeeper.password] = [keeper, 'keeper'];
    const start = () => connectDatabase(asKeeper.href, { allowDataLoss: true });
    const opened = await Promise.all([start(), start(), start()]);
    const [{ owner }] = opened;
    const { rows } = await owner.query(
      'select count(*) as n, count(distinct name) as names from app.migrations',
    );
    expect(rows[0]).toMatchObject({ n: rows[0].names });
    for (const { database } of opened) {
      expect(await database.queryUnscoped(sql`select from users`)).toEqual([]);
    }
    // Row-level security binds this owner too, who is no superuser; a policy shows it all rows.
    await owner.query(`insert into tenants (name) values ('Of the keeper')`);
    expect((await owner.query('select from tenants')).rowCount).toBe(1);
    await Promise.all(opened.map((one) => one.close()));
    await withConnection(url, (admin) =>
      admin.query(`reassign owned by ${keeper} to current_user`),
    );
    await dropTestDatabases({ adminUrl, template: name });
    await withConnection(adminUrl, (admin) => admin.query(`drop role ${keeper}`));
  });

  test.each(['app', 'with a schema of its own'])(
    'serves a role that is named %s, whatever its search path (R-REL-18)',
    async (role) => {
      await recreate();
      const isOther = role.includes(' ');
      const keeper = isOther ? `${name}_keeper` : role;
      const asKeeper = new URL(url);
      [asKeeper.username, asKeeper.password] = [keeper, 'keeper'];
      await withConnection(url, async (admin) => {
        await admin.query(`create role ${keeper} login createrole password 'keeper'`);
        await admin.query(`alter database ${name} owner to ${keeper}`);
        await admin.query(
          `grant pregao_runtime, pregao_accounts, pregao_operator to ${keeper} with admin option`,
        );
        if (!isOther) return;
        await admin.query(`create schema elsewhere authorization ${keeper}`);
        await admin.query(`create schema authorization ${keeper}`);
        await admin.query(`alter role ${keeper} set search_path = elsewhere, public`);
        await admin.query(`alter database ${name} set search_path = elsewhere`);
      });
      try {
        // The second start finds what the first one made.
        for (let start = 0; start < 2; start += 1) {
          const { owner, database, close } = await connectDatabase(asKeeper.href, {
            allowDataLoss: true,
          });
          await owner.query(`insert into tenants (name) values ('Start ${start}')`);
          expect(await database.queryUnscoped(sql`select from users`)).toEqual([]);
          await close();
        }
        const tables = `select relnamespace::regnamespace::text as place from pg_class
          where relname in ('tenants', 'memberships') and relkind = 'r'`;
        const { rows } = await withConnection(url, (admin) => admin.query(tables));
        expect(rows).toEqual([{ place: 'public' }, { place: 'public' }]);
      } finally {
        await withConnection(url, (admin) =>
          admin.query(`reassign owned by ${keeper} to current_user`),
        );
        await dropTestDatabases({ adminUrl, template: name });
        await withConnection(adminUrl, (admin) => admin.query(`drop role ${keeper}`));
      }
    },
  );

  test('finds its logins again and recreates those that a restored server lacks (R-REL-05)', async () => {
    await (await open()).close();
    for (const damage of [
      'select',
      `drop role pregao_runtime_${name}`,
      'delete from app.credentials',
    ]) {
      await withConnection(url, (owner) => owner.query(damage));
      const opened = await open();
      const me = sql`select current_user as me`;
      expect(await opened.database.queryUnscoped(me)).toEqual([{ me: `pregao_runtime_${name}` }]);
      await opened.close();
    }
  });

  test("hides passwords and applied migrations from the application's roles", async () => {
    const { database, close } = await open();
    for (const scope of [database.system, database.operator]) {
      for (const table of ['credentials', 'migrations']) {
        const look = scope((tx) => tx.all(sql`select * from ${sql.table(`app.${table}`)}`));
        await expect(look).rejects.toThrow('permission denied');
      }
    }
    await close();
  });

  test('ends idle transactions of the owner after 10 s', async () => {
    const { owner, close } = await connectDatabase(url, { allowDataLoss: true });
    const { rows } = await owner.query('show idle_in_transaction_session_timeout');
    expect(rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
    await close();
  });

  test('fails with a clear error when the server is unreachable', async () => {
    const nowhere = 'postgres://me:secret@127.0.0.1:1/nothing';
    await expect(connectDatabase(nowhere)).rejects.toThrow('ECONNREFUSED 127.0.0.1:1');
  });
});

test('sends statements without names through a pooler that passes names on, and reports it', async () => {
  // A second way to the database, which does not track names.
  const through = new URL(url);
  through.searchParams.set('application_name', 'a pooler');
  const reported: string[] = [];
  const report = (message: string) => reported.push(message);
  const opened = await connectDatabase(through.href, {
    directUrl: url,
    allowDataLoss: true,
    report,
  });
  try {
    await opened.database.queryUnscoped(sql`select 1 as one`);
    const names = sql`select name from pg_prepared_statements`;
    expect(await opened.database.queryUnscoped(names)).toEqual([]);
  } finally {
    await opened.close();
  }
  expect(reported).toEqual([expect.stringContaining('does not keep named statements')]);
});

describe('Opening refuses a database (R-SEC-03, R-SEC-17)', () => {
  test('when the role bypasses row-level security', async () => {
    const pool = createPool({ connectionString: adminUrl });
    await expect(assertSafeConnection(pool, true)).rejects.toThrow('bypasses row-level security');
    await pool.end();
  });

  test('when its schema breaks tenant isolation, and names the violation', async () => {
    await (await open()).close();
    await withConnection(url, (owner) =>
      owner.query(`create table stray (); alter table stray owner to pregao_runtime_${name}`),
    );
    await expect(open()).rejects.toThrow('application role owns an object: table stray');
  });

  const kinds = [
    ['is not UTF-8', `encoding 'LATIN1' locale 'C'`, 'encoding is LATIN1'],
    [
      'does not fold the case of É',
      `encoding 'UTF8' locale_provider libc locale 'C'`,
      'does not fold the case',
    ],
  ] as const;
  test.each(kinds)('when it %s, before any migration runs', async (_kind, options, reason) => {
    await recreate(`template template0 ${options}`);
    await expect(open()).rejects.toThrow(reason);
    const { rows } = await withConnection(url, (client) =>
      client.query(`select to_regclass('app.migrations') as migrations`),
    );
    expect(rows).toEqual([{ migrations: null }]);
  });

  test('when it is too new, and names the number of migrations before the rules of isolation (R-OPR-24)', async () => {
    await (await open()).close();
    const later = `insert into app.migrations (name, checksum) values ('9999_of_later.sql', 'x')`;
    await withConnection(url, (owner) => owner.query(later));
    const reported: string[] = [];
    const reopen = () =>
      connectDatabase(url, { allowDataLoss: true, report: (line) => reported.push(line) });
    await (await reopen()).close();
    expect(reported).toEqual([
      expect.stringMatching(/migrated by a newer version .\d+ migrations/),
    ]);
    const table =
      'create table later (tenant_id uuid not null, id uuid, primary key (tenant_id, id))';
    await withConnection(url, (owner) => owner.query(table));
    await expect(reopen()).rejects.toThrow(
      /newer version .* Start that version, or restore a backup/,
    );
  });

  test('when it could lose committed data', async () => {
    await (await open()).close();
    const alterRole = `alter role pregao_runtime_${name} set synchronous_commit = off`;
    await withConnection(url, (owner) => owner.query(alterRole));
    await expect(connectDatabase(url)).rejects.toThrow('synchronous_commit');
  });

  test.each([-8, 8])('when its clock differs by %i s', async (seconds) => {
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() - seconds * 1_000 });
    try {
      await expect(open()).rejects.toThrow('clock');
    } finally {
      vi.useRealTimers();
    }
  });
});
