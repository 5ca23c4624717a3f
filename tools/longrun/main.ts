/**
 * Runs the long versions of tests that every test run contains in short (`npm run longrun -- [name…]`),
 * one after another, and prints their figures. `SEED=n` repeats a run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '#tools/kit/seed.ts';
import { run } from '#tools/run.ts';
import { runs } from './runs.ts';

const asked = process.argv.slice(2);
const unknown = asked.filter((name) => !(name in runs));
if (unknown.length > 0) {
  console.error(`Unknown: ${unknown.join(', ')}. Long runs:`);
  for (const [name, [shows]] of Object.entries(runs))
    console.error(`  ${name.padEnd(18)} ${shows}`);
  process.exit(2);
}

const folder = mkdtempSync(join(tmpdir(), 'pregao-longrun-'));
const file = join(folder, 'figures');
const options = { show: true, env: { LONGRUN: 'all', SEED: String(seed), LONGRUN_FIGURES: file } };

/** Runs test files, browser tests or a script. Without timeouts: it repeats much, each time quickly. */
const execute = (files: string[]) => {
  const [first = ''] = files;
  if (first.endsWith('.e2e.ts')) return run('playwright', ['test', ...files], options);
  if (!first.endsWith('.test.ts')) return run(first as `tools/${string}`, [], options);
  return run('vitest', ['run', '--testTimeout=0', '--hookTimeout=0', ...files], options);
};

const names = asked.length > 0 ? asked : Object.keys(runs);
const isBuilt = ({ 1: first = '' }: string[]) => !first.endsWith('.test.ts');
if (names.some((name) => isBuilt(runs[name] ?? []))) {
  const { ok, output } = await run('tools/build.ts');
  if (!ok) throw new Error(output);
}
const results: string[] = [];
for (const name of names) {
  const [shows = '', ...files] = runs[name] ?? [];
  console.log(`\n== ${name}: ${shows}`);
  const began = Date.now();
  const { ok } = await execute(files);
  if (!ok) process.exitCode = 1;
  const seconds = Math.round((Date.now() - began) / 1000);
  results.push(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(18)} ${seconds} s`);
}
const figures = readFileSync(file, { encoding: 'utf8', flag: 'a+' });
rmSync(folder, { recursive: true });
console.log(`\n${figures}\n${results.join('\n')}`);
