import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { withConnection } from '#server/platform/database/test/cluster.ts';
import { AlreadyRunning, findRunningEmbedded, startEmbedded } from './embedded.ts';

const script = fileURLToPath(new URL('../test/embedded-process.ts', import.meta.url));
const asNobody = ['unshare', '--user', '--map-user=65534', '--map-group=65534'];
const isRoot = process.getuid?.() === 0;

type Message = {
  url?: string;
  report?: string;
  failure?: string;
};

let folder: string;
let dataDir: string;
const started: ChildProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pregao-embedded-'));
  dataDir = join(folder, 'data');
});

afterEach(async () => {
  await Promise.all(started.splice(0).map(end));
  // An initdb whose start was killed may still write.
  rmSync(folder, { recursive: true, maxRetries: 10 });
});

/** Starts another process that runs the database; `prefix` goes before its command line. */
function launch(prefix: string[] = [], env: NodeJS.ProcessEnv = process.env): ChildProcess {
  const [command = '', ...args] = [...prefix, process.execPath, script, dataDir];
  const child = spawn(command, args, {
    env: { ...env, TMPDIR: folder },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  started.push(child);
  return child;
}

/** Returns its next message. */
async function hear(child: ChildProcess): Promise<Message> {
  const [message] = (await once(child, 'message')) as [Message];
  return message;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.send('stop', () => undefined);
  await once(child, 'exit');
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

function postmaster(): number {
  return Number.parseInt(readFileSync(join(dataDir, 'cluster/postmaster.pid'), 'utf8'), 10);
}

/** Waits until no PostgreSQL runs on the data directory: the server removes its file as it ends. */
async function gone(): Promise<void> {
  while (existsSync(join(dataDir, 'cluster/postmaster.pid'))) await sleep(20);
}

const count = (url: string): Promise<number> =>
  withConnection(url, async (client) => {
    await client.query('create table if not exists kept (n serial)');
    await client.query('insert into kept default values');
    const { rows } = await client.query<{ n: number }>('select count(*)::int as n from kept');
    return rows[0]?.n ?? 0;
  });

describe('The embedded PostgreSQL starts (R-GEN-01)', () => {
  test('on an empty or existing data directory, without a network port, and keeps its data (R-REL-01)', async () => {
    for (const rows of [1, 2]) {
      const embedded = await startEmbedded({ dataDir });
      expect(await count(embedded.ownerUrl)).toBe(rows);
      const { rows: settings } = await withConnection(embedded.ownerUrl, (client) =>
        client.query(`select current_setting('listen_addresses') as addresses,
          current_setting('fsync') as fsync,
          current_setting('synchronous_commit') as commit,
          current_setting('full_page_writes') as pages,
          current_setting('data_checksums') as checksums`),
      );
      const durable = { fsync: 'on', commit: 'on', pages: 'on', checksums: 'on' };
      expect(settings).toEqual([{ addresses: '', ...durable }]);
      await embedded.stop();
    }
  });

  test("in a folder that other users can't enter", async () => {
    chmodSync(folder, 0o700);
    expect(await hear(launch())).toHaveProperty('url');
  });

  test('in a folder whose path is too long for a socket', async () => {
    dataDir = join(folder, 'long'.repeat(40), 'data');
    mkdirSync(dataDir, { recursive: true });
    expect(await hear(launch())).toHaveProperty('url');
  });

  test('for an ordinary user', async () => {
    expect(await hear(launch(isRoot ? asNobody : []))).toHaveProperty('url');
  });

  test.runIf(isRoot)('for root without user namespaces, as the user nobody', async () => {
    chmodSync(folder, 0o711);
    const { url = '' } = await hear(launch([], { PATH: '/nowhere' }));
    expect(await count(url)).toBe(1);
    expect(readFileSync(`/proc/${postmaster()}/status`, 'utf8')).toMatch(/^Uid:\s+65534/m);
  });

  test.runIf(isRoot)("or reports why it can't", async () => {
    const { failure } = await hear(launch([], { PATH: '/nowhere' }));
    expect(failure).toMatch(/nobody can't access .*set DATABASE_URL/);
  });

  test('after a start that was interrupted while it created the cluster', async () => {
    mkdirSync(join(dataDir, 'cluster.half'), { recursive: true });
    writeFileSync(join(dataDir, 'cluster.half/PG_VERSION'), '18');
    expect(await hear(launch())).toHaveProperty('url');
    expect(readdirSync(dataDir).filter((name) => name.includes('half'))).toEqual([]);
  });

  test('at once after starts that were killed at several moments of initdb (R-REL-15)', async () => {
    for (const written of [
      '',
      'PG_VERSION',
      'base/1',
      'global/pg_control',
      'base/1/2608',
      'base/4',
    ]) {
      const child = launch();
      while (!halfMade(written)) {
        expect(child.exitCode).toBeNull();
        await sleep(1);
      }
      await kill(child);
    }
    expect(await hear(launch())).toHaveProperty('url');
  });
});

/** Returns true when an unfinished cluster has this file. */
const halfMade = (file: string): boolean =>
  existsSync(dataDir) &&
  readdirSync(dataDir).some(
    (name) => name.startsWith('cluster.half') && existsSync(join(dataDir, name, file)),
  );

const made = mkdtempSync(join(tmpdir(), 'pregao-embedded-made-'));
beforeAll(async () => (await startEmbedded({ dataDir: made })).stop());
afterAll(() => rmSync(made, { recursive: true }));

describe('A second start on the same data directory', () => {
  beforeEach(() => cpSync(made, dataDir, { recursive: true }));

  test('is refused with the running process and the remedy', async () => {
    const first = launch();
    await hear(first);
    const second = startEmbedded({ dataDir });
    await expect(second).rejects.toBeInstanceOf(AlreadyRunning);
    await expect(second).rejects.toMatchObject({ pid: first.pid, dataDir });
    await expect(second).rejects.toThrow(`process ${first.pid} runs the database in ${dataDir}`);
    await expect(second).rejects.toThrow(`kill ${first.pid}`);
  });

  test('is refused to all but one of many concurrent starts', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => hear(launch())));
    expect(answers.filter(({ url }) => url)).toHaveLength(1);
    expect(answers.filter(({ failure }) => failure?.startsWith('Already running'))).toHaveLength(5);
  });

  test('can connect to the running server instead, as tools do', async () => {
    for (const idle of [dataDir, join(folder, 'none')]) {
      expect(await findRunningEmbedded(idle)).toBeUndefined();
    }
    const { url = '' } = await hear(launch());
    expect(await findRunningEmbedded(dataDir)).toBe(url);
    expect(await count(url)).toBe(1);
  });
});

describe('A kill -9 leaves no process behind and loses no data (R-REL-01)', () => {
  beforeEach(() => cpSync(made, dataDir, { recursive: true }));

  test('of the process that runs PostgreSQL: the server stops, and all data is kept', async () => {
    const first = launch();
    const { url = '' } = await hear(first);
    expect(await count(url)).toBe(1);
    await kill(first);
    await gone();
    await expect(count(url)).rejects.toThrow('connect');
    expect(await count((await hear(launch())).url ?? '')).toBe(2);
  });

  test('even when the next start follows immediately', async () => {
    const first = launch();
    expect(await count((await hear(first)).url ?? '')).toBe(1);
    await kill(first);
    expect(await count((await hear(launch())).url ?? '')).toBe(2);
  });

  test.each([
    ['of the postmaster', () => postmaster()],
    ['of the whole process group of PostgreSQL', () => -postmaster()],
  ])('%s: the server is restarted', async (_, target) => {
    const first = launch();
    const { url = '' } = await hear(first);
    expect(await count(url)).toBe(1);
    process.kill(target(), 'SIGKILL');
    expect(await hear(first)).toHaveProperty('report', expect.stringContaining('exited'));
    expect(await hear(first)).toEqual({ report: 'PostgreSQL restarted' });
    expect(await count(url)).toBe(2);
  });

  test('of all processes', async () => {
    const first = launch();
    expect(await count((await hear(first)).url ?? '')).toBe(1);
    process.kill(-postmaster(), 'SIGKILL');
    await kill(first);
    expect(await count((await hear(launch())).url ?? '')).toBe(2);
  });

  test('even when another process has the recorded process id by now', async () => {
    const first = launch();
    await hear(first);
    await end(first);
    await gone();
    const stale = `${process.pid}\n${dataDir}/cluster\n1\n5432\n/tmp\n\n 1 1\nready   \n`;
    writeFileSync(join(dataDir, 'cluster/postmaster.pid'), stale);
    expect(await hear(launch())).toHaveProperty('url');
  });
});
