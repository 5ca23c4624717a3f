/** Repetitions, seed and report of tests that have a long version (`npm run longrun`). */
import { appendFileSync } from 'node:fs';

/** Returns the number of repetitions: few in a test run, all with `LONGRUN=all`. */
export const repetitions = (few: number, all: number) =>
  process.env['LONGRUN'] === 'all' ? all : few;

/** Seed of this run's random choices; `SEED` repeats another run's. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);

/** Returns a generator of numbers from 0 to 1, reproducible by its seed (mulberry32). */
export const randomFrom = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
};

/** Prints a result in one line with the seed, and keeps it for the final table of `npm run longrun`. */
export function figure(name: string, result: string): void {
  const line = `${name}: ${result} (SEED=${seed})`;
  process.stdout.write(`${line}\n`);
  const file = process.env['LONGRUN_FIGURES'];
  if (file) appendFileSync(file, `${line}\n`);
}
