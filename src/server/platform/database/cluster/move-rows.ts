import type { ClientBase } from 'pg';
import {
  inTransaction,
  isCoordinator,
  isFirst,
  isolateOperator,
  placeTables,
  readUnplacedTables,
  type PlacedTable,
} from './distribute.ts';
import { createClusterFunctions } from './functions.ts';
import { copyFunctions, dropLogins, sharePrivileges, shareSettings } from './nodes.ts';

type Report = (line: string) => void;

/**
 * Moves the tables of a database with rows to the nodes of Citus, in one transaction that commits only when each table
 * has the same content as before: whatever interrupts it, nothing has moved. Reports each table with its number of rows
 * and the sum of their hashes. Call it within `withSchemaLock`, after the migrations.
 */
export async function moveRows(client: ClientBase, report: Report): Promise<void> {
  if (!(await isCoordinator(client))) {
    throw new Error(
      'The database is no coordinator of Citus that knows its nodes (docs/scaling.md).',
    );
  }
  // A node that was added since has none of them.
  await shareSettings(client);
  const tables = await readUnplacedTables(client);
  if (tables.length === 0) report('All tables are in their places.');
  else {
    await assertAlone(client);
    await dropLogins(client);
    if (isFirst(tables)) await inTransaction(client, () => createClusterFunctions(client));
    await inTransaction(client, () => moveAndCompare(client, tables, report));
  }
  await sharePrivileges(client);
  await isolateOperator(client);
}

async function moveAndCompare(client: ClientBase, tables: PlacedTable[], report: Report) {
  for (const setting of textSettings) await client.query(`set local ${setting}`);
  const names = tables.map(({ name }) => name);
  await client.query(`lock table ${names.join(', ')} in access exclusive mode`);
  const before = await readContents(client, names);
  await copyFunctions(client, { onlyImmutable: true });
  await placeTables(client, tables);
  await copyFunctions(client, { onlyImmutable: false });
  const after = await readContents(client, names);
  const changed = names.filter((name) => before.get(name) !== after.get(name));
  for (const name of names) {
    report(`${name}: ${before.get(name)}; moved: ${after.get(name)}`);
  }
  if (changed.length > 0) {
    throw new Error(`Nothing was moved, because the content changed of: ${changed.join(', ')}.`);
  }
  for (const name of names) {
    await client.query('select truncate_local_data_after_distributing_table($1)', [name]);
  }
}

/** Settings that the text of a row depends on, equal on all nodes. Citus repeats only what follows the first. */
const textSettings = [
  `citus.propagate_set_commands = 'local'`,
  `timezone = 'UTC'`,
  `datestyle = 'ISO'`,
  `intervalstyle = 'postgres'`,
  `bytea_output = 'hex'`,
  'extra_float_digits = 1',
];

/** Returns the content of each table in a form that compares: whatever the order, and on whatever node. */
async function readContents(client: ClientBase, names: string[]): Promise<Map<string, string>> {
  const contents = new Map<string, string>();
  for (const name of names) {
    const { rows } = await client.query<{ content: string }>(
      `select format('%s rows, hash %s', count(*), coalesce(sum(hashtextextended(each::text, 0)), 0))
         as content from ${name} as each`,
    );
    contents.set(name, rows[0]?.content ?? '');
  }
  return contents;
}

/** Refuses a move while the product runs: its transactions would wait, and then not reach the other nodes. */
async function assertAlone(client: ClientBase): Promise<void> {
  const { rows } = await client.query<{ role: string }>(
    `select distinct usename as role from pg_stat_activity
     where datname = current_database() and backend_type = 'client backend'
       and pid <> pg_backend_pid() and application_name !~ '^citus_' order by role`,
  );
  if (rows.length === 0) return;
  const roles = rows.map(({ role }) => role).join(', ');
  throw new Error(`Stop the product first: the database has other connections (${roles}).`);
}
