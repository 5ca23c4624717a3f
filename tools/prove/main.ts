/**
 * Runs the long versions of proofs that every test run contains in short (`npm run prove -- [name…]`),
 * one after another, and prints their figures. `SEED=n` repeats a run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '#tools/run.ts';
import { seed } from './proof.ts';
import { proofs, type Proof } from './proofs.ts';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0) {
  console.error(`No proof is named ${unknown.join(', ')}. There are:`);
  for (const { name, shows } of proofs) console.error(`  ${name.padEnd(14)} ${shows}`);
  process.exit(2);
}

const reports = mkdtempSync(join(tmpdir(), 'pregao-proofs-'));
const figuresFile = join(reports, 'figures');
const env = { PROVE: 'all', SEED: String(seed), PROVE_FIGURES: figuresFile };

const commandOf = (proof: Proof) =>
  'script' in proof
    ? ([proof.script, proof.args ?? []] as const)
    : 'journeys' in proof
      ? (['playwright', ['test', ...proof.journeys]] as const)
      : // No timeout: a long proof has many repetitions rather than slow ones.
        (['vitest', ['run', '--testTimeout=0', '--hookTimeout=0', ...proof.tests]] as const);

const results: string[] = [];
for (const proof of proofs.filter(({ name }) => asked.length === 0 || asked.includes(name))) {
  console.log(`\n== ${proof.name}: ${proof.shows}`);
  const [command, args] = commandOf(proof);
  const began = Date.now();
  const { ok } = await run(command, [...args], { show: true, env });
  if (!ok) process.exitCode = 1;
  const seconds = Math.round((Date.now() - began) / 1000);
  results.push(`${ok ? 'ok  ' : 'FAIL'} ${proof.name.padEnd(14)} ${seconds} s`);
}

let figures = '';
try {
  figures = readFileSync(figuresFile, 'utf8');
} catch {
  // No requested proof has a figure.
}
rmSync(reports, { recursive: true });
console.log(`\n${figures}\n${results.join('\n')}`);
