import cluster from 'node:cluster';
import { isatty } from 'node:tty';
import type { Config } from '#server/config.ts';

type Settings = Pick<Config, 'logFormat'>;
type Target = NonNullable<Config['logTo']>;

/** Returns where the log is written as people read it (R-OPR-27); an empty object where its lines are JSON. */
export async function logTargetOf(
  { logFormat }: Settings,
  isTerminal = isatty(1),
  output: Target = process.stdout,
): Promise<{ logTo?: Target }> {
  if ((logFormat ?? (isTerminal ? 'text' : 'json')) === 'json') return {};
  const { isColorSupported, prettyFactory } = await import('pino-pretty');
  const format = prettyFactory({
    colorize: isTerminal && isColorSupported,
    // One of several processes is named by its number.
    ignore: cluster.isWorker ? 'hostname' : 'pid,hostname',
    singleLine: true,
    translateTime: "UTC:yyyy-mm-dd'T'HH:MM:ss.l'Z'",
  });
  // A reader that ends, like a pager, ends no server: the logger ignores that for JSON, too.
  if (output === process.stdout) process.stdout.on('error', () => undefined);
  return { logTo: { write: (line) => output.write(format(line)) } };
}

/** Returns a function that prints what the start says: as text, or as a line of the log if `LOG_FORMAT=json`. */
export const printerOf =
  ({ logFormat }: Settings, output: Target = process.stdout) =>
  (msg: string): void => {
    const line = { level: 30, time: Date.now(), pid: process.pid, msg };
    output.write(`${logFormat === 'json' ? JSON.stringify(line) : msg}\n`);
  };
