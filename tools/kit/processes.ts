import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { root } from '#tools/files.ts';

/** Module preloaded into every child process, which exits when its parent is gone. */
const exitWithParent = `data:text/javascript,process.on('disconnect', () => process.exit(1))`;
/** Compile cache that the product uses as well; it speeds up repeated starts. */
const compiled = join(root, 'node_modules/.cache/pregao');

const running = new Set<ChildProcess>();

/** Server in a process of its own. */
export type ServerProcess = {
  child: ChildProcess;
  pid: number;
  origin: string;
};

/**
 * Starts a server that prints `ready at <origin>` like `npm start`: with this Node.js and without the caller's
 * settings; killed with the stack. Throws if it ends before.
 */
export async function startProcess(
  stack: AsyncDisposableStack,
  script: string | URL,
  { args = [], settings = {} }: { args?: string[]; settings?: Record<string, string> },
): Promise<ServerProcess> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_OPTIONS = '' } = process.env;
  const child = fork(script, args, {
    // Passes the arguments that the product needs.
    execPath: join(root, 'tools/node'),
    execArgv: ['--import', exitWithParent],
    env: { PATH, HOME, TMPDIR, NODE_OPTIONS, NODE_COMPILE_CACHE: compiled, ...settings },
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  running.add(child);
  child.once('exit', () => running.delete(child));
  // A process that is killed writes no profile.
  const signal = NODE_OPTIONS.includes('--cpu-prof') ? 'SIGTERM' : 'SIGKILL';
  stack.defer(async () => void (await stop(child, signal)));
  const origin = await new Promise<string>((resolve, reject) => {
    child.once('exit', () => reject(new Error(`${String(script)} exited before it was ready`)));
    // Keeps reading afterwards, so that the log never blocks the process.
    createInterface(child.stdout as NodeJS.ReadableStream).on('line', (line) => {
      const [, address] = /ready at (http:\S+)/.exec(line) ?? [];
      // Avoids a DNS lookup that tries IPv6 first.
      if (address) resolve(address.replace('localhost', '127.0.0.1'));
    });
  });
  return { child, origin, pid: child.pid ?? 0 };
}

/** Stops a process with a signal, and kills it after a minute; returns its exit code. */
export async function stop(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL' = 'SIGTERM') {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = once(child, 'exit');
    child.kill(signal);
    const late = setTimeout(() => child.kill('SIGKILL'), 60_000);
    await ended;
    clearTimeout(late);
  }
  return child.exitCode;
}

/** Milliseconds of one tick in /proc: USER_HZ is 100 on every Linux that Node runs on. */
const tick = 10;

const sum = (fields: string[], from: number, to: number) =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0) * tick;

/** Returns the fields after the name in /proc/<pid>/stat; field 1 is the parent's id. */
function statOf(pid: number) {
  const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
  return text.slice(text.lastIndexOf(')') + 2).split(' ');
}

/** Returns the current children of a process's main thread, which forks PostgreSQL's and Node's. */
export const childProcessesOf = (pid: number) =>
  (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);

/** Returns the CPU time of a process in ms, including children that run or have ended. Linux only. */
export function cpuOf(pid: number): number {
  const ofChild = (child: number) => {
    try {
      return sum(statOf(child), 11, 13);
    } catch {
      // The child has ended: its time is counted for its parent.
      return 0;
    }
  };
  const children = childProcessesOf(pid);
  return children.reduce((total, child) => total + ofChild(child), sum(statOf(pid), 11, 15));
}

/** Returns the CPU time in ms of all launched processes that still run. */
export const cpuOfLaunched = () =>
  [...running].reduce((total, { pid }) => total + (pid ? cpuOf(pid) : 0), 0);

/**
 * Returns the CPU time in ms that processes used on the whole machine, including time stolen by the
 * host; without interrupts, which are mostly network packets of this load.
 */
export function cpuOfMachine(): number {
  const fields = readFileSync('/proc/stat', 'utf8').split('\n', 1)[0]?.split(/\s+/) ?? [];
  return sum(fields, 1, 4) + sum(fields, 8, 9);
}

function readMemory(pid: number, name: 'VmRSS' | 'VmHWM') {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(status.match(new RegExp(`${name}:\\s+(\\d+)`))?.[1]) / 1024;
}

/** Returns the resident memory of a process in MiB. */
export const memoryOf = (pid: number) => readMemory(pid, 'VmRSS');

/** Returns the most resident memory that a process had since its start, in MiB; it never falls. */
export const peakMemoryOf = (pid: number) => readMemory(pid, 'VmHWM');

/** Samples the memory of a process and its children until disposed; `peak` returns the maximum in MiB. */
export function watchMemory(pid: number): Disposable & { peak: () => number } {
  const pids = [pid, ...childProcessesOf(pid)];
  let peak = 0;
  const sample = () =>
    (peak = Math.max(
      peak,
      pids.reduce((total, member) => total + memoryOf(member), 0),
    ));
  sample();
  const timer = setInterval(sample, 200);
  return { peak: sample, [Symbol.dispose]: () => clearInterval(timer) };
}
