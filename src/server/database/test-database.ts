import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import type { Database } from './database.ts';
import { connectDatabase, type OpenDatabase } from './open.ts';
import { asAdmin, databaseUrl, sweep, type TestCluster } from './test-cluster.ts';

/** Database with the product's schema, its scopes, and the owner's connections. */
export type TestDatabase = Database & Omit<OpenDatabase, 'database'>;

/** Returns the pool settings that connect as this role on the same path as the product. */
type Way = (user: string, password: string) => { connectionString: string; prepare: boolean };

/** Content of a test database beside the schema: created once, then copied. */
export type Furniture = { name: string; bring: (open: OpenDatabase) => Promise<void> };

/**
 * Creates a database for a test file, migrated and empty unless it gets furniture. Call it at the top of
 * the file or inside `describe`: it is dropped after the tests there.
 */
export async function testDatabase(furniture?: Furniture): Promise<TestDatabase & { way: Way }> {
  const { open, remove } = await openTestDatabase(furniture);
  afterAll(remove);
  return open;
}

/** Does the same for as long as the caller wants, with settings of PostgreSQL for this database only. */
export async function openTestDatabase(
  furniture?: Furniture,
  settings: Record<string, string> = {},
) {
  const cluster = inject('testCluster');
  const { adminUrl, template } = cluster;
  const source = furniture ? await furnished(cluster, furniture) : template;
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await asAdmin(adminUrl, async (admin) => {
    await admin.query(`create database ${name} template ${source}`);
    for (const [setting, value] of Object.entries(settings)) {
      await admin.query(`alter database ${name} set ${setting} = '${value}'`);
    }
  });
  /** Opens the connections of another process, as far as the database can tell. */
  const again = () => connectThrough(cluster, name);
  const { database, ...rest } = await again();
  const remove = async () => {
    await rest.close();
    await sweep({ adminUrl, template: name });
  };
  const open: TestDatabase & { way: Way } = { ...database, ...rest, way: wayTo(cluster, name) };
  return { open, again, remove };
}

const connectThrough = ({ adminUrl, throughUrl, prepare }: TestCluster, name: string) =>
  connectDatabase(databaseUrl(throughUrl, name), {
    directUrl: databaseUrl(adminUrl, name),
    prepare,
    mayLose: true,
  });

const wayTo =
  ({ throughUrl, prepare }: TestCluster, name: string): Way =>
  (username, password) => {
    const url = Object.assign(new URL(databaseUrl(throughUrl, name)), { username, password });
    return { connectionString: url.href, prepare };
  };

/** Returns the template with this furniture; the first caller creates it while others wait on a lock. */
const furnished = async (cluster: TestCluster, { name, bring }: Furniture) => {
  const [made, draft] = [`${cluster.template}_${name}`, `${cluster.template}_new_${name}`];
  await asAdmin(cluster.adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [made]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [made]);
    if (rowCount) return;
    // Drops the remains of a failed attempt.
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft} template ${cluster.template}`);
    // A pooler would keep connections to the template, which then could not be copied.
    const open = await connectDatabase(databaseUrl(cluster.adminUrl, draft), { mayLose: true });
    try {
      await bring(open);
      // Each copy creates logins of its own.
      await open.owner.query('delete from app.logins; delete from app.credentials');
    } finally {
      await open.close();
    }
    await admin.query(`alter database ${draft} rename to ${made}`);
  });
  return made;
};
