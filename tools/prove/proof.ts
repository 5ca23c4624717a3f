/** What every proof needs: how often, from which seed, and where its figure goes (`npm run prove`). */
import { appendFileSync } from 'node:fs';

/** How often something is tried: a few times in every test run, at length with `PROVE=all`. */
export const often = (usually: number, all: number) =>
  process.env['PROVE'] === 'all' ? all : usually;

/** What random choices of this run begin with; `SEED` repeats another run's. */
export const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000_000);

/** Says what a proof has shown, in one line: printed with the seed, and kept for the table at the end. */
export function figure(proof: string, shown: string): void {
  const line = `${proof}: ${shown} (SEED=${seed})`;
  process.stdout.write(`${line}\n`);
  const file = process.env['PROVE_FIGURES'];
  if (file) appendFileSync(file, `${line}\n`);
}
