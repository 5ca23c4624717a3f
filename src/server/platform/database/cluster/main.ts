/** Moves the rows of a database to the nodes of a Citus cluster: `npm run distribute` (docs/scaling.md). */
import { readConfig } from '#server/config.ts';
import { readArguments } from '#server/platform/command-line.ts';
import { checkOut, createPool } from '#server/platform/database/driver/pools.ts';
import { assertSupportedServer } from '#server/platform/database/isolation/self-check.ts';
import { withSchemaLock } from '#server/platform/database/lifecycle/migrate.ts';
import { migrateCluster } from './cluster.ts';
import { moveRows } from './move-rows.ts';

readArguments('npm run distribute', {});
const print = (line: string) => process.stdout.write(`${line}\n`);

async function distribute(): Promise<void> {
  const began = performance.now();
  const { databaseUrl, databaseDirectUrl } = readConfig(process.env);
  const connectionString = databaseDirectUrl ?? databaseUrl;
  if (!connectionString) throw new Error('DATABASE_URL must name the coordinator of Citus.');
  const pool = createPool({ connectionString });
  const client = await checkOut(pool);
  try {
    await assertSupportedServer(client);
    await withSchemaLock(client, async () => {
      await migrateCluster(client);
      await moveRows(client, print);
    });
  } finally {
    client.release(true);
    await pool.end();
  }
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  print(`The database is distributed, after ${seconds} s. Start the product.`);
}

distribute().catch((error: Error) => {
  process.stderr.write(`${error.message}\n`);
  process.exit(1);
});
