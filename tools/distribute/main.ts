/** Distributes a database's tables over the nodes of a Citus cluster (`npm run distribute`). */
import { parseArgs } from 'node:util';
import { Client } from 'pg';
import { withSchemaLock, migrate } from '#server/database/lifecycle/migrate.ts';
import { startThrowaway } from '#server/database/lifecycle/throwaway.ts';
import { survey, type Survey } from './obstacles.ts';
import type { Placement } from './places.ts';
import { scriptFor, thereIn, type Script } from './script.ts';

const usage = `DATABASE_URL=… npm run distribute -- [options]
  --print      only show what would be done; without DATABASE_URL to an empty database
  --rehearse   first take away what stands in the way. For a copy: it removes the protections of these rows`;

async function connected<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Runs work on the given database, or on a freshly migrated temporary one. */
async function onDatabase<T>(url: string | undefined, work: (client: Client) => Promise<T>) {
  if (url !== undefined) return connected(url, work);
  const embedded = await startThrowaway();
  try {
    return await connected(embedded.ownerUrl, async (client) => {
      await withSchemaLock(client, () => migrate(client));
      return work(client);
    });
  } finally {
    await embedded.stop();
  }
}

const places: [Placement, string][] = [
  ['distributed', 'by tenant'],
  ['reference', 'a copy on every machine'],
  ['local', 'stay where the product connects'],
];

function tell({ shape, obstacles }: Survey): string {
  const tables = places.map(([place, what]) => {
    const names = [...shape.values()].filter((table) => table.place === place);
    return `-- ${what}: ${names.map(({ name }) => name).join(', ')}`;
  });
  const ways = obstacles.map(({ name, why }) => `--   ${name}: ${why}`);
  return [...tables, `-- in the way: ${obstacles.length}`, ...ways].join('\n');
}

const print = ({ inOne, afterwards }: Script) =>
  ['begin', ...inOne, 'commit', ...afterwards].map((statement) => `${statement};`).join('\n');

async function carryOut(client: Client, { inOne, afterwards }: Script): Promise<void> {
  await client.query('set statement_timeout = 0');
  await client.query('begin');
  // A failure closes the connection, which rolls the transaction back.
  for (const statement of inOne) await client.query(statement);
  await client.query('commit');
  for (const statement of afterwards) await client.query(statement);
}

interface Options {
  print: boolean;
  rehearse: boolean;
}

/** Prints the state of the database and the statements that were or would be executed. */
const distribute = (options: Options) =>
  onDatabase(process.env['DATABASE_URL'], async (client) => {
    const found = await survey(client);
    const { obstacles } = found;
    process.stdout.write(`${tell(found)}\n`);
    const there = await thereIn(client);
    const script = scriptFor(found, there ?? new Set(), options.rehearse ? obstacles : []);
    if (options.print) process.stdout.write(`${print(script)}\n`);
    else if (obstacles.length > 0 && !options.rehearse) {
      throw new Error(
        `${obstacles.length} things stand in the way: docs/scaling.md says of each what it becomes.`,
      );
    } else if (there) await carryOut(client, script);
    else throw new Error('This database has no Citus: create extension citus, and add its nodes.');
  });

try {
  const { values } = parseArgs({
    options: {
      print: { type: 'boolean', default: false },
      rehearse: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help || (!values.print && !process.env['DATABASE_URL'])) throw new Error(usage);
  await distribute(values);
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exitCode = 1;
}
