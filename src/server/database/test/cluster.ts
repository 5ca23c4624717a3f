import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { withSchemaLock, migrate } from '#server/database/lifecycle/migrate.ts';
import { startThrowaway } from '#tools/kit/throwaway.ts';

/** Server of the test databases. */
export interface TestCluster {
  /** Connection string of a role that may create databases and roles, without a pooler. */
  adminUrl: string;
  /** Connection string for the product: through a pooler in `npm run longrun -- pgbouncer`. */
  throughUrl: string;
  /** True when statements keep their names on that path. */
  prepare: boolean;
  /** Migrated database that each test database copies; also the prefix of their names. */
  template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/** Prepares one cluster (that of DATABASE_URL if set) with a migrated template before all tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { DATABASE_URL: given, DATABASE_DIRECT_URL: direct, DATABASE_PREPARE } = process.env;
  const embedded = given === undefined ? await startThrowaway() : undefined;
  const throughUrl = given ?? embedded?.ownerUrl ?? '';
  const adminUrl = direct ?? throughUrl;
  const prepare = DATABASE_PREPARE !== 'false';
  const template = `pregao_test_${randomBytes(4).toString('hex')}`;
  await withConnection(adminUrl, (admin) => admin.query(`create database ${template}`));
  await withConnection(databaseUrl(adminUrl, template), (client) =>
    withSchemaLock(client, () => migrate(client)),
  );
  project.provide('testCluster', { adminUrl, throughUrl, prepare, template });
  return () => (embedded ? embedded.stop() : dropTestDatabases({ adminUrl, template }));
}

/** Returns the connection string of another database on the same server. */
export function databaseUrl(url: string, database: string): string {
  const changed = new URL(url);
  changed.pathname = `/${database}`;
  return changed.href;
}

/** Opens a connection for as long as the work takes. */
export async function withConnection<T>(
  url: string,
  work: (client: Client) => Promise<T>,
): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Drops the databases whose names start with the template's, and their logins. */
export async function dropTestDatabases({
  adminUrl,
  template,
}: Pick<TestCluster, 'adminUrl' | 'template'>): Promise<void> {
  await withConnection(adminUrl, async (admin) => {
    const { rows } = await admin.query<{ statement: string }>(
      `select format('drop database %I with (force)', datname) as statement
         from pg_database where starts_with(datname, $1)
       union all
       select format('drop role %I', rolname)
         from pg_roles where rolname ~ ('^pregao_(app|runtime|operator)_' || $1)`,
      [template],
    );
    for (const { statement } of rows) await admin.query(statement);
  });
}
