import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from '#tools/files.ts';
import { cpuOf } from './meters.ts';

/** Module preloaded into every child process, which exits when its parent is gone. */
const leash = `data:text/javascript,process.on('disconnect', () => process.exit(1))`;
/** Compile cache that the product uses as well; it speeds up repeated starts. */
const compiled = join(root, 'node_modules/.cache/pregao');

interface Options {
  args?: string[];
  env?: Record<string, string>;
}

const alive = new Set<ChildProcess>();

/** Starts a script like `npm start`: with this Node.js and without the caller's settings. */
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

/** Returns the CPU time in ms of all launched processes that still run. */
export const cpuOfLaunched = () =>
  [...alive].reduce((total, { pid }) => total + (pid ? cpuOf(pid) : 0), 0);

/** Returns the first value passed to `listen`'s callback. Throws when the process ends before. */
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

/** Stops a process with a signal, and kills it after ten seconds. */
export async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  const impatience = setTimeout(() => child.kill('SIGKILL'), 10_000);
  await ended;
  clearTimeout(impatience);
}
