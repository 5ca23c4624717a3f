import { randomBytes } from 'node:crypto';
import type { ClientBase, Pool } from 'pg';
import { prepareTables } from './cluster/cluster.ts';
import { createDatabase, type Database } from './database.ts';
import { DatabaseUnavailable } from './driver/errors.ts';
import { PoolSet } from './driver/pool-set.ts';
import {
  idleTransactionTimeoutMs,
  checkOut,
  createPool,
  accountsPoolSize,
  runtimePoolSize,
  queryTimeoutMs,
  type PoolOptions,
  type PoolUsage,
} from './driver/pools.ts';
import { withLogin } from './driver/urls.ts';
import { scopes } from './isolation/scopes.ts';
import {
  assertSafeConnection,
  assertTenantIsolation,
  assertSupportedServer,
} from './isolation/self-check.ts';
import { startEmbedded } from './lifecycle/embedded.ts';
import { ensureLogins, type Logins } from './lifecycle/logins.ts';
import { describeNewer, withSchemaLock } from './lifecycle/migrate.ts';

/** Database that is ready for use, with its schema up to date. */
export type OpenDatabase = {
  database: Database;
  /** Pool of the owner, which row-level security does not bind: for counting, cleanup and maintenance. */
  owner: Pool;
  /** The same without a pooler in between, for jobs and LISTEN, which hold a connection. */
  direct: Pool;
  /** Connection string of the owner, without a pooler in between. */
  ownerUrl: string;
  /** Secret of this database with which links are signed. A restored database has another one. */
  linkKey: Buffer;
  /** Returns the usage of each pool, by the name of the pool. */
  usage(): Record<string, PoolUsage>;
  /** Closes every connection, and stops PostgreSQL if it was started here. */
  close(): Promise<void>;
};

/**
 * Checks that named statements survive on this path. A pooler that tracks them gives them names of its own
 * (PgBouncer since 1.21, with `max_prepared_statements`), so that this name is not found in the database;
 * one that passes names through would let two clients prepare the same name on one connection.
 */
async function supportsNamedStatements(connectionString: string): Promise<boolean> {
  const pool = createPool({ connectionString, max: 1 });
  const client = await checkOut(pool);
  const name = `probe_${randomBytes(8).toString('hex')}`;
  try {
    const { rowCount } = await client.query({
      name,
      text: 'select from pg_prepared_statements where name = $1',
      values: [name],
    });
    return rowCount === 0;
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** Ways to reach a running database. */
export type ConnectOptions = {
  /** Connection string without the pooler, when the first one leads through a pooler. */
  directUrl?: string | undefined;
  /** Enables named prepared statements (`DATABASE_PREPARE`); true by default. */
  prepare?: boolean;
  /** Accepts a server that may lose committed data: for tests. */
  allowDataLoss?: boolean;
  /** Called with messages for the administrator. */
  report?: (message: string) => void;
};

export type OpenOptions = {
  /** Connection string of a PostgreSQL 15 or later; the embedded one is started if undefined. */
  url?: string | undefined;
  dataDir: string;
} & ConnectOptions;

/** Opens the given database, or the embedded one; throws AlreadyRunning if that is in use. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  const { url } = options;
  if (url !== undefined) {
    return connectDatabase(url, options).catch((error: Error) => {
      throw connectFailure('DATABASE_URL', url, error);
    });
  }
  const embedded = await startEmbedded(options);
  try {
    const { report } = options;
    const open = await connectDatabase(embedded.ownerUrl, report && { report });
    const close = async (): Promise<void> => {
      await open.close();
      await embedded.stop();
    };
    return { ...open, close };
  } catch (error) {
    await embedded.stop();
    throw error;
  }
}

/** Returns an error that names the setting, the server and the reason, but not the password; other errors as they are. */
function connectFailure(setting: string, url: string, error: Error) {
  if (!(error instanceof DatabaseUnavailable)) return error;
  const { host, pathname } = new URL(url);
  const server = `${host}${pathname}`;
  return new Error(`${setting}: can't connect to ${server}: ${error.message}`, { cause: error });
}

/** Prepares a running PostgreSQL for the product and connects to it, through a pooler if there is one. */
export async function connectDatabase(
  url: string,
  options: ConnectOptions = {},
): Promise<OpenDatabase> {
  const { directUrl: ownerUrl = url, allowDataLoss = false, report = () => undefined } = options;
  const pooled = url !== ownerUrl;
  let { prepare = true } = options;
  const pools = new PoolSet();
  const open = (role: string, config: PoolOptions): Pool =>
    pools.open(role, { prepare, query_timeout: queryTimeoutMs, ...config });
  const own = {
    connectionString: ownerUrl,
    idle_in_transaction_session_timeout: idleTransactionTimeoutMs,
  };
  // A pooler refuses settings in the startup message.
  if (pooled && prepare && !(await supportsNamedStatements(url))) {
    prepare = false;
    report(
      'The pooler in front of PostgreSQL does not keep named statements: they are sent without names ' +
        '(as with DATABASE_PREPARE=false).',
    );
  }
  const owner = open('owner', pooled ? { connectionString: url } : own);
  const direct = pooled ? open('direct', own) : owner;
  try {
    const prepared = await prepareDatabase(ownerUrl, report).catch((error: Error) => {
      throw pooled ? connectFailure('DATABASE_DIRECT_URL', ownerUrl, error) : error;
    });
    const { logins, linkKey, createDistributed } = prepared;
    const poolOf = async (role: keyof Logins, max: number): Promise<Pool> => {
      const connectionString = withLogin(url, logins[role]);
      const pool = open(role, { connectionString, max, pipeline: true });
      await assertSafeConnection(pool, allowDataLoss);
      return pool;
    };
    const [runtime, accounts, operator] = await Promise.all([
      poolOf('runtime', runtimePoolSize),
      poolOf('accounts', accountsPoolSize),
      poolOf('operator', 4),
    ]);
    const nodes = { pools, url: withLogin(ownerUrl, logins.runtime), allowDataLoss, report };
    const visitors = { runtime, accounts, operator };
    const database = createDistributed?.(visitors, nodes) ?? createDatabase(visitors, scopes);
    const [usage, close] = [() => pools.usage(), () => pools.closeAll()];
    return { database, owner, direct, ownerUrl, linkKey, usage, close };
  } catch (error) {
    await pools.closeAll();
    throw error;
  }
}

type PreparedDatabase = {
  logins: Logins;
  linkKey: Buffer;
  createDistributed: Awaited<ReturnType<typeof prepareTables>>;
};

// Uses a connection without a timeout, because migrations may take long.
async function prepareDatabase(
  ownerUrl: string,
  report: (message: string) => void,
): Promise<PreparedDatabase> {
  const pool = createPool({ connectionString: ownerUrl });
  const client = await checkOut(pool);
  try {
    await assertSupportedServer(client);
    return await withSchemaLock(client, async () => {
      const createDistributed = await prepareTables(client, report);
      const logins = await ensureLogins(client);
      await assertIsolation(client, report);
      const linkKey = await readLinkKey(client);
      return { logins, linkKey, createDistributed };
    });
  } finally {
    client.release(true);
    await pool.end();
  }
}

/** Checks tenant isolation. Rules of this code may not fit tables that a newer version has made (R-OPR-24). */
async function assertIsolation(client: ClientBase, report: (message: string) => void) {
  const newer = await describeNewer(client);
  if (newer !== null) report(newer);
  await assertTenantIsolation(client).catch((cause: Error) => {
    if (newer === null) throw cause;
    const remedy = 'Start that version, or restore a backup that this code made.';
    throw new Error(`${newer} ${remedy} ${cause.message}`, { cause });
  });
}

async function readLinkKey(client: ClientBase) {
  const { rows } = await client.query<{ secret: Buffer }>('select secret from app.link_key');
  const [key] = rows;
  if (!key) throw new Error('Table app.link_key is empty: restore its row.');
  return key.secret;
}
