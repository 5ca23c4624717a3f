import { randomBytes } from 'node:crypto';
import { afterAll, inject } from 'vitest';
import type { Database } from './database.ts';
import { connectDatabase, type OpenDatabase } from './open.ts';
import { asAdmin, databaseUrl, sweep } from './test-cluster.ts';

/** A database with the product's schema, its scopes, and the owner's connections. */
export type TestDatabase = Database & Omit<OpenDatabase, 'database'>;

/**
 * A database of its own for a test file, empty but migrated. Call it at the top of the file or
 * inside `describe`: it goes when the tests there are done.
 */
export async function testDatabase(): Promise<TestDatabase> {
  const { adminUrl, template } = inject('testCluster');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await asAdmin(adminUrl, (admin) => admin.query(`create database ${name} template ${template}`));
  const { database, ...rest } = await connectDatabase(databaseUrl(adminUrl, name), {
    mayLose: true,
  });
  afterAll(async () => {
    await rest.close();
    await sweep({ adminUrl, template: name });
  });
  return { ...database, ...rest };
}
