/** Repetitions, seed and report of tests that have a long version (`npm run longrun`). */
import { appendFileSync } from 'node:fs';

/** Returns the first value in a test run and a short long run, the second with `LONGRUN=all`. */
export const repetitions = <T>(few: T, all: T): T => (process.env['LONGRUN'] === 'all' ? all : few);

/** Seed of this run's random choices; `SEED` repeats another run's. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);

/** Returns a generator of numbers from 0 to 1, reproducible by its seed (mulberry32). */
export function randomFrom(seed: number) {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** Prints a result in one line with the seed, and keeps it for the final table of `npm run longrun`. */
export function figure(name: string, result: string): void {
  const line = `${name}: ${result} (SEED=${seed})`;
  process.stdout.write(`${line}\n`);
  const file = process.env['LONGRUN_FIGURES'];
  if (file) appendFileSync(file, `${line}\n`);
}

/** Prints a problem of a script and lets it fail when it ends. */
export function fail(problem: string): void {
  process.stderr.write(`  ${problem}\n`);
  process.exitCode = 1;
}

/** Returns true for the parts of a long run that `--only <text>` names: all of them without it. */
export const isWanted = (name: string) =>
  (process.env['LONGRUN_ONLY'] ?? '').split(',').some((text) => name.includes(text));
