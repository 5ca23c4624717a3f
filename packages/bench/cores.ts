import { execFileSync } from 'node:child_process';
import { childProcessesOf } from '#tools/kit/processes.ts';

/** Cores of each part of the comparison of two processes with one, as `taskset` names them. */
type CoreShares = { load: string; product: string; database: string };

/** Cores below which two processes, PostgreSQL and the load cannot have separate ones. */
export const coresNeeded = 5;

/** Returns separate cores for the load, two processes and PostgreSQL, which has the rest; null if there are too few. */
export const shareCores = (cores: number): CoreShares | null =>
  cores < coresNeeded ? null : { load: '0', product: '1,2', database: `3-${cores - 1}` };

/** Moves processes with their children to cores, and those that they start later. */
export function pinTo(cores: string, ...pids: number[]): void {
  for (const pid of pids.flatMap((parent) => [parent, ...childProcessesOf(parent)])) {
    execFileSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)]);
  }
}
