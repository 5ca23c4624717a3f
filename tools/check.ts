/** Runs every check that does not need the product to run (`npm run check`). */
import { run } from './run.ts';

interface Step {
  name: string;
  run: () => Promise<{ ok: boolean; output: string }>;
}

/**
 * Compiles all projects incrementally. In a single thread: several type checkers repeat each other's work and
 * take twice the processor time, which the other lane needs.
 */
async function types(): Promise<{ ok: boolean; output: string }> {
  const generated = await run('react-router', ['typegen']);
  if (!generated.ok) return generated;
  const projects = ['tsconfig.server.json', 'tsconfig.web.json', 'e2e'];
  return run('tsc', ['--build', '--singleThreaded', '--pretty', ...projects]);
}

const steps: Step[] = [
  { name: 'types', run: types },
  { name: 'tables', run: () => run('tools/db-types.ts', ['--check']) },
  { name: 'lint', run: () => run('oxlint') },
  { name: 'format', run: () => run('oxfmt', ['--check']) },
  { name: 'unused', run: () => run('knip') },
  { name: 'texts', run: () => run('tools/texts.ts') },
  { name: 'access', run: () => run('tools/access.ts', ['--check']) },
  { name: 'api', run: () => run('tools/api/main.ts', ['--check']) },
  { name: 'doctor', run: () => run('tools/doctor.ts') },
];

async function report({ name, run: start }: Step): Promise<boolean> {
  const began = Date.now();
  const { ok, output } = await start();
  const seconds = ((Date.now() - began) / 1000).toFixed(1);
  console.log(`${ok ? 'ok  ' : 'FAIL'} ${name.padEnd(12)} ${seconds.padStart(5)} s`);
  if (!ok) console.log(output.trim());
  return ok;
}

// Two at a time, the longest first, for a machine with two cores.
const waiting = steps.values();
const lane = async () => {
  let ok = true;
  for (const step of waiting) ok = (await report(step)) && ok;
  return ok;
};
const lanes = await Promise.all([lane(), lane()]);
process.exitCode = lanes.every(Boolean) ? 0 : 1;
