/** Runs PgBouncer in transaction mode, as it is used in front of a database in production. */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { chooseAccount, chownTo } from '#server/database/lifecycle/embedded/account.ts';
import { locateBinaries } from '#server/database/lifecycle/embedded/binaries.ts';

const program = process.env['PGBOUNCER'] ?? 'pgbouncer';
// Distributions install it in a folder for system programs.
const env = { PATH: `${process.env['PATH']}:/usr/sbin` };
const port = 6432;

/** Returns the PgBouncer of this machine; null without one. `PGBOUNCER` names another. */
export function findPgBouncer(): { version: string; keepsStatements: boolean } | null {
  const { stdout, error } = spawnSync(program, ['--version'], { encoding: 'utf8', env });
  const [, version, major = '', minor = ''] =
    /PgBouncer ((\d+)\.(\d+)\S*)/.exec(stdout ?? '') ?? [];
  if (error || !version) return null;
  return { version, keepsStatements: Number(major) > 1 || Number(minor) >= 21 };
}

interface Wanted {
  /** Connection string of the embedded PostgreSQL's owner. */
  ownerUrl: string;
  /** Number of named statements per connection; 0 for none. */
  statements: number;
}

/**
 * Starts PgBouncer and returns its connection string: few connections for each role of each database,
 * lent for one transaction at a time. Closed with the stack.
 */
export async function startPgBouncer(
  stack: AsyncDisposableStack,
  { ownerUrl, statements }: Wanted,
): Promise<string> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'pregao-pgbouncer-')));
  stack.defer(() => rmSync(folder, { recursive: true, force: true }));
  const url = new URL(ownerUrl);
  const settings = [
    '[databases]',
    `* = host=${url.searchParams.get('host')} auth_user=${url.username}`,
    '[pgbouncer]',
    ...Object.entries(settingsOf(folder)).map(([name, value]) => `${name} = ${value}`),
    ...(statements > 0 ? [`max_prepared_statements = ${statements}`] : []),
  ];
  writeFileSync(join(folder, 'pgbouncer.ini'), settings.join('\n'));
  writeFileSync(join(folder, 'users'), '');
  // Like PostgreSQL it refuses to run as root, and it must reach PostgreSQL's socket.
  const account = chooseAccount(locateBinaries(), folder);
  chownTo(account, folder);
  const [command = '', ...rest] = [...account.prefix, program, '-q', join(folder, 'pgbouncer.ini')];
  const options: SpawnOptions = { env, uid: account.uid, gid: account.gid, stdio: 'inherit' };
  const child = spawn(command, rest, options);
  stack.defer(async () => {
    const ended = child.exitCode === null && once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
  });
  url.searchParams.set('host', folder);
  url.port = String(port);
  while (!(await answers(url.href))) {
    if (child.exitCode !== null) throw new Error('PgBouncer did not start');
    await sleep(50);
  }
  return url.href;
}

const settingsOf = (folder: string) => ({
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
});

const answers = async (url: string) => {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch {
    return false;
  } finally {
    await client.end().catch(() => undefined);
  }
};
