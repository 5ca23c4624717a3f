/**
 * Runs the long versions of tests that every test run contains in short, one after another, and prints
 * their figures: `npm run longrun -- [name…] [--option of a script]`. `SEED=n` repeats a run.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { seed } from '#tools/kit/seed.ts';
import { run } from '#tools/run.ts';
import { runs } from './runs.ts';

const given = process.argv.slice(2);
const firstOption = given.findIndex((word) => word.startsWith('--'));
const [asked, scriptOptions] =
  firstOption < 0 ? [given, []] : [given.slice(0, firstOption), given.slice(firstOption)];
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
  if (first.startsWith('tools/longrun/')) {
    return run(first as `tools/${string}`, scriptOptions, options);
  }
  return run('vitest', ['run', '--testTimeout=0', '--hookTimeout=0', ...files], options);
};

const names = asked.length > 0 ? asked : Object.keys(runs);
if (names.some((name) => /e2e\/|longrun\//.test(runs[name]?.[1] ?? ''))) {
  const { ok, output } = await run('tools/build.ts');
  if (!ok) throw new Error(output);
}
const results: string[] = [];
for (const name of names) {
  const [shows, ...files] = runs[name] ?? [''];
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
