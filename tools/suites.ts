import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './kit/servers.ts';
import { run } from './run.ts';

/** Counts of passed and failed tests. */
export interface TestCount {
  passed: number;
  failed: number;
}

/** JSON report of Vitest or of Playwright. */
interface Report {
  numPassedTests?: number;
  numFailedTests?: number;
  stats?: { expected: number; unexpected: number };
}

interface Options {
  /** Files to run, and options of the program; all files without any. */
  args?: string[];
  env?: Record<string, string>;
}

/** Runs tests with their output shown; a crashed runner or an empty report counts as one failure. */
async function countTests(program: 'vitest' | 'playwright', { args = [], env = {} }: Options) {
  await using stack = new AsyncDisposableStack();
  const file = join(temporaryFolder(stack, 'tests'), 'report.json');
  const reporters =
    program === 'vitest'
      ? ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      : ['test', '--reporter=list,json'];
  const all = { ...env, PLAYWRIGHT_JSON_OUTPUT_FILE: file };
  const { ok } = await run(program, [...reporters, ...args], { show: true, env: all });
  let report: Report = {};
  try {
    report = JSON.parse(readFileSync(file, 'utf8')) as Report;
  } catch {
    console.error(`No test report of ${program}.`);
  }
  const { stats, numPassedTests = stats?.expected ?? 0 } = report;
  const { numFailedTests: failed = stats?.unexpected ?? 0 } = report;
  const isComplete = ok && numPassedTests + failed > 0;
  return { passed: numPassedTests, failed: isComplete ? failed : Math.max(1, failed) };
}

/** Runs the tests of units and of the API. */
export const runUnits = (options: Options = {}): Promise<TestCount> =>
  countTests('vitest', options);

/** Builds the product and runs the browser journeys on it. */
export async function runJourneys(options: Options = {}): Promise<TestCount> {
  const { ok } = await run('tools/build.ts', [], { show: true });
  return ok ? countTests('playwright', options) : { passed: 0, failed: 1 };
}
