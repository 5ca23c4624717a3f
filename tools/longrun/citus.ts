/**
 * Runs the unit tests on a Citus of a coordinator and two workers. `CITUS` names the folder of a PostgreSQL with
 * Citus that has `bin/initdb`, such as /usr/lib/postgresql/15.
 */
import { spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { chooseAccount } from '#server/database/lifecycle/embedded/account.ts';
import { stop } from '#tools/kit/processes.ts';
import { fail, figure, repetitions } from '#tools/kit/seed.ts';
import { accepting, temporaryFolder } from '#tools/kit/servers.ts';
import { runUnits } from '#tools/suites.ts';

const native = process.env['CITUS'] ?? '';
const ports = [7_200, 7_201, 7_202];
const owner = 'pregao';
/** Files and folders to run: all of them without `--only` and `--short`. */
const chosen =
  (process.env['LONGRUN_ONLY'] || undefined)?.split(',') ??
  repetitions(['src/server/transactions'], []);
const settings = {
  shared_preload_libraries: 'citus',
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  wal_level: 'logical',
  max_connections: '400',
  max_prepared_transactions: '800',
  // A daemon of Citus for each test database.
  max_worker_processes: '200',
  jit: 'off',
  timezone: 'UTC',
  // As few as possible: each is a table to create and to copy.
  'citus.shard_count': '4',
};

/** Starts a node with the extension in its database `postgres`; killed with the stack. */
async function startNode(stack: AsyncDisposableStack, port: number): Promise<string> {
  const folder = temporaryFolder(stack, `citus-${port}`);
  const account = chooseAccount(native, folder);
  const { uid, gid, prefix } = account;
  const path = join(folder, 'cluster');
  const options = {
    uid,
    gid,
    cwd: '/',
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
  };
  const program = (name: string) => [...prefix, join(account.native, 'bin', name), '-D', path];
  const [initdb = '', ...flags] = program('initdb');
  const more = ['-U', owner, '-A', 'trust', '-E', 'UTF8', '--locale=C.UTF-8'];
  const { status, stderr } = spawnSync(initdb, [...flags, ...more], {
    ...options,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`initdb failed: ${stderr}`);
  const own = { ...settings, port, listen_addresses: 'localhost', unix_socket_directories: folder };
  const [postgres = '', ...args] = program('postgres');
  for (const [name, value] of Object.entries(own)) args.push('-c', `${name}=${value}`);
  const child = spawn(postgres, args, { ...options, stdio: 'ignore' });
  stack.defer(() => void stop(child, 'SIGKILL'));
  const url = `postgres://${owner}@localhost:${port}/postgres`;
  await accepting(url, () => child.exitCode !== null);
  await query(url, 'create extension citus');
  return url;
}

async function query(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(sql).finally(() => client.end());
}

if (!existsSync(join(native, 'bin/initdb'))) {
  figure('citus', 'SKIPPED: CITUS does not name a PostgreSQL with Citus');
} else {
  await using stack = new AsyncDisposableStack();
  const [coordinator = '', ...workers] = await Promise.all(
    ports.map((port) => startNode(stack, port)),
  );
  await query(coordinator, `select citus_set_coordinator_host('localhost', ${ports[0]})`);
  for (const worker of workers) {
    await query(coordinator, `select citus_add_node('localhost', ${new URL(worker).port})`);
  }
  const { passed, failed } = await runUnits({
    // Statements of several nodes take longer.
    args: ['--testTimeout=60000', ...chosen],
    env: { DATABASE_URL: coordinator },
  });
  const result = `${passed} units passed, ${failed} failed`;
  figure('citus', `coordinator and two workers: ${result}`);
  if (failed > 0) fail(result);
}
process.exit();
