import { readFileSync } from 'node:fs';

/** Milliseconds of one tick in /proc: USER_HZ is 100 on every Linux that Node runs on. */
const tick = 10;

/** The numbers behind the name in /proc/<pid>/stat: the parent's id is number 1. */
function statOf(pid: number | string): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch (cause) {
    throw new Error(`Process ${pid} has ended (or this is not Linux)`, { cause });
  }
}

const sum = (fields: string[], from: number, to: number) =>
  fields.slice(from, to).reduce((total, field) => total + Number(field), 0) * tick;

/** The children that the first thread of a process has now: those of PostgreSQL, and Node's. */
const childrenOf = (pid: number) =>
  (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);

/** CPU time of a process so far, in ms: of its children as well, also of those that have ended. */
export function cpuOf(pid: number): number {
  const children = childrenOf(pid);
  const own = sum(statOf(pid), 11, 15);
  return children.reduce((total, child) => total + timeOf(child), own);
}

const timeOf = (child: number) => {
  try {
    return sum(statOf(child), 11, 13);
  } catch {
    // It ended while we looked: its parent has its time from now on.
    return 0;
  }
};

/**
 * CPU time of the whole machine so far that belongs to some process, in ms: with what it was denied
 * by its host, without interrupts, which are mostly the packets of our own load.
 */
export function cpuOfMachine(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + steal) * tick;
}

/** Memory of a process that is in RAM, in MiB. */
export const memoryOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024;

/**
 * Watches the memory of a process and of the children that it has now until it is disposed of; `peak`
 * is the largest seen, in MiB.
 */
export function watchMemory(pid: number): Disposable & { peak: () => number } {
  const family = [pid, ...childrenOf(pid)];
  const now = () => family.reduce((total, member) => total + memoryOf(member), 0);
  let peak = now();
  const look = () => (peak = Math.max(peak, now()));
  const timer = setInterval(look, 200);
  return { peak: look, [Symbol.dispose]: () => clearInterval(timer) };
}
