import { DatabaseError, type Pool, type PoolClient, type QueryConfig } from 'pg';
import {
  ConnectionLost,
  DatabaseUnavailable,
  explain,
  isAftermath,
  isSilence,
  isStalePlan,
} from './errors.ts';
import { fly, type Landed } from './flight.ts';
import { observed } from './observed.ts';
import { checkOut, isLost } from './pools.ts';
import { prepared, renew } from './prepared.ts';
import type { Compilable } from './query.ts';
import type { Account, Scopes } from './scope-seal.ts';

/** Runs queries inside one transaction, all on the same snapshot of who may see what. */
export interface Transaction {
  /** Every row. */
  all<R>(query: Compilable<R>): Promise<R[]>;
  /** The first row, if any. */
  first<R>(query: Compilable<R>): Promise<R | undefined>;
  /** The first row; a plain error when there is none. */
  one<R>(query: Compilable<R>): Promise<R>;
  /** Runs a statement for its effect; the number of rows it touched. */
  run(query: Compilable<unknown>): Promise<number>;
  /**
   * Lets what follows read and change this account as well, in place of one named before. Sent with the next
   * statement: it costs no round trip.
   */
  openAccount(account: Account): void;
}

/** How a transaction begins, and what opens further scopes in it. */
interface Beginning {
  opening: QueryConfig[];
  scopes: Scopes;
}

/** Opens a transaction, lets the work use it, and commits; any failure rolls everything back. */
export async function transact<T>(
  pool: Pool,
  beginning: Beginning,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const session = await Session.begin(pool, beginning);
  let result: T;
  try {
    result = await work(session);
  } catch (error) {
    await session.end('ROLLBACK');
    throw session.translate(isAftermath(error) ? session.failure : error);
  }
  await session.commit();
  return result;
}

const commit: QueryConfig = { name: 'COMMIT', text: 'COMMIT' };

/**
 * Runs statements known up front, and the transaction around them, in one flight: a single round trip.
 * One list of rows for each.
 */
export async function atOnce(
  pool: Pool,
  opening: QueryConfig[],
  queries: readonly Compilable<unknown>[],
): Promise<unknown[][]> {
  const session = await Session.begin(pool);
  let lists: unknown[][];
  try {
    lists = await session.allAtOnce(queries, { opening, closing: [commit] });
  } catch (error) {
    await session.end('ROLLBACK');
    throw session.translate(error);
  }
  await session.settle();
  return lists;
}

/** Runs one statement that commits by itself, in no scope. */
export async function autocommit<R>(pool: Pool, query: Compilable<R>): Promise<R[]> {
  const session = await Session.begin(pool);
  const answer = session.all(query);
  await session.settle();
  return answer.catch((error: unknown) => {
    throw session.translate(error);
  });
}

/**
 * One connection for the length of one transaction. Statements go on the wire as they come, without
 * waiting for earlier answers; the connection returns to the pool only when all have answered.
 */
class Session implements Transaction {
  readonly #client: PoolClient;
  readonly #scopes: Scopes | undefined;
  readonly #answers: Promise<unknown>[] = [];
  readonly #failures: unknown[] = [];
  #over = false;

  static async begin(pool: Pool, beginning?: Beginning): Promise<Session> {
    const session = new Session(await checkOut(pool), beginning?.scopes);
    if (!beginning) return session;
    // What is sent until the work first waits leaves in one packet.
    const { stream } = session.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    void session.#send(...beginning.opening);
    return session;
  }

  private constructor(client: PoolClient, scopes: Scopes | undefined) {
    this.#client = client;
    this.#scopes = scopes;
  }

  /** The error of the first statement that failed; those after it only echo it. */
  get failure(): unknown {
    return this.#failures[0];
  }

  all<R>(query: Compilable<R>): Promise<R[]> {
    return this.#answer(query, (result) => result.rows as R[]);
  }

  first<R>(query: Compilable<R>): Promise<R | undefined> {
    return this.#answer(query, (result) => result.rows[0] as R | undefined);
  }

  one<R>(query: Compilable<R>): Promise<R> {
    return this.#answer(query, (result) => {
      if (result.rows.length === 0) throw new Error('A row that must exist was not found');
      return result.rows[0] as R;
    });
  }

  run(query: Compilable<unknown>): Promise<number> {
    return this.#answer(query, (result) => result.rowCount);
  }

  openAccount(account: Account): void {
    if (!this.#scopes) throw new Error('An account is opened in a transaction');
    // That it failed is told by the statements behind it, and by COMMIT.
    this.#send(this.#scopes.account(account)).catch(() => undefined);
  }

  /** Every row of each, in one flight with what goes before and behind them. */
  async allAtOnce(
    queries: readonly Compilable<unknown>[],
    { opening, closing }: { opening: QueryConfig[]; closing: QueryConfig[] },
  ): Promise<unknown[][]> {
    const asked = queries.map(prepared);
    const flight = this.#renewing(asked, this.#send(...opening, ...asked, ...closing));
    await Promise.all(asked.map(({ text }) => observed({ sql: text }, () => flight)));
    const landed = (await flight).slice(opening.length, opening.length + asked.length);
    return landed.map(({ rows }) => rows);
  }

  async commit(): Promise<void> {
    // A statement that failed on this side never reached the database: COMMIT would succeed.
    if (this.failure !== undefined) {
      await this.end('ROLLBACK');
      throw this.translate(this.failure);
    }
    // A COMMIT after a failed statement rolls back, and says so in its tag alone.
    const tag = await this.end('COMMIT');
    if (tag !== 'COMMIT') throw this.translate(this.failure ?? new Error('Rolled back'));
  }

  /** Ends the transaction and gives the connection back; the command tag the database answered. */
  async end(command: 'COMMIT' | 'ROLLBACK'): Promise<string | undefined> {
    if (isSilence(this.failure)) {
      // Nobody is there to be told, and nobody is waited for once more.
      await this.settle();
      return undefined;
    }
    const answer = this.#send({ name: command, text: command });
    await this.settle();
    return answer.then(
      ([result]) => result?.command,
      () => undefined,
    );
  }

  /** Waits for every answer, then gives the connection back, or drops it when it is not sound. */
  async settle(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#answers);
    this.#client.release(!this.#isSound());
  }

  /** What an error means to the caller; the work's own errors mean what they say. */
  translate(error: unknown): unknown {
    if (isLost(this.#client) && this.#failures.includes(error)) {
      return new ConnectionLost('The connection to the database broke', { cause: error });
    }
    return explain(error);
  }

  #isSound(): boolean {
    if (isLost(this.#client) || this.#client.getTransactionStatus() !== 'I') return false;
    const { failure } = this;
    if (failure === undefined) return true;
    // Whatever is not an answer of the database left the driver in a state nobody knows.
    if (!(failure instanceof DatabaseError) || isStalePlan(failure)) return false;
    return !(explain(failure) instanceof DatabaseUnavailable);
  }

  #answer<R, T>(query: Compilable<R>, pick: (result: Landed) => T): Promise<T> {
    const answer = this.#ask(query).then(pick);
    // An answer nobody waits for must not end the process: COMMIT reports the failure.
    answer.catch(() => undefined);
    return answer;
  }

  // Sends at once; async so that a query that does not compile is a refused one too.
  async #ask(query: Compilable<unknown>): Promise<Landed> {
    const config = prepared(query);
    return observed({ sql: config.text }, async () => {
      const [result] = await this.#renewing([config], this.#send(config));
      return result as Landed;
    });
  }

  async #renewing(asked: QueryConfig[], answer: Promise<Landed[]>): Promise<Landed[]> {
    try {
      return await answer;
    } catch (error) {
      if (isStalePlan(error)) for (const config of asked) renew(config);
      throw error;
    }
  }

  #send(...statements: QueryConfig[]): Promise<Landed[]> {
    if (this.#over) return Promise.reject(new Error('This transaction is over'));
    const answer = fly(this.#client, statements);
    this.#answers.push(
      answer.catch((error: unknown) => {
        this.#failures.push(error);
      }),
    );
    return answer;
  }
}
