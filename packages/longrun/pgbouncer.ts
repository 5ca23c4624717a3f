/**
 * Runs the tests with every test's database behind PgBouncer (1.21 or newer) in transaction mode and two
 * instances of each product, which receive requests in turn: with named statements, and without. Then the
 * browser tests, before two complete instances behind a load balancer. `PGBOUNCER` names the program.
 */
import { spawn, spawnSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAccount, chownTo } from '#server/platform/database/lifecycle/embedded/account.ts';
import { locateBinaries } from '#server/platform/database/lifecycle/embedded/binaries.ts';
import { accepting } from '#tools/kit/databases.ts';
import { stop } from '#tools/kit/processes.ts';
import { fail, figure, repetitions } from '#tools/kit/seed.ts';
import { startDatabaseServer, temporaryFolder, throwaway } from '#tools/kit/servers.ts';
import { runJourneys, runUnits } from '#tools/suites.ts';

const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
// Distributions install it in a folder for system programs.
const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
const port = 6432;

/**
 * Starts PgBouncer in front of an embedded PostgreSQL and returns its connection string: few connections
 * for each role of each database, lent for one transaction at a time. Closed with the stack.
 */
async function startPgBouncer(stack: AsyncDisposableStack, ownerUrl: string, statements: number) {
  const folder = realpathSync(temporaryFolder(stack, 'pgbouncer'));
  const url = new URL(ownerUrl);
  const settings = {
    listen_port: port,
    unix_socket_dir: folder,
    pool_mode: 'transaction',
    auth_type: 'trust',
    auth_file: join(folder, 'users'),
    max_client_conn: 4_000,
    default_pool_size: 4,
    query_wait_timeout: 15,
    // Test databases are short-lived.
    server_idle_timeout: 5,
    autodb_idle_timeout: 10,
    max_prepared_statements: statements,
  };
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
  const databases = `* = host=${url.searchParams.get('host')} auth_user=${url.username}`;
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, ['[databases]', databases, '[pgbouncer]', ...lines].join('\n'));
  writeFileSync(settings.auth_file, '');
  // Like PostgreSQL it refuses to run as root, and it must reach PostgreSQL's socket.
  const account = chooseAccount(locateBinaries(), folder);
  chownTo(account, folder);
  const { uid, gid } = account;
  const [command = '', ...args] = [...account.prefix, program, '-q', file];
  const child = spawn(command, args, { env, uid, gid, stdio: 'inherit' });
  stack.defer(() => void stop(child, 'SIGKILL'));
  url.searchParams.set('host', folder);
  url.port = String(port);
  await accepting(url.href, () => child.exitCode !== null);
  return url.href;
}

const kinds = {
  units: {
    settings: throwaway,
    test: runUnits,
    // Twice as many processes as usual need longer timeouts.
    args: ['--testTimeout=120000', ...repetitions(['src/server/product/transactions'], [])],
  },
  journeys: {
    settings: { max_connections: '400' },
    test: runJourneys,
    args: repetitions(['e2e/main-journey.e2e.ts'], []),
  },
};

/** Runs tests on a PostgreSQL of their own behind PgBouncer; fails unless all pass. */
async function runBehind(what: keyof typeof kinds, statements: number): Promise<void> {
  await using stack = new AsyncDisposableStack();
  const { settings, test, args } = kinds[what];
  const { DATABASE_URL: ownerUrl } = (await startDatabaseServer(stack, settings)).settings;
  const env = {
    DATABASE_URL: await startPgBouncer(stack, ownerUrl, statements),
    DATABASE_DIRECT_URL: ownerUrl,
    DATABASE_PREPARE: String(statements > 0),
    INSTANCES: '2',
  };
  const { passed, failed } = await test({ args, env });
  const way = statements > 0 ? 'named statements' : 'no named statements';
  const result = `${passed} ${what} passed, ${failed} failed`;
  figure('pgbouncer', `two instances through PgBouncer ${version}, ${way}: ${result}`);
  if (failed > 0) fail(result);
}

const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8', env });
const [, version] = /PgBouncer (\S+)/.exec(stdout ?? '') ?? [];
if (error || !version) {
  figure('pgbouncer', 'SKIPPED: PgBouncer is not installed (PGBOUNCER names it)');
} else {
  for (const statements of [200, 0]) await runBehind('units', statements);
  await runBehind('journeys', 200);
}
process.exit();
