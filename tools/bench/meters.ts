import { readdirSync, readFileSync } from 'node:fs';

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

/** CPU time of a process so far, in ms. */
export const cpuOf = (pid: number) => sum(statOf(pid), 11, 13);

/** CPU time of a server and all its children so far, in ms: those that have ended, too. */
export function cpuOfTree(pid: number): number {
  let total = sum(statOf(pid), 11, 15);
  for (const other of readdirSync('/proc')) {
    if (!/^\d+$/.test(other)) continue;
    try {
      const fields = statOf(other);
      if (Number(fields[1]) === pid) total += sum(fields, 11, 13);
    } catch {
      // It ended while we looked: its parent has its time now.
    }
  }
  return total;
}

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

/** Watches the memory of a process until it is disposed of; `peak` is the largest seen, in MiB. */
export function watchMemory(pid: number): Disposable & { peak: () => number } {
  let peak = memoryOf(pid);
  const look = () => (peak = Math.max(peak, memoryOf(pid)));
  const timer = setInterval(look, 200);
  return { peak: look, [Symbol.dispose]: () => clearInterval(timer) };
}
