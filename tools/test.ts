/** Runs every test: units and API with Vitest, then browser journeys on a production build. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.ts';

interface Count {
  passed: number;
  failed: number;
}

const reports = mkdtempSync(join(tmpdir(), 'pregao-tests-'));

/** Reads a report; a crashed runner or an empty report counts as one failure. */
function count<Report>(file: string, ok: boolean, read: (report: Report) => Count): Count {
  let result: Count = { passed: 0, failed: 0 };
  try {
    result = read(JSON.parse(readFileSync(file, 'utf8')) as Report);
  } catch {
    console.error(`No test report in ${file}.`);
  }
  const ran = result.passed + result.failed > 0;
  if (!ran) console.error('No test ran.');
  return ok && ran ? result : { ...result, failed: Math.max(1, result.failed) };
}

async function units(): Promise<Count> {
  const file = join(reports, 'vitest.json');
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const { ok } = await run('vitest', args, { show: true });
  return count(file, ok, (report: { numPassedTests: number; numFailedTests: number }) => ({
    passed: report.numPassedTests,
    failed: report.numFailedTests,
  }));
}

async function journeys(): Promise<Count> {
  const { ok: built } = await run('tools/build.ts', [], { show: true });
  if (!built) return { passed: 0, failed: 1 };
  const file = join(reports, 'playwright.json');
  const { ok } = await run('playwright', ['test', '--reporter=list,json'], {
    show: true,
    env: { PLAYWRIGHT_JSON_OUTPUT_FILE: file },
  });
  return count(file, ok, (report: { stats: { expected: number; unexpected: number } }) => ({
    passed: report.stats.expected,
    failed: report.stats.unexpected,
  }));
}

const counts = [await units(), await journeys()];
rmSync(reports, { recursive: true });
const total = (key: keyof Count) => counts.reduce((sum, each) => sum + each[key], 0);
process.exitCode = total('failed') > 0 ? 1 : 0;
console.log(`\n${total('passed')} passed, ${total('failed')} failed`);
