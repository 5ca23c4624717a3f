/** What the sandbox needs of a database connection; a `pg` client or pool of the owner role has it. */
export interface Queries {
  query: <R extends Record<string, unknown>>(
    text: string,
    values: unknown[],
  ) => Promise<{ rows: R[] }>;
}

/** Where the sandbox keeps its records: handed in, so that it knows nothing of the server's rooms. */
export interface Store extends Queries {
  /** Runs the work in one transaction, rolled back when it throws. */
  transaction: <T>(work: (queries: Queries) => Promise<T>) => Promise<T>;
}

interface Connection extends Queries {
  release: (broken?: boolean) => void;
}
interface Pool extends Queries {
  connect: () => Promise<Connection>;
}

/**
 * The store over a `pg` pool. Transactions queue here, not in the database: all of them take the
 * same lock, and each that waited for it would hold a connection of the pool.
 */
export function storeOf(pool: Pool): Store {
  let last: Promise<unknown> = Promise.resolve();
  return {
    query: (text, values) => pool.query(text, values),
    transaction(work) {
      const mine = last.then(() => transact(pool, work));
      last = mine.catch(() => undefined);
      return mine;
    },
  };
}

async function transact<T>(pool: Pool, work: (queries: Queries) => Promise<T>): Promise<T> {
  const connection = await pool.connect();
  let done = false;
  try {
    await connection.query('begin', []);
    const result = await work(connection);
    await connection.query('commit', []);
    done = true;
    return result;
  } finally {
    // Closing the connection of a failed transaction is its rollback.
    connection.release(!done);
  }
}

const clock = `select floor(extract(epoch from clock_timestamp()))::float8 + offset_seconds as now
  from sandbox.clock`;

/** The sandbox's time in epoch seconds: real time and as far as somebody has moved it. */
export async function readClock(queries: Queries): Promise<number> {
  return nowIn(await queries.query(clock, []));
}

/** The same, and no other write until this transaction ends. */
export async function lockClock(queries: Queries): Promise<number> {
  return nowIn(await queries.query(`${clock} for update`, []));
}

/** Sets the clock forward; whoever does so holds it. */
export async function moveClock(queries: Queries, seconds: number): Promise<void> {
  const move = 'update sandbox.clock set offset_seconds = offset_seconds + $1';
  await queries.query(move, [seconds]);
}

function nowIn({ rows }: { rows: { now?: number }[] }): number {
  const now = rows[0]?.now;
  if (now === undefined) throw new Error('The sandbox has no clock: are its migrations applied?');
  return now;
}
