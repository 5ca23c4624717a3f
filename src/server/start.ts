import cluster from 'node:cluster';
import { readConfig } from './config.ts';
import { AlreadyRunning } from './database/embedded.ts';
import { checkStorage } from './files/storage.ts';
import { assertSafe } from './production.ts';
import type { Farewell, Serving } from './serving.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

async function start() {
  const config = readConfig(process.env);
  const dev = process.argv.includes('--dev');
  if (!cluster.isWorker) {
    await assertSafe(config, say);
    const warning = await checkStorage(config);
    if (warning) say(warning);
  }
  // The primary process serves no requests: it loads little code and needs little memory.
  const serving =
    config.processes > 1 && !dev && cluster.isPrimary
      ? await (await import('./processes.ts')).startProcesses(config, say)
      : await (await import('./serving.ts')).serveHere(config, { dev, report: say });
  const leave = goodbye(serving);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => leave(signal));
  if (cluster.isWorker) return joinOthers(serving, leave);
  const { address, operator } = serving;
  if (operator.password) say(`Operator: ${operator.email} / ${operator.password}`);
  say(`Pregão is ready at ${config.publicUrl ?? address}`);
}

/** Returns a function that shuts the process down once, however often it is called. */
const goodbye = ({ close }: Serving) => {
  let stopping = false;
  return (why: Farewell) => {
    if (stopping) return;
    stopping = true;
    close(why).then(
      () => process.exit(0),
      () => process.exit(1),
    );
  };
};

/** Reports to the primary process that this worker serves; shuts down when another one has replaced it. */
const joinOthers = ({ address, operator }: Serving, leave: (why: Farewell) => void) => {
  process.on('message', (said) => {
    if (said === 'replaced') leave('replaced');
  });
  process.send?.({ address, operator });
};

start().catch((error: unknown) => {
  const expected = error instanceof AlreadyRunning || (error as { name?: string }).name === 'Error';
  process.stderr.write(`${expected ? (error as Error).message : String((error as Error).stack)}\n`);
  process.exit(1);
});
