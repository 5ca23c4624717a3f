/**
 * Starts two instances of the product on one database behind a proxy, for journeys (`npm run longrun --
 * pgbouncer`).
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { Proxy } from './faults/proxy.ts';

/** Running product as the journeys see it. */
interface Running {
  url: string;
  output: () => string;
  stop: () => Promise<void>;
}
type Start<R> = (settings: Record<string, string>) => Promise<R>;

/** Returns true when journeys run on two instances. */
export const isTwofold = () => process.env['INSTANCES'] === '2';

/** Starts two instances on a new database of `DATABASE_URL`; a proxy distributes the requests. */
export async function startTwo<R extends Running>(start: Start<R>): Promise<R> {
  await using stack = new AsyncDisposableStack();
  const {
    DATABASE_URL = '',
    DATABASE_DIRECT_URL = DATABASE_URL,
    DATABASE_PREPARE = 'true',
  } = process.env;
  const name = `journeys_${randomBytes(4).toString('hex')}`;
  await create(DATABASE_DIRECT_URL, name);
  const dataDir = mkdtempSync(join(tmpdir(), 'pregao-two-'));
  stack.defer(() => rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 }));
  const proxy = await Proxy.open(stack);
  const shared = {
    DATABASE_URL: named(DATABASE_URL, name),
    DATABASE_DIRECT_URL: named(DATABASE_DIRECT_URL, name),
    DATABASE_PREPARE,
    DATA_DIR: dataDir,
    PUBLIC_URL: proxy.origin,
  };
  const begin = async () => {
    const port = await freePort();
    const starting = start({ ...shared, PORT: String(port) });
    const [running] = await Promise.all([starting, proxy.add(`http://127.0.0.1:${port}`)]);
    stack.defer(running.stop);
    return running;
  };
  const [one, other] = await Promise.all([begin(), begin()]);
  const ends = stack.move();
  return {
    ...one,
    url: proxy.origin,
    output: () => one.output() + other.output(),
    stop: () => ends.disposeAsync(),
  };
}

async function create(url: string, name: string) {
  const admin = new Client({ connectionString: url });
  await admin.connect();
  await admin.query(`create database ${name}`);
  await admin.end();
}

/** Returns the URL of another database on the same server. */
const named = (url: string, database: string) =>
  Object.assign(new URL(url), { pathname: `/${database}` }).href;

const freePort = async () => {
  const server = createServer();
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((closed) => server.close(closed));
  return port;
};
