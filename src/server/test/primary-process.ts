import cluster from 'node:cluster';
import { join } from 'node:path';
import { readConfig } from '#server/config.ts';
import { startProcesses } from '#server/processes.ts';

/** Starts workers that do what WORKERS says of each (`ready`, `killed`, `refused`, `hanging`), the last word for the rest. */
cluster.setupPrimary({ exec: join(import.meta.dirname, 'worker-process.ts') });
const print = (line: string) => process.stdout.write(`${line}\n`);
try {
  const config = readConfig({ ...process.env, DATABASE_URL: 'postgres://unused/unused' });
  const { address } = await startProcesses(config, print, Number(process.env['LIMIT_MS']));
  print(`Ready at ${address}`);
} catch (error) {
  print((error as Error).message);
  process.exit(1);
}
