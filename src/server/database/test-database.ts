import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import type { Database } from './database.ts';
import { connectDatabase, type OpenDatabase } from './open.ts';
import { asAdmin, databaseUrl, sweep, type TestCluster } from './test-cluster.ts';

/** A database with the product's schema, its scopes, and the owner's connections. */
export type TestDatabase = Database & Omit<OpenDatabase, 'database'>;

/** What a pool begins with that goes to it as the product's do, as this role. */
type Way = (user: string, password: string) => { connectionString: string; prepare: boolean };

/** What a database of the tests begins with, beside the schema: made once, then copied. */
export type Furniture = { name: string; bring: (open: OpenDatabase) => Promise<void> };

/**
 * A database of its own for a test file, migrated and empty unless it gets furniture. Call it at the
 * top of the file or inside `describe`: it goes when the tests there are done.
 */
export async function testDatabase(furniture?: Furniture): Promise<TestDatabase & { way: Way }> {
  const { open, remove } = await openTestDatabase(furniture);
  afterAll(remove);
  return open;
}

/** The same for as long as the caller wants, with settings of PostgreSQL that hold in it alone. */
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
  /** Another process's connections to it, as far as the database can tell. */
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

/** The template with this furniture; whoever needs it first makes it, the others wait. */
const furnished = async (cluster: TestCluster, { name, bring }: Furniture) => {
  const [made, draft] = [`${cluster.template}_${name}`, `${cluster.template}_new_${name}`];
  await asAdmin(cluster.adminUrl, async (admin) => {
    await admin.query('select pg_advisory_lock(hashtext($1))', [made]);
    const { rowCount } = await admin.query('select from pg_database where datname = $1', [made]);
    if (rowCount) return;
    // One that failed is begun anew.
    await admin.query(`drop database if exists ${draft} with (force)`);
    await admin.query(`create database ${draft} template ${cluster.template}`);
    // A pooler would keep connections to it, and then it could not be copied.
    const open = await connectDatabase(databaseUrl(cluster.adminUrl, draft), { mayLose: true });
    try {
      await bring(open);
      // Each copy makes logins of its own.
      await open.owner.query('delete from app.logins; delete from app.credentials');
    } finally {
      await open.close();
    }
    await admin.query(`alter database ${draft} rename to ${made}`);
  });
  return made;
};
