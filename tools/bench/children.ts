import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import { cpuOf } from './meters.ts';

/** Preloaded into every process of the bench: whoever started it is gone, so it goes too. */
const leash = `data:text/javascript,process.on('disconnect', () => process.exit(1))`;
/** Where the product, too, keeps what it compiles: who is started again and again is there sooner. */
const compiled = join(root, 'node_modules/.cache/pregao');

interface Options {
  args?: string[];
  env?: Record<string, string>;
}

const alive = new Set<ChildProcess>();

/** Starts a script as `npm start` would: with our Node and nobody's settings. */
export function launch(script: string | URL, { args = [], env = {} }: Options = {}): ChildProcess {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_OPTIONS = '' } = process.env;
  const child = fork(script, args, {
    cwd: root,
    execArgv: ['--import', leash],
    env: { PATH, HOME, TMPDIR, NODE_OPTIONS, NODE_COMPILE_CACHE: compiled, ...env },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  alive.add(child);
  child.once('exit', () => alive.delete(child));
  return child;
}

/** CPU time of everything that was launched and still runs, in ms. */
export const cpuOfLaunched = () =>
  [...alive].reduce((total, { pid }) => total + (pid ? cpuOf(pid) : 0), 0);

/** What `listen` hears first; an error when the process ends before. */
export async function awaitFrom<T>(
  child: ChildProcess,
  listen: (heard: (value: T) => void) => void,
): Promise<T> {
  return new Promise<T>((resolve, reject) => {
    const ended = () => reject(new Error(`${child.spawnargs.at(-1)} ended before it was ready`));
    child.once('exit', ended);
    listen((value) => {
      child.off('exit', ended);
      resolve(value);
    });
  });
}

/** Ends a process in order, or by force when it takes longer than ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(impatience);
}
