/** Shared settings of all proofs: repetitions, seed and report (`npm run prove`). */
import { appendFileSync } from 'node:fs';

/** Returns the number of repetitions: few in a test run, all with `PROVE=all`. */
export const often = (usually: number, all: number) =>
  process.env['PROVE'] === 'all' ? all : usually;

/** Seed of this run's random choices; `SEED` repeats another run's. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);

/** Reports the result of a proof in one line: printed with the seed, and kept for the final table. */
export function figure(proof: string, shown: string): void {
  const line = `${proof}: ${shown} (SEED=${seed})`;
  process.stdout.write(`${line}\n`);
  const file = process.env['PROVE_FIGURES'];
  if (file) appendFileSync(file, `${line}\n`);
}
