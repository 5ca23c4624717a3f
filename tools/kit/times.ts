/** Collects the time that the processes of tests spend on starting products and databases. */
import { appendFileSync, readFileSync } from 'node:fs';

/** Names the file that collects it, in the environment of the tests. */
export const timesVariable = 'TEST_TIMES';

/** Number and duration of starts of one kind. */
export type Starts = {
  count: number;
  seconds: number;
};

/** Does the work, and notes how long it took when a run collects it; returns its result. */
export async function timed<T>(kind: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now();
  try {
    return await work();
  } finally {
    const file = process.env[timesVariable];
    if (file) appendFileSync(file, `${JSON.stringify([kind, performance.now() - began])}\n`);
  }
}

/** Sums up what was noted in a file, by kind. */
export function readStarts(file: string): Record<string, Starts> {
  const starts: Record<string, Starts> = {};
  for (const line of readFileSync(file, { encoding: 'utf8', flag: 'a+' }).split('\n')) {
    if (line === '') continue;
    const [kind, milliseconds] = JSON.parse(line) as [string, number];
    const sum = (starts[kind] ??= { count: 0, seconds: 0 });
    sum.count += 1;
    sum.seconds += milliseconds / 1000;
  }
  return starts;
}
