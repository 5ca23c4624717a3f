import cluster from 'node:cluster';
import { setFlagsFromString } from 'node:v8';
import { assertSafeConfig } from './config-check.ts';
import { readConfig } from './config.ts';
import { AlreadyRunning } from './database/lifecycle/embedded.ts';
import { checkStorage } from './files/storage.ts';
import type { ShutdownReason, RunningServer } from './serving.ts';

const print = (line: string) => process.stdout.write(`${line}\n`);

async function start() {
  const config = readConfig(process.env);
  if (process.argv.includes('--migrate')) {
    return (await import('./serving.ts')).migrateDatabase(config, print);
  }
  const dev = process.argv.includes('--dev');
  if (!cluster.isWorker) {
    await assertSafeConfig(config, print);
    const warning = await checkStorage(config);
    if (warning) print(warning);
  }
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
  const { address, operator } = serving;
  if (operator.password) print(`Operator: ${operator.email} / ${operator.password}`);
  print(`Pregão is ready at ${config.publicUrl ?? address}`);
}

/** Returns a function that shuts the process down once, however often it is called. */
const shutdownOnce = ({ close }: RunningServer) => {
  let stopping = false;
  return (why: ShutdownReason) => {
    if (stopping) return;
    stopping = true;
    close(why).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
};

/** Reports to the primary process that this worker serves; shuts down when another one has replaced it. */
const reportToPrimary = (
  { address, operator }: RunningServer,
  shutdown: (why: ShutdownReason) => void,
) => {
  process.on('message', (message) => {
    if (message === 'replaced') shutdown('replaced');
  });
  process.send?.({ address, operator });
};

start().catch((error: unknown) => {
  const expected = error instanceof AlreadyRunning || (error as { name?: string }).name === 'Error';
  process.stderr.write(`${expected ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
});
