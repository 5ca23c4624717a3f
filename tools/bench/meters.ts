import { readFileSync } from 'node:fs';

/** Milliseconds of one tick in /proc: USER_HZ is 100 on every Linux that Node runs on. */
const tick = 10;

/** Returns the fields after the name in /proc/<pid>/stat; field 1 is the parent's id. */
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

/** Returns the current children of a process's main thread, which forks PostgreSQL's and Node's. */
const childrenOf = (pid: number) =>
  (readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').match(/\d+/g) ?? []).map(Number);

/** Returns the CPU time of a process in ms, including children that run or have ended. */
export function cpuOf(pid: number): number {
  const children = childrenOf(pid);
  const own = sum(statOf(pid), 11, 15);
  return children.reduce((total, child) => total + timeOf(child), own);
}

const timeOf = (child: number) => {
  try {
    return sum(statOf(child), 11, 13);
  } catch {
    // The process has ended: its time is counted for its parent.
    return 0;
  }
};

/**
 * Returns the CPU time in ms that processes used on the whole machine, including time stolen by the
 * host; without interrupts, which are mostly network packets of this load.
 */
export function cpuOfMachine(): number {
  const [line = ''] = readFileSync('/proc/stat', 'utf8').split('\n', 1);
  const [user = 0, nice = 0, system = 0, , , , , steal = 0] = line
    .split(/\s+/)
    .slice(1)
    .map(Number);
  return (user + nice + system + steal) * tick;
}

/** Returns the resident memory of a process in MiB. */
export const memoryOf = (pid: number) =>
  Number(readFileSync(`/proc/${pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)?.[1]) / 1024;

/**
 * Samples the memory of a process and its current children until disposed; `peak` returns the maximum in
 * MiB.
 */
export function watchMemory(pid: number): Disposable & { peak: () => number } {
  const family = [pid, ...childrenOf(pid)];
  const now = () => family.reduce((total, member) => total + memoryOf(member), 0);
  let peak = now();
  const look = () => (peak = Math.max(peak, now()));
  const timer = setInterval(look, 200);
  return { peak: look, [Symbol.dispose]: () => clearInterval(timer) };
}
