/**
 * Runs the tests with every test's database behind PgBouncer in transaction mode and two instances of
 * each product, which receive requests in turn: with named statements where it supports them, and
 * without. Then the journeys, in a browser before two complete instances behind a proxy. `PGBOUNCER`
 * names the program.
 *
 *   --only units|journeys   one of both
 *   <files>                 only these tests
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbedded } from '#server/database/lifecycle/embedded.ts';
import { startThrowaway } from '#server/database/lifecycle/throwaway.ts';
import { figure } from '#tools/kit/seed.ts';
import { run } from '#tools/run.ts';
import { findPgBouncer, startPgBouncer } from './pooler.ts';

const { values, positionals } = parseArgs({
  options: { only: { type: 'string' } },
  allowPositionals: true,
});

interface Way {
  statements: number;
  said: string;
}

const named: Way = { statements: 200, said: 'named statements' };
const nameless: Way = { statements: 0, said: 'no named statements' };

type What = 'units' | 'journeys';

/** Runs tests on a PostgreSQL of their own behind PgBouncer. */
async function tryAll(what: What, { statements }: Way, file: string): Promise<boolean> {
  await using stack = new AsyncDisposableStack();
  const { ownerUrl, stop } = await (what === 'units' ? startThrowaway() : startDurable(stack));
  stack.defer(stop);
  const env = {
    DATABASE_URL: await startPgBouncer(stack, { ownerUrl, statements }),
    DATABASE_DIRECT_URL: ownerUrl,
    DATABASE_PREPARE: String(statements > 0),
    INSTANCES: '2',
    PLAYWRIGHT_JSON_OUTPUT_FILE: file,
  };
  const { ok } = await (what === 'units'
    ? run('vitest', ['run', ...reporters, `--outputFile.json=${file}`, ...positionals], {
        show: true,
        env,
      })
    : run('playwright', ['test', '--reporter=list,json', ...positionals], { show: true, env }));
  return ok;
}

// Twice as many processes as usual need longer timeouts.
const reporters = ['--reporter=default', '--reporter=json', '--testTimeout=120000'];

/** Starts a durable PostgreSQL, because the complete product refuses one that may lose commits. */
async function startDurable(stack: AsyncDisposableStack) {
  const dataDir = mkdtempSync(join(tmpdir(), 'pregao-proof-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true }));
  return startEmbedded({ dataDir, settings: { max_connections: '400' } });
}

/** Reads the counts of a report; a missing report is a failure. */
function counted(file: string): { passed: number; failed: number } {
  const report = JSON.parse(readFileSync(file, 'utf8')) as Record<string, number> & {
    stats?: { expected: number; unexpected: number };
  };
  const { stats, numPassedTests = 0, numFailedTests = 0 } = report;
  if (stats) return { passed: stats.expected, failed: stats.unexpected };
  return { passed: numPassedTests, failed: numFailedTests };
}

async function prove(what: What, way: Way, version: string): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'pregao-proof-'));
  const file = join(folder, 'report.json');
  try {
    const ok = await tryAll(what, way, file);
    const { passed, failed } = counted(file);
    const said = `${passed} ${what} passed, ${failed} failed`;
    figure('pgbouncer', `two instances through PgBouncer ${version}, ${way.said}: ${said}`);
    return ok && passed > 0;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

const pgbouncer = findPgBouncer();
if (!pgbouncer) {
  figure('pgbouncer', 'SKIPPED, not proved: PgBouncer is not installed (PGBOUNCER names it)');
  process.exit(0);
}
const { version, keepsStatements } = pgbouncer;
const results: boolean[] = [];
if (values.only !== 'journeys') {
  for (const way of keepsStatements ? [named, nameless] : [nameless]) {
    results.push(await prove('units', way, version));
  }
}
if (values.only !== 'units') {
  const { ok, output } = await run('tools/build.ts');
  if (!ok) throw new Error(output);
  results.push(await prove('journeys', keepsStatements ? named : nameless, version));
}
process.exit(results.every(Boolean) ? 0 : 1);
