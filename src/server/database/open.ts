import type { Pool } from 'pg';
import { createDatabase, type Database } from './database.ts';
import { startEmbedded } from './embedded.ts';
import { ensureLogins, type Login, type Logins } from './logins.ts';
import { alone, migrate } from './migrate.ts';
import { checkOut, createPool, poolSize, silence, usageOf, type Usage } from './pools.ts';
import { inspect, inspectCatalog } from './self-check.ts';

/** A database ready for use, its schema up to date. */
export interface OpenDatabase {
  database: Database;
  /** Connections of the owner, bound by no policy: for jobs, notifications and tools. */
  owner: Pool;
  ownerUrl: string;
  /** How busy its connections are, by whose they are. */
  usage(): Record<'runtime' | 'operator' | 'owner', Usage>;
  /** Closes every connection, and stops PostgreSQL if it was started here. */
  close(): Promise<void>;
}

export interface OpenOptions {
  /** A PostgreSQL of version 15 or later; the one that comes along is started if undefined. */
  url?: string | undefined;
  /** Where the PostgreSQL that comes along keeps its data. */
  dataDir: string;
  /** Told what an administrator should know. */
  report?: (message: string) => void;
}

/** Opens the product's database: the given one, or its own. AlreadyRunning if that one is in use. */
export async function openDatabase(options: OpenOptions): Promise<OpenDatabase> {
  if (options.url !== undefined) return connectDatabase(options.url);
  const embedded = await startEmbedded(options);
  try {
    const open = await connectDatabase(embedded.ownerUrl);
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

/** Prepares a running PostgreSQL for the product and connects to it. */
export async function connectDatabase(
  ownerUrl: string,
  { mayLose = false }: { mayLose?: boolean } = {},
): Promise<OpenDatabase> {
  const owner = createPool({ connectionString: ownerUrl, query_timeout: silence });
  const pools = [owner];
  const poolOf = async (login: Login, max: number): Promise<Pool> => {
    const pool = createPool({
      max,
      connectionString: urlOf(ownerUrl, login),
      pipeline: true,
      query_timeout: silence,
    });
    pools.push(pool);
    await inspect(pool, mayLose);
    return pool;
  };
  const close = async (): Promise<void> => {
    await Promise.all(pools.map((pool) => pool.end()));
  };
  try {
    const logins = await prepare(ownerUrl);
    const [runtime, operator] = await Promise.all([
      poolOf(logins.runtime, poolSize),
      poolOf(logins.operator, 4),
    ]);
    const database = createDatabase({ runtime, operator });
    const usage = () => ({
      runtime: usageOf(runtime),
      operator: usageOf(operator),
      owner: usageOf(owner),
    });
    return { database, owner, ownerUrl, usage, close };
  } catch (error) {
    await close();
    throw error;
  }
}

// A connection of its own: a migration takes its time.
async function prepare(ownerUrl: string): Promise<Logins> {
  const pool = createPool({ connectionString: ownerUrl });
  const client = await checkOut(pool);
  try {
    const { rows } = await client.query<{ version: string; enough: boolean }>(
      `select current_setting('server_version') as version,
         current_setting('server_version_num')::int >= 150000 as enough`,
    );
    if (!rows[0]?.enough) {
      throw new Error(`PostgreSQL ${rows[0]?.version} is too old: version 15 or later is needed.`);
    }
    return await alone(client, async () => {
      await migrate(client);
      const logins = await ensureLogins(client);
      await inspectCatalog(client);
      return logins;
    });
  } finally {
    client.release(true);
    await pool.end();
  }
}

function urlOf(ownerUrl: string, { user, password }: Login): string {
  const url = new URL(ownerUrl);
  // A URL without a host (a socket, named in the query) has no place for a user.
  if (url.hostname === '') url.hostname = 'localhost';
  for (const name of ['user', 'password']) url.searchParams.delete(name);
  url.username = user;
  url.password = password;
  return url.href;
}
