import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { distributeTables, isCoordinator } from '#server/platform/database/cluster/distribute.ts';
import { shareSettings } from '#server/platform/database/cluster/nodes.ts';
import { withSchemaLock, migrate } from '#server/platform/database/lifecycle/migrate.ts';
import { joinNodes, nodeUrls } from '#tools/kit/databases.ts';
import { startDatabaseServer, throwaway } from '#tools/kit/servers.ts';
import { timed } from '#tools/kit/times.ts';

/** Server of the test databases. */
export type TestCluster = {
  /** Connection string of a role that may create databases and roles, without a pooler. */
  adminUrl: string;
  /** Connection string for the product: through a pooler in `npm run longrun -- pgbouncer`. */
  throughUrl: string;
  /** True when statements keep their names on that path. */
  prepare: boolean;
  /** Migrated database that each test database copies; also the prefix of their names. */
  template: string;
  /** True on Citus (`npm run longrun -- citus`). */
  isCitus: boolean;
};

declare module 'vitest' {
  interface ProvidedContext {
    testCluster: TestCluster;
  }
}

/** Prepares one cluster (that of DATABASE_URL if set) with a migrated template before all tests. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { DATABASE_URL: given, DATABASE_DIRECT_URL: direct, DATABASE_PREPARE } = process.env;
  await using stack = new AsyncDisposableStack();
  const start = () => timed('database server', () => startDatabaseServer(stack, throwaway));
  const throughUrl = given ?? (await start()).settings.DATABASE_URL;
  const adminUrl = direct ?? throughUrl;
  const prepare = DATABASE_PREPARE !== 'false';
  const template = `pregao_test_${randomBytes(4).toString('hex')}`;
  await timed('template', async () => {
    await createTestDatabase(adminUrl, template);
    await withConnection(databaseUrl(adminUrl, template), (client) =>
      withSchemaLock(client, async () => {
        await migrate(client);
        await distributeTables(client);
      }),
    );
    await closeDatabase(adminUrl, template);
  });
  const isCitus = await withConnection(adminUrl, isCoordinator);
  project.provide('testCluster', { adminUrl, throughUrl, prepare, template, isCitus });
  if (given) stack.defer(() => dropTestDatabases({ adminUrl, template }));
  const kept = stack.move();
  return () => kept.disposeAsync();
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

/** Runs statements on every node, one after another. */
async function onEveryNode(adminUrl: string, ...statements: string[]): Promise<void> {
  for (const url of await nodeUrls(adminUrl)) {
    await withConnection(url, async (node) => {
      for (const statement of statements) await node.query(statement);
    });
  }
}

/** Creates a database, as a copy of `template` if given; on Citus on every node. */
export async function createTestDatabase(
  adminUrl: string,
  name: string,
  { template, settings = {} }: { template?: string; settings?: Record<string, string> } = {},
): Promise<void> {
  const set = Object.entries(settings).map(
    ([setting, value]) => `alter database ${name} set ${setting} = '${value}'`,
  );
  // The other strategy writes each page into the log as well.
  const copy = template ? ` template ${template} strategy file_copy` : '';
  const create = `create database ${name}${copy}`;
  await onEveryNode(adminUrl, create, ...set);
  const nodes = await nodeUrls(adminUrl);
  if (nodes.length === 1) return;
  // Settings of a database are not copied with it.
  if (template) await withConnection(databaseUrl(adminUrl, name), shareSettings);
  else await joinNodes(nodes.map((url) => databaseUrl(url, name)));
}

/** Ends the connections to a database, those of Citus too, and refuses more, so that it can be copied. */
export const closeDatabase = (adminUrl: string, name: string, newName = name): Promise<void> =>
  onEveryNode(
    adminUrl,
    `alter database ${name} allow_connections false`,
    `select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = '${name}'`,
    ...(newName === name ? [] : [`alter database ${name} rename to ${newName}`]),
  );

/** Drops the databases whose names start with the template's, and their logins. */
export async function dropTestDatabases({
  adminUrl,
  template,
}: Pick<TestCluster, 'adminUrl' | 'template'>): Promise<void> {
  for (const url of await nodeUrls(adminUrl)) {
    await withConnection(url, async (admin) => {
      const { rows } = await admin.query<{ statement: string }>(
        `select format('drop database %I with (force)', datname) as statement
           from pg_database where starts_with(datname, $1)
         union all
         select format('drop role if exists %I', rolname)
           from pg_roles where rolname ~ ('^pregao_(app|runtime|accounts|operator)_' || $1)`,
        [template],
      );
      for (const { statement } of rows) await admin.query(statement);
    });
  }
}
