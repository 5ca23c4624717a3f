import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { basename, dirname, join } from 'node:path';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { chownTo, type OsAccount } from './account.ts';
import { isProcessAlive } from './lock.ts';

/** Database cluster on disk and the settings to run it with. */
export type EmbeddedCluster = {
  account: OsAccount;
  /** Data directory of PostgreSQL. */
  path: string;
  socketDir: string;
  logFile: string;
  settings: Record<string, string>;
  /** Flags of initdb for a version without the usual locale. */
  locale?: string[];
};

// Sorts by code point in every version on every system, so that no libc update breaks an index.
const usualLocale = ['--locale-provider=builtin', '--builtin-locale=C.UTF-8'];

/** Superuser of every embedded cluster, and the name of the product's database. */
export const ownerRole = 'pregao';

const spawnOptions = ({ uid, gid }: OsAccount) => ({
  // Not to its own: a service manager may forbid the system calls.
  ...(uid !== process.getuid?.() && { uid, gid }),
  cwd: '/',
  env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
});

/** Creates the cluster if there is none. Starts over when an earlier attempt was interrupted. */
export function createCluster({ account, path, locale = usualLocale }: EmbeddedCluster): void {
  removeAttempts(path);
  if (fs.existsSync(path)) return chownTo(account, path);
  // A folder of its own: the initdb of a killed start may still write into the one before.
  const half = fs.mkdtempSync(`${path}.half-`);
  chownTo(account, half);
  const flags = ['-D', half, '-U', ownerRole, '-A', 'trust', '-E', 'UTF8', '--data-checksums'];
  const [command = '', ...rest] = [...account.prefix, join(account.native, 'bin', 'initdb')];
  const { status, error, stderr } = spawnSync(command, [...rest, ...flags, ...locale], {
    ...spawnOptions(account),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`initdb failed for ${half}: ${stderr}`, { cause: error });
  fs.renameSync(half, path);
}

function removeAttempts(path: string): void {
  const attempts = fs
    .readdirSync(dirname(path))
    .filter((n) => n.startsWith(`${basename(path)}.half`));
  for (const name of attempts) {
    try {
      fs.rmSync(join(dirname(path), name), { recursive: true, force: true });
    } catch {
      // Something still writes there: the next start removes it.
    }
  }
}

// The end of Node, however it comes, closes the pipe (3), and the watcher then stops the server. A line on
// the pipe tells the watcher that the server has ended by itself. The watcher is not a child of the
// server, which would take its exit for a crash; `exec` makes the server a direct child of Node.
const watchdogScript = '((read -r bye <&3 || kill -INT $$) &); exec "$@" 3<&-';

/** Starts the server and waits until it accepts connections. Throws the end of its log when it exits. */
export async function startPostgres(cluster: EmbeddedCluster): Promise<ChildProcess> {
  for (let patience = 20; ; patience -= 1) {
    await stopOrphan(cluster);
    const logged = fs.existsSync(cluster.logFile) ? fs.statSync(cluster.logFile).size : 0;
    const server = spawnServer(cluster);
    while (!hasEnded(server)) {
      if (await acceptsConnections(cluster)) return server;
      await sleep(20);
    }
    const said = fs.readFileSync(cluster.logFile).subarray(logged).toString('utf8').trim();
    // After a kill -9 of the server its backends need a moment to notice.
    if (patience === 0 || !said.includes('is still in use')) {
      throw new Error(`PostgreSQL did not start:\n${said}`);
    }
    await sleep(500);
  }
}

/** Stops a server: disconnects clients; everything committed is on disk. */
export async function stopPostgres(server: ChildProcess): Promise<void> {
  if (hasEnded(server)) return;
  const ended = once(server, 'exit');
  server.kill('SIGINT');
  const impatience = setTimeout(() => server.kill('SIGQUIT'), 30_000);
  await ended;
  clearTimeout(impatience);
}

function hasEnded(server: ChildProcess): boolean {
  return server.exitCode !== null || server.signalCode !== null;
}

function spawnServer({ account, path, settings, logFile }: EmbeddedCluster): ChildProcess {
  const command = [...account.prefix, join(account.native, 'bin', 'postgres'), '-D', path];
  for (const [name, value] of Object.entries(settings)) command.push('-c', `${name}=${value}`);
  const log = fs.openSync(logFile, 'a', 0o600);
  const server = spawn('/bin/sh', ['-c', watchdogScript, 'sh', ...command], {
    ...spawnOptions(account),
    // A process group of its own: Ctrl-C reaches only Node, which stops the server at the end of its
    // shutdown.
    detached: true,
    stdio: ['ignore', log, log, 'pipe'],
  });
  fs.closeSync(log);
  const pipe = server.stdio[3] as Writable;
  pipe.on('error', () => undefined);
  server.once('exit', () => pipe.end('\n'));
  return server;
}

// This process holds the lock: a server that still runs here has lost its parent and is shutting down.
async function stopOrphan({ path }: EmbeddedCluster): Promise<void> {
  const pidFile = join(path, 'postmaster.pid');
  if (!fs.existsSync(pidFile)) return;
  const pid = Number.parseInt(fs.readFileSync(pidFile, 'utf8'), 10);
  if (!(pid > 0 && isProcessAlive(pid))) return;
  // The id may belong to another process by now; PostgreSQL would refuse to start.
  if (!isServing(pid, path)) return fs.rmSync(pidFile, { force: true });
  process.kill(pid, 'SIGINT');
  for (let waited = 0; isServing(pid, path) && waited < 30_000; waited += 20) await sleep(20);
}

function isServing(pid: number, path: string): boolean {
  if (process.platform !== 'linux') {
    const { stdout } = spawnSync('ps', ['-o', 'command=', '-p', `${pid}`], { encoding: 'utf8' });
    return stdout.includes(path);
  }
  try {
    return fs.readlinkSync(`/proc/${pid}/cwd`) === fs.realpathSync(path);
  } catch {
    return false;
  }
}

async function acceptsConnections({ socketDir, settings }: EmbeddedCluster): Promise<boolean> {
  const port = Number(settings['port'] ?? 5_432);
  const client = new Client({ host: socketDir, port, user: ownerRole, database: 'postgres' });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const known = await client.query('select from pg_database where datname = $1', [ownerRole]);
    if (known.rowCount === 0) await client.query(`create database ${ownerRole}`);
    return true;
  } catch {
    return false;
  } finally {
    await client.end();
  }
}
