/**
 * Writes the types of all tables of a freshly migrated database (`npm run generate`, `npm run check`).
 * `--from=FOLDER` reads the migrations of another folder.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Kysely, PostgresDialect } from 'kysely';
import { generate, PostgresDialect as PostgresTypes, RawExpressionNode } from 'kysely-codegen';
import { readArguments } from '#server/platform/command-line.ts';
import { withSchemaLock, migrate } from '#server/platform/database/lifecycle/migrate.ts';
import { root } from './files.ts';
import { startDatabaseServer, throwaway } from './kit/servers.ts';

const { from } = readArguments('tools/db-types.ts [--from FOLDER]', {
  from: { type: 'string' },
}).values;

const file = join(root, 'src/server/platform/database/tables.ts');

/** Types of columns whose ids lead from a row to a scope: the row is the proof, so they need no `trusted`. */
const trustedIds = {
  'tenants.id': 'Generated<TenantId>',
  'memberships.tenant_id': 'ColumnType<TenantId, string, string>',
  'join_links.tenant_id': 'ColumnType<TenantId, string, string>',
  'billing_operations.for_tenant': 'TenantId',
  'sso_requests.for_tenant': 'TenantId',
  'users.default_tenant_id': 'ColumnType<TenantId | null, string | null, string | null>',
  'tokens.invited_to': 'ColumnType<TenantId | null, string | null | undefined, string | null>',
};

await using stack = new AsyncDisposableStack();
const { pool } = await startDatabaseServer(stack, throwaway);
const client = await pool.connect();
try {
  await withSchemaLock(client, () => migrate(client, { ...(from && { from }) }));
} finally {
  // Otherwise the pool would wait for it forever.
  client.release();
}
const types = await generate({
  db: new Kysely({ dialect: new PostgresDialect({ pool }) }),
  // Matches the type parsers of the pools: dates are strings, bigints numbers.
  dialect: new PostgresTypes({ dateParser: 'string' }),
  typeMapping: { int8: 'number' },
  overrides: {
    columns: Object.fromEntries(
      Object.entries(trustedIds).map(([column, type]) => [column, new RawExpressionNode(type)]),
    ),
  },
  includePattern: 'public.*',
  outFile: null,
});
const whole = types.replace(
  '\nimport ',
  `\nimport type { TenantId } from './isolation/ids.ts';\nimport `,
);
writeFileSync(file, whole);
