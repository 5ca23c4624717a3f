import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import type { Database } from '#server/platform/database/database.ts';
import { connectDatabase, type OpenDatabase } from '#server/platform/database/open.ts';
import { timed } from '#tools/kit/times.ts';
import {
  closeDatabase,
  createTestDatabase,
  databaseUrl,
  dropTestDatabases,
  withConnection,
  type TestCluster,
} from './cluster.ts';

/** Database with the product's schema, its scopes, and the owner's connections. */
export type TestDatabase = Database & Omit<OpenDatabase, 'database'>;

/** Returns the pool settings that connect as this role on the same path as the product. */
type ConnectAs = (user: string, password: string) => { connectionString: string; prepare: boolean };

/** Content of a test database beside the schema: created once, then copied. */
export type DatabaseSeed = { name: string; populate: (open: OpenDatabase) => Promise<void> };

/**
 * Creates a database for a test file, migrated and empty unless it gets furniture. Call it at the top of
 * the file or inside `describe`: it is dropped after the tests there.
 */
export async function testDatabase(
  furniture?: DatabaseSeed,
): Promise<TestDatabase & { way: ConnectAs }> {
  const { open, remove } = await openTestDatabase(furniture);
  afterAll(remove);
  return open;
}

/** Does the same for as long as the caller wants, with settings of PostgreSQL for this database only. */
export async function openTestDatabase(
  furniture?: DatabaseSeed,
  settings: Record<string, string> = {},
) {
  const cluster = inject('testCluster');
  const { adminUrl, template } = cluster;
  const source = furniture ? await seededTemplate(cluster, furniture) : template;
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  /** Opens the connections of another process, as far as the database can tell. */
  const again = () => connectThrough(cluster, name);
  const { database, ...rest } = await timed('database', async () => {
    await createTestDatabase(adminUrl, name, { template: source, settings });
    return again();
  });
  const remove = async () => {
    await rest.close();
    await dropTestDatabases({ adminUrl, template: name });
  };
  const open: TestDatabase & { way: ConnectAs } = {
    ...database,
    ...rest,
    way: connectAsTo(cluster, name),
  };
  return { open, again, remove };
}

const connectThrough = ({ adminUrl, throughUrl, prepare }: TestCluster, name: string) =>
  connectDatabase(databaseUrl(throughUrl, name), {
    directUrl: databaseUrl(adminUrl, name),
    prepare,
    allowDataLoss: true,
  });

const connectAsTo =
  ({ throughUrl, prepare }: TestCluster, name: string): ConnectAs =>
  (username, password) => {
    const url = Object.assign(new URL(databaseUrl(throughUrl, name)), { username, password });
    return { connectionString: url.href, prepare };
  };

/** Returns the template with this furniture; the first caller creates it while others wait on a lock. */
const seededTemplate = async (cluster: TestCluster, { name, populate: bring }: DatabaseSeed) => {
  const [made, draft] = [`${cluster.template}_${name}`, `${cluster.template}_new_${name}`];
  await withConnection(cluster.adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [made]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [made]);
    if (rowCount) return;
    // Drops the remains of a failed attempt.
    await dropTestDatabases({ adminUrl: cluster.adminUrl, template: draft });
    await createTestDatabase(cluster.adminUrl, draft, { template: cluster.template });
    // A pooler would keep connections to the template, which then could not be copied.
    const open = await connectDatabase(databaseUrl(cluster.adminUrl, draft), {
      allowDataLoss: true,
    });
    try {
      await bring(open);
      // Each copy creates logins of its own.
      await open.owner.query('delete from app.credentials');
    } finally {
      await open.close();
    }
    await closeDatabase(cluster.adminUrl, draft, made);
  });
  return made;
};
