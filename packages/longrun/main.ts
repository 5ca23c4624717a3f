/**
 * Runs the long versions of tests, one after another, and prints their figures:
 *   npm run longrun -- [name…] [--short] [--only <text>]
 * `--short` repeats little, to try a run; `--only` chooses attacks of `overload`, test files of `citus` and `repeat`, and
 * what `mutants` and `sql-mutants` change. `SEED=n` repeats a run.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readArguments, refuseArguments } from '#server/platform/command-line.ts';
import { seed } from '#tools/kit/seed.ts';
import { temporaryFolder } from '#tools/kit/servers.ts';
import { run } from '#tools/run.ts';
import { runs } from './runs.ts';

const known = Object.entries(runs).map(([name, [shows]]) => `  ${name.padEnd(18)} ${shows}`);
const usage = `npm run longrun -- [name…] [--short] [--only <text>]\n${known.join('\n')}`;
const { values, positionals } = readArguments(
  usage,
  {
    short: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true, default: [''] },
  },
  known.length,
);
const unknown = positionals.filter((name) => !(name in runs));
if (unknown.length > 0) refuseArguments(usage, `Unknown runs: ${unknown.join(', ')}`);

await using stack = new AsyncDisposableStack();
const file = join(temporaryFolder(stack, 'longrun'), 'figures');
const env = {
  LONGRUN: values.short ? '' : 'all',
  LONGRUN_ONLY: values.only.join(','),
  LONGRUN_FIGURES: file,
  SEED: String(seed),
};

/** Runs a test file, a browser test or a script; returns true when it passes. */
async function execute(file: string): Promise<boolean> {
  const options = { show: true, env };
  // Without timeouts: it repeats much, each time quickly.
  const unlimited = ['run', '--testTimeout=0', '--hookTimeout=0', file];
  if (file.endsWith('.test.ts')) return (await run('vitest', unlimited, options)).ok;
  if (file.endsWith('.e2e.ts')) return (await run('playwright', ['test', file], options)).ok;
  return (await run(file as `packages/${string}`, [], options)).ok;
}

const names = positionals.length > 0 ? positionals : Object.keys(runs);
if (names.flatMap((name) => runs[name] ?? []).some((path) => /e2e\/|longrun\//.test(path))) {
  const { ok, output } = await run('tools/build.ts');
  if (!ok) throw new Error(output);
}
const results: string[] = [];
for (const name of names) {
  const [shows, ...files] = runs[name] ?? [''];
  console.log(`\n== ${name}: ${shows}`);
  const began = Date.now();
  let ok = true;
  for (const file of files) ok = (await execute(file)) && ok;
  if (!ok) process.exitCode = 1;
  const seconds = Math.round((Date.now() - began) / 1000);
  results.push(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(18)} ${seconds} s`);
}
console.log(`\n${readFileSync(file, { encoding: 'utf8', flag: 'a+' })}\n${results.join('\n')}`);
