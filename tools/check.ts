/** Runs every check that does not need the product to run (`npm run check`). */
import { readArguments } from '#server/platform/command-line.ts';
import { run } from './run.ts';

readArguments('npm run check', {});

type Step = {
  name: string;
  /** Completes "This step …", printed when it begins. */
  does: string;
  run: () => Promise<{ ok: boolean; output: string }>;
};

/** Writes the types of the tables, which the tree does not have. */
const tables = run('tools/db-types.ts');

/**
 * Compiles all projects incrementally. In a single thread: several type checkers repeat each other's work and
 * take twice the processor time, which the other lane needs.
 */
async function types(): Promise<{ ok: boolean; output: string }> {
  for (const generated of [await tables, await run('react-router', ['typegen'])])
    if (!generated.ok) return generated;
  const projects = ['tsconfig.server.json', 'tsconfig.web.json', 'e2e'];
  return run('tsc', ['--build', '--singleThreaded', '--pretty', ...projects]);
}

const steps: Step[] = [
  { name: 'types', does: 'compiles all projects', run: types },
  { name: 'lint', does: 'applies the rules of oxlint', run: () => run('oxlint') },
  {
    name: 'format',
    does: 'compares files with their format',
    run: () => run('oxfmt', ['--check']),
  },
  {
    name: 'unused',
    does: 'finds unused files, exports and packages',
    run: async () => ((await tables).ok ? run('knip') : tables),
  },
  { name: 'texts', does: 'compares the texts of all languages', run: () => run('tools/texts.ts') },
  {
    name: 'doctor',
    does: 'checks language, requirements and structure',
    run: () => run('tools/doctor.ts'),
  },
];

async function report({ name, does, run: start }: Step): Promise<boolean> {
  console.log(`...  ${name.padEnd(12)} ${does}`);
  const began = Date.now();
  const { ok, output } = await start();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${seconds.padStart(5)} s`);
  if (!ok) console.log(output.trim());
  return ok;
}

// Two at a time, the longest first, for a machine with two cores.
const waiting = steps.values();
async function lane() {
  let ok = true;
  for (const step of waiting) ok = (await report(step)) && ok;
  return ok;
}
const lanes = await Promise.all([lane(), lane()]);
process.exitCode = lanes.every(Boolean) ? 0 : 1;
