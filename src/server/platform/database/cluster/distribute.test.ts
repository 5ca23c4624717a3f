import { randomBytes, randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest';
import {
  migrate,
  readMigrations,
  withSchemaLock,
} from '#server/platform/database/lifecycle/migrate.ts';
import { statementsIn } from '#server/platform/database/lifecycle/statements.ts';
import { connectDatabase } from '#server/platform/database/open.ts';
import {
  createTestDatabase,
  databaseUrl,
  dropTestDatabases,
  withConnection,
} from '#server/platform/database/test/cluster.ts';
import { migrateCluster } from './cluster.ts';
import { distributeTables, isDistributed } from './distribute.ts';
import { moveRows } from './move-rows.ts';

const { adminUrl, template, isCitus } = inject('testCluster');
let name: string;
let url: string;

beforeEach(async () => {
  name = `${template}_${randomBytes(4).toString('hex')}`;
  url = databaseUrl(adminUrl, name);
  await createTestDatabase(adminUrl, name);
});
afterEach(() => dropTestDatabases({ adminUrl, template: name }));

const connected = <T>(work: (client: Client) => Promise<T>) => withConnection(url, work);
const ignore = () => undefined;

/** Migrates, and adds organizations with a member and an entry of the audit log each. */
const fill = (organizations: number) =>
  connected(async (client) => {
    await withSchemaLock(client, () => migrate(client));
    for (let made = 0; made < organizations; made += 1) {
      await client.query(
        `with tenant as (insert into tenants (name) values ($1) returning id),
           person as (insert into users (email) values ($2) returning id)
         insert into memberships (tenant_id, user_id, role, status, joined)
         select tenant.id, person.id, 0, 2, 0 from tenant, person`,
        [`Organization ${made}`, `${randomUUID()}@example.com`],
      );
    }
  });

const counts = (client: Client) =>
  client
    .query(
      `select (select count(*)::int from tenants) as tenants,
         (select count(*)::int from memberships) as members,
         (select count(*)::int from audit_log) as entries`,
    )
    .then(({ rows }) => rows[0] as Record<string, number>);

/** Moves the rows, with a connection that breaks after this time, as by the death of the process. */
const move = (report: (line: string, client: Client) => void, breakAfter?: number) =>
  connected((client) => {
    client.on('error', ignore);
    if (breakAfter !== undefined) setTimeout(() => disconnect(client), breakAfter);
    return withSchemaLock(client, () => moveRows(client, (line) => report(line, client)));
  });
/** Returns the answer of each node to a query of one text. */
const onEachNode = (sql: string) =>
  connected((client) =>
    client
      .query<{ result: string }>('select result from run_command_on_all_nodes($1)', [sql])
      .then(({ rows }) => rows.map(({ result }) => result)),
  );
const disconnect = (client: Client) => client.connection.stream.destroy();

test.skipIf(isCitus)('a PostgreSQL without Citus stays as it is (R-REL-10)', async () => {
  await fill(1);
  await connected(async (client) => {
    expect(await distributeTables(client)).toBe(false);
    await expect(moveRows(client, ignore)).rejects.toThrow('no coordinator of Citus');
  });
});

describe.skipIf(!isCitus)('On Citus', () => {
  test('a start distributes an empty database, also when two start at once', async () => {
    const opened = await Promise.all(
      [1, 2].map(() => connectDatabase(url, { allowDataLoss: true })),
    );
    await Promise.all(opened.map(({ close }) => close()));
    expect(await connected(isDistributed)).toBe(true);
  });

  test('a start names a node that the coordinator cannot reach, and distributes nothing', async () => {
    await connected((client) => client.query(`select citus_set_coordinator_host('localhost', 1)`));
    await expect(connectDatabase(url)).rejects.toThrow('nodes: localhost:1 (');
    expect(await connected(isDistributed)).toBe(false);
  });

  test('a start distributes a table that a later migration adds', async () => {
    await (await connectDatabase(url, { allowDataLoss: true })).close();
    const folder = mkdtempSync(join(tmpdir(), 'pregao-later-'));
    writeFileSync(
      join(folder, '9999_later.sql'),
      `create table later (
         tenant_id uuid not null references tenants on delete cascade,
         id uuid not null default app.uuid7(),
         title text not null,
         primary key (tenant_id, id)
       );
       call app.protect_tenant_table('later');
       call app.audited('later', 'later', 'title');`,
    );
    await connected((client) => withSchemaLock(client, () => migrateCluster(client, folder)));
    rmSync(folder, { recursive: true });
    await (await connectDatabase(url, { allowDataLoss: true })).close();
    await connected(async (client) => {
      const { rows } = await client.query<{ together: boolean }>(
        `select colocation_id = (select colocation_id from citus_tables where table_name = 'tenants'::regclass)
           as together from citus_tables where table_name = 'later'::regclass`,
      );
      expect(rows).toEqual([{ together: true }]);
      const tenant = await client.query(`insert into tenants (name) values ('Later') returning id`);
      await client.query(`insert into later (tenant_id, title) values ($1, 'First')`, [
        tenant.rows[0].id,
      ]);
      const { rows: entries } = await client.query(
        `select action from audit_log where action = 'later.created'`,
      );
      expect(entries).toHaveLength(1);
    });
  });

  test('a later migration that replaces a function leaves a cluster its own', async () => {
    await (await connectDatabase(url, { allowDataLoss: true })).close();
    const read = () =>
      onEachNode(
        `select string_agg(md5(prosrc), ' ' order by proname) from pg_proc
         where oid in ('app.audit'::regproc, 'app.set_local'::regproc)`,
      );
    const before = await read();
    const folder = mkdtempSync(join(tmpdir(), 'pregao-later-'));
    const replaced = readMigrations().flatMap(({ sql }) =>
      statementsIn(sql)
        .filter((statement) => /create function app\.(?:audit|set_local)\(/.test(statement))
        .map((statement) => statement.replace('create function', 'create or replace function')),
    );
    expect(replaced).toHaveLength(2);
    writeFileSync(join(folder, '9999_later.sql'), replaced.join('\n'));
    await connected((client) => withSchemaLock(client, () => migrateCluster(client, folder)));
    rmSync(folder, { recursive: true });
    expect(await read()).toEqual(before);
  });

  test('a start leaves a database with rows on one node and names the command', async () => {
    await fill(1);
    const reported: string[] = [];
    const report = (line: string) => reported.push(line);
    await (await connectDatabase(url, { allowDataLoss: true, report })).close();
    expect(reported).toEqual([expect.stringContaining('npm run distribute')]);
    expect(await connected(isDistributed)).toBe(false);
  });

  test('the move keeps all rows and logs none, also after one that was killed', async () => {
    await fill(20);
    const before = await connected(counts);
    for (const delay of [50, 200, 500]) {
      await expect(move(ignore, delay)).rejects.toThrow('Connection terminated');
    }
    // Everything is moved and not committed yet.
    await expect(move((_, client) => disconnect(client))).rejects.toThrow('Connection terminated');
    expect(await connected((client) => withSchemaLock(client, () => isDistributed(client)))).toBe(
      false,
    );
    expect(await connected(counts)).toEqual(before);
    const lines: string[] = [];
    await connected((client) =>
      withSchemaLock(client, () => moveRows(client, (line) => lines.push(line))),
    );
    expect(lines).toContainEqual(
      expect.stringMatching(/^tenants: 20 rows, (.*); moved: 20 rows, \1$/),
    );
    expect(await connected(counts)).toEqual(before);
    expect(await connected(isDistributed)).toBe(true);
    const rights = await onEachNode(
      `select string_agg(oid::regprocedure || ' ' || proacl::text, ' ' order by oid::regprocedure::text)
       from pg_proc where pronamespace = 'app'::regnamespace and prorettype not in
         (select reltype from pg_class where relkind = 'r') and oid not in
         (select objid from pg_depend
          where classid = 'pg_proc'::regclass and refclassid = 'pg_class'::regclass)`,
    );
    expect(rights[0]).toContain('app.audit(');
    expect(new Set(rights).size).toBe(1);
  });

  test('the move is refused while the product runs', async () => {
    await fill(1);
    const open = await connectDatabase(url, { allowDataLoss: true });
    await expect(connected((client) => moveRows(client, ignore))).rejects.toThrow(
      'Stop the product',
    );
    await open.close();
  });
});
