/** Database access that the sandbox needs; a `pg` client or pool satisfies it. */
export type SqlExecutor = {
  query: <R extends Record<string, unknown>>(
    text: string,
    values: unknown[],
  ) => Promise<{ rows: R[] }>;
};

/** Store of the sandbox's records; injected, so that the sandbox needs no database driver. */
export type SandboxStore = {
  /** Runs the work in one transaction, and rolls back when it throws. */
  transaction: <T>(work: (queries: SqlExecutor) => Promise<T>) => Promise<T>;
} & SqlExecutor;

type Connection = {
  release: (broken?: boolean) => void;
} & SqlExecutor;
type Pool = {
  connect: () => Promise<Connection>;
} & SqlExecutor;

/**
 * Creates the store on a `pg` pool. Transactions queue in the process, not in the database: all of them
 * take the same lock, and each waiting one would hold a connection of the pool.
 */
export function createStore(pool: Pool): SandboxStore {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (text, values) => pool.query(text, values),
    transaction(work) {
      const current = last.then(() => transact(pool, work));
      last = current.catch(() => undefined);
      return current;
    },
  };
}

async function transact<T>(pool: Pool, work: (queries: SqlExecutor) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let done = false;
  try {
    await connection.query('begin', []);
    const result = await work(connection);
    await connection.query('commit', []);
    done = true;
    return result;
  } finally {
    // Closing the connection of a failed transaction rolls it back.
    connection.release(!done);
  }
}

const selectNow = `select floor(extract(epoch from clock_timestamp()))::float8 + offset_seconds as now
  from sandbox.clock`;

/** Returns the sandbox's time in epoch seconds: real time plus the clock's offset. */
export async function readClock(queries: SqlExecutor): Promise<number> {
  return nowIn(await queries.query(selectNow, []));
}

/** Returns the time and locks the clock, which serializes writes until this transaction ends. */
export async function lockClock(queries: SqlExecutor): Promise<number> {
  return nowIn(await queries.query(`${selectNow} for update`, []));
}

/** Returns the seconds by which the clock is ahead of real time. */
export async function readClockOffset(queries: SqlExecutor): Promise<number> {
  const text = 'select offset_seconds::float8 as seconds from sandbox.clock';
  const { rows } = await queries.query<{ seconds: number }>(text, []);
  return rows[0]?.seconds ?? 0;
}

/** Moves the clock forward. The caller must hold its lock. */
export async function moveClock(queries: SqlExecutor, seconds: number): Promise<void> {
  const move = 'update sandbox.clock set offset_seconds = offset_seconds + $1';
  await queries.query(move, [seconds]);
}

function nowIn({ rows }: { rows: { now?: number }[] }): number {
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('The sandbox has no clock: was createSchema called?');
  return now;
}
