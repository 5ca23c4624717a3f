import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { awaitFrom, launch } from '#tools/bench/children.ts';
import { builtServer } from '#tools/files.ts';
import type { Orders } from './serving.ts';

/** Operator of a proof's product. */
export const operator = { email: 'operator@proofs.example', password: 'kettle ember violin 4817' };

/** Process that serves the product. */
export interface Server {
  child: ChildProcess;
  origin: string;
}

type Given = { ownerUrl: string; dataDir: string; settings?: Record<string, string> };

const settingsOf = ({ dataDir, settings }: Given) => ({
  DATA_DIR: dataDir,
  // All clients of a proof share one address and send as fast as they can.
  RATE_LIMITS: 'off',
  OPERATOR_EMAIL: operator.email,
  OPERATOR_PASSWORD: operator.password,
  LOG_LEVEL: 'error',
  ...settings,
});

/** Starts the API without the pages. */
export async function startCalls(given: Given & { mayLose?: boolean }): Promise<Server> {
  const { ownerUrl, mayLose = false } = given;
  const orders: Orders = { ownerUrl, mayLose, settings: settingsOf(given) };
  const script = new URL('serving.ts', import.meta.url);
  const child = launch(script, { args: [JSON.stringify(orders)] });
  // Discards the log, where errors about the missing database are expected.
  child.stdout?.resume();
  return { child, origin: await awaitFrom<string>(child, (heard) => child.once('message', heard)) };
}

/** Starts the complete product like `npm start`. Requires a build. */
export async function startWhole(given: Given): Promise<Server> {
  const env = { ...settingsOf(given), PORT: '0', DATABASE_URL: given.ownerUrl };
  const child = launch(builtServer, { env });
  const origin = await awaitFrom<string>(child, (heard) => {
    if (!child.stdout) throw new Error('The product has no output');
    createInterface(child.stdout).on('line', (line) => {
      const address = line.match(/ready at (http:\S+)/)?.[1];
      if (address) heard(address.replace('localhost', '127.0.0.1'));
    });
  });
  return { child, origin };
}

/** Kills a server and waits for its end. */
export async function kill({ child }: Server): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
}

/** Stops a process with SIGTERM and waits for its end; returns the time it took in ms. */
export async function stopInOrder({ child }: Server, wrong: string[]): Promise<number> {
  const began = performance.now();
  const ended = once(child, 'exit') as Promise<[number | null, string | null]>;
  child.kill('SIGTERM');
  const [code, signal] = await ended;
  if (code !== 0) wrong.push(`a process ended with ${code ?? signal}`);
  return performance.now() - began;
}
