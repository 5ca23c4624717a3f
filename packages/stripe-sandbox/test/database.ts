import { randomBytes } from 'node:crypto';
import { Client, Pool } from 'pg';
import { afterAll, inject } from 'vitest';
import { createSchema } from '#sandbox/stripe/store/schema.ts';
import { createStore } from '#sandbox/stripe/store/store.ts';

/** Runs a statement on a server, on a connection of its own. */
async function execute(connectionString: string, statement: string) {
  const client = new Client({ connectionString });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

/**
 * Creates a database with the sandbox's tables on the server that vitest provides; it is dropped after the
 * tests of the file.
 */
export async function createTestPool(): Promise<Pool> {
  const { adminUrl, template } = inject('testCluster');
  const name = `${template}_${randomBytes(4).toString('hex')}`;
  await execute(adminUrl, `create database ${name}`);
  const url = new URL(adminUrl);
  url.pathname = `/${name}`;
  const pool = new Pool({ connectionString: url.href });
  afterAll(async () => {
    await pool.end();
    // Waits for connections that are closing; `force` would end them with an error in their client.
    await execute(adminUrl, `drop database ${name}`);
  });
  await createSchema(createStore(pool));
  return pool;
}
