import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { chooseAccount } from '#server/platform/database/lifecycle/embedded/account.ts';
import {
  createCluster,
  ownerRole,
  startPostgres,
} from '#server/platform/database/lifecycle/embedded/postmaster.ts';
import { stop } from '#tools/kit/processes.ts';
import { temporaryFolder } from '#tools/kit/servers.ts';

/** Folder of a PostgreSQL with Citus that has `bin/initdb`, such as /usr/lib/postgresql/15. */
const binaries = process.env['CITUS'] ?? '';
export const hasCitus = existsSync(join(binaries, 'bin/initdb'));

/** Settings of every node. */
const usual = {
  shared_preload_libraries: 'citus',
  wal_level: 'logical',
  max_connections: '400',
  max_prepared_transactions: '800',
  // A daemon of Citus for each test database.
  max_worker_processes: '200',
  jit: 'off',
  timezone: 'UTC',
  listen_addresses: 'localhost',
  // As few as possible: each is a table to create and to copy.
  'citus.shard_count': '4',
};

/** Starts a PostgreSQL with Citus on a port, with a database; killed with the stack. */
export async function startNode(
  stack: AsyncDisposableStack,
  port: number,
  settings: Record<string, string> = {},
) {
  const socketDir = temporaryFolder(stack, `citus-${port}`);
  const node = {
    account: chooseAccount(binaries, socketDir),
    socketDir,
    path: join(socketDir, 'cluster'),
    logFile: join(socketDir, 'postgres.log'),
    settings: { ...usual, port: `${port}`, unix_socket_directories: socketDir, ...settings },
    locale: ['--locale=C.UTF-8'],
  };
  createCluster(node);
  let child = await startPostgres(node);
  stack.defer(() => void stop(child, 'SIGKILL'));
  return {
    url: `postgres://${ownerRole}@localhost:${port}/${ownerRole}`,
    kill: () => stop(child, 'SIGKILL'),
    start: async () => void (child = await startPostgres(node)),
  };
}
