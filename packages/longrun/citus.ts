/**
 * Runs the unit tests, and then the browser tests, on a Citus of a coordinator and two workers. `CITUS` names the
 * folder of a PostgreSQL with Citus.
 */
import { joinNodes } from '#tools/kit/databases.ts';
import { fail, figure, repetitions } from '#tools/kit/seed.ts';
import { throwaway } from '#tools/kit/servers.ts';
import { runJourneys, runUnits, type TestCount } from '#tools/suites.ts';
import { hasCitus, startNode } from './citus-nodes.ts';

/** Files and folders to run: all of them without `--only` and `--short`. */
const chosen = (process.env['LONGRUN_ONLY'] || undefined)?.split(',');
const few = repetitions(['src/server/product/transactions', 'e2e/main-journey.e2e.ts'], undefined);
/** One lasting connection from each session to each node, and no TLS between them: handshakes took most of two cores. */
const connections = {
  'citus.node_conninfo': 'sslmode=disable',
  'citus.max_adaptive_executor_pool_size': '1',
};
/** Maximum number of failed files that are run again: more of them have another cause. */
const mostRepeated = 10;
const kinds = {
  units: {
    test: runUnits,
    // Statements of several nodes take longer. The tutorials check documents, and run all checks several times.
    args: ['--testTimeout=60000', '--hookTimeout=180000', '--exclude=tools/tutorials/**'],
    alone: '--maxWorkers=1',
    folder: /^(src|tools)/,
    // Each database has connections of its own between the nodes, also while it ends.
    settings: { ...throwaway, ...connections, max_connections: '1000' },
  },
  journeys: {
    test: runJourneys,
    args: [],
    alone: '--workers=1',
    folder: /^e2e/,
    settings: connections,
  },
};

/**
 * Runs tests on a cluster of their own; fails unless all pass. Files with failures are run once more, alone: beside
 * other files, the three nodes leave so little of two cores that a statement can reach its time limit.
 */
async function runOnCluster(what: keyof typeof kinds): Promise<void> {
  const { test, args, alone, folder, settings } = kinds[what];
  const files = (chosen ?? few)?.filter((file) => folder.test(file));
  if (files?.length === 0) return;
  await using stack = new AsyncDisposableStack();
  const ports = [7_200, 7_201, 7_202];
  const nodes = await Promise.all(ports.map((port) => startNode(stack, port, settings)));
  await joinNodes(nodes.map(({ url }) => url));
  // As in `npm test`: short, and without the tests of long runs.
  const usual = { LONGRUN: '', LONGRUN_FIGURES: '', CITUS: '' };
  const env = { ...usual, DATABASE_URL: nodes[0]?.url ?? '', INSTANCES: '1' };
  const first = await test({ args: [...args, ...(files ?? [])], env });
  const report = ({ passed, failed }: TestCount) => `${passed} ${what} passed, ${failed} failed`;
  figure('citus', `coordinator and two workers: ${report(first)}`);
  if (first.failed === 0) return;
  if (first.files.length === 0 || first.files.length > mostRepeated) return fail(report(first));
  const again = await test({ args: [...args, alone, ...first.files], env });
  figure('citus', `once more, alone: ${first.files.join(', ')}: ${report(again)}`);
  if (again.failed > 0) fail(report(again));
}

if (!hasCitus) figure('citus', 'SKIPPED: CITUS does not name a PostgreSQL with Citus');
else for (const what of ['units', 'journeys'] as const) await runOnCluster(what);
process.exit();
