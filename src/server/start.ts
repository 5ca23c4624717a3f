import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { announcementOf } from './announcement.ts';
import { assertSafeConfig } from './config-check.ts';
import { readConfig, type Config } from './config.ts';
import { readArguments } from './platform/command-line.ts';
import { ensureDataDir } from './platform/data-dir.ts';
import { AlreadyRunning, findLockHolder } from './platform/database/lifecycle/embedded.ts';
import { checkStorage } from './platform/files/storage.ts';
import { printerOf } from './platform/http/observability/log-format.ts';
import { assertPortFree } from './port.ts';
import type { ShutdownReason, RunningServer } from './serving.ts';

const usage = `npm start   (settings are environment variables: docs/operations.md)
npm run dev
node main.js [--check | --migrate]   checks the settings, or applies migrations, and exits`;

async function start() {
  const { check, dev, migrate } = readArguments(usage, {
    check: { type: 'boolean', default: false },
    dev: { type: 'boolean', default: false },
    migrate: { type: 'boolean', default: false },
  }).values;
  const config = readConfig(process.env);
  const print = printerOf(config);
  if (migrate) {
    return (await import('./serving.ts')).migrateDatabase(config, print);
  }
  if (!cluster.isWorker && !(await isStartable(config, print, check))) return;
  // The primary process serves no requests: it loads little code and needs little memory.
  const serving =
    config.processes > 1 && !dev && cluster.isPrimary
      ? await (await import('./processes.ts')).startProcesses(config, print)
      : await (await import('./serving.ts')).serveInProcess(config, { dev, report: print });
  // The old generation is collected at twice the live memory (docs/performance.md). Earlier, the start itself would
  // collect too often.
  setFlagsFromString('--heap-growing-percent=100');
  const shutdown = shutdownOnce(serving);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => shutdown(signal));
  if (cluster.isWorker) return reportToPrimary(serving, shutdown);
  // A log that programs collect holds no password: the line says where it is.
  const { operator } = serving;
  const shown = config.logFormat === 'json' ? { ...operator, password: null } : operator;
  for (const line of announcementOf(config, { ...serving, operator: shown })) print(line);
}

/**
 * Checks what can refuse a start before anything is made, and throws the reason. Returns false after `--check`, which
 * `npm start` calls before it builds and which tells nothing twice.
 */
async function isStartable(
  config: Config,
  print: ReturnType<typeof printerOf>,
  checksOnly: boolean,
) {
  await assertSafeConfig(config, checksOnly ? () => undefined : print);
  ensureDataDir(config.dataDir);
  await assertPortFree(config).catch(async (error: Error) => {
    // That the product itself runs already says more.
    const holder = config.databaseUrl ? undefined : await findLockHolder(config.dataDir);
    throw holder ? new AlreadyRunning(config.dataDir, holder.pid) : error;
  });
  if (checksOnly) return false;
  const warning = await checkStorage(config);
  if (warning) print(warning);
  return true;
}

/** Returns a function that shuts the process down once, however often it is called. */
function shutdownOnce({ close }: RunningServer) {
  let stopping = false;
  return (why: ShutdownReason) => {
    if (stopping) return;
    stopping = true;
    close(why).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
}

/** Reports to the primary process that this worker serves; shuts down when another one has replaced it. */
function reportToPrimary(
  { address, operator }: RunningServer,
  shutdown: (why: ShutdownReason) => void,
) {
  process.on('message', (message) => {
    if (message === 'replaced') shutdown('replaced');
  });
  process.send?.({ address, operator });
}

start().catch((error: unknown) => {
  const expected = error instanceof AlreadyRunning || (error as { name?: string }).name === 'Error';
  process.stderr.write(`${expected ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
});
