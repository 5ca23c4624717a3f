import { DatabaseError, type Pool, type PoolClient, type QueryConfig } from 'pg';
import type { AccountKey, ScopeStatements } from '#server/platform/database/isolation/scopes.ts';
import type { Compilable } from '#server/platform/database/query.ts';
import type { DbTransaction } from './db-transaction.ts';
import {
  ConnectionLost,
  DatabaseUnavailable,
  mapDatabaseError,
  isAbortedTransaction,
  isQueryTimeout,
  isStalePlan,
} from './errors.ts';
import { sendPipeline, type PipelineResult } from './pipeline-query.ts';
import { checkOut, isConnectionLost } from './pools.ts';
import { preparedQuery, reprepare } from './prepared-statements.ts';
import { traceOperation } from './tracing.ts';

const commit: QueryConfig = { name: 'COMMIT', text: 'COMMIT' };

/** Statements that open a transaction, those that open further scopes in it, and its tenant. */
type TransactionStart = {
  opening: QueryConfig[];
  scopes?: ScopeStatements;
  tenant?: string;
};

/** Runs work in a transaction and commits; any failure rolls everything back. */
export async function runTransaction<T>(
  pool: Pool,
  beginning: TransactionStart,
  work: (tx: DbTransaction) => Promise<T>,
): Promise<T> {
  const session = await PooledTransaction.connect(pool, beginning);
  session.begin(beginning.opening);
  let result: T;
  try {
    result = await work(session);
  } catch (error) {
    await session.end('ROLLBACK');
    throw session.translate(isAbortedTransaction(error) ? session.failure : error);
  }
  await session.commit();
  return result;
}

/** Runs a transaction as one pipeline, in a single round trip; returns the rows of each query. */
export async function runPipeline(
  pool: Pool,
  { opening, ...start }: TransactionStart,
  queries: readonly Compilable<unknown>[],
): Promise<unknown[][]> {
  const session = await PooledTransaction.connect(pool, start);
  let lists: unknown[][];
  try {
    lists = await session.runAll(queries, opening);
  } catch (error) {
    await session.end('ROLLBACK');
    throw session.translate(error);
  }
  await session.finish();
  return lists;
}

/** Runs one statement that commits by itself, in no scope. */
export async function autocommit<R>(pool: Pool, query: Compilable<R>): Promise<R[]> {
  const session = await PooledTransaction.connect(pool);
  const answer = session.all(query);
  await session.finish();
  return answer.catch((error: unknown) => {
    throw session.translate(error);
  });
}

/**
 * Connection for the length of one transaction. Statements are pipelined as they come, without waiting for
 * earlier results; the connection returns to the pool only when all results have arrived.
 */
class PooledTransaction implements DbTransaction {
  readonly #client: PoolClient;
  readonly #start: Partial<TransactionStart>;
  readonly #answers: Promise<unknown>[] = [];
  readonly #failures: unknown[] = [];
  #over = false;

  static async connect(pool: Pool, start: Partial<TransactionStart> = {}) {
    return new PooledTransaction(await checkOut(pool), start);
  }

  private constructor(client: PoolClient, start: Partial<TransactionStart>) {
    this.#client = client;
    this.#start = start;
  }

  begin(opening: QueryConfig[]): void {
    // Everything sent before the work first awaits leaves in one packet.
    const { stream } = this.#client.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
    void this.#send(...opening);
  }

  /** Error of the first statement that failed; later ones only follow from it. */
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
      if (result.rows.length === 0) throw new Error('Expected a row, got none');
      return result.rows[0] as R;
    });
  }

  run(query: Compilable<unknown>): Promise<number> {
    return this.#answer(query, (result) => result.rowCount);
  }

  openAccount(account: AccountKey): void {
    const { scopes } = this.#start;
    if (!scopes) throw new Error('An account scope needs a transaction');
    // Its failure surfaces in the statements that follow and in COMMIT.
    this.#send(...scopes.account(account)).catch(() => undefined);
  }

  /** Returns the rows of each query; sends them in one pipeline with the opening and COMMIT. */
  async runAll(
    queries: readonly Compilable<unknown>[],
    opening: QueryConfig[],
  ): Promise<unknown[][]> {
    const configs = queries.map((query) => preparedQuery(query, this.#start.tenant));
    const sent = this.#send(...opening, ...configs, commit);
    const pipeline = this.#reprepareStale(configs, sent);
    await Promise.all(configs.map(({ text }) => traceOperation({ sql: text }, () => pipeline)));
    return (await pipeline).slice(opening.length, -1).map(({ rows }) => rows);
  }

  async commit(): Promise<void> {
    // A statement that failed in this process never reached the database: COMMIT would succeed.
    if (this.failure !== undefined) {
      await this.end('ROLLBACK');
      throw this.translate(this.failure);
    }
    // COMMIT after a failed statement rolls back, which only its command tag shows.
    const tag = await this.end('COMMIT');
    if (tag !== 'COMMIT') throw this.translate(this.failure ?? new Error('Rolled back'));
  }

  /** Ends the transaction, releases the connection and returns the command tag of the database. */
  async end(command: 'COMMIT' | 'ROLLBACK'): Promise<string | undefined> {
    if (isQueryTimeout(this.failure)) {
      // The server does not answer: don't send ROLLBACK and wait for another timeout.
      await this.finish();
      return undefined;
    }
    const answer = this.#send({ name: command, text: command });
    await this.finish();
    return answer.then(
      ([result]) => result?.command,
      () => undefined,
    );
  }

  /** Waits for every result, then releases the connection, or drops it when it is unusable. */
  async finish(): Promise<void> {
    this.#over = true;
    await Promise.all(this.#answers);
    this.#client.release(!this.#isSound());
  }

  /** Translates errors of the database for the caller; errors of the work itself pass through. */
  translate(error: unknown): unknown {
    if (isConnectionLost(this.#client) && this.#failures.includes(error)) {
      return new ConnectionLost('Database connection lost', { cause: error });
    }
    return mapDatabaseError(error);
  }

  #isSound(): boolean {
    if (isConnectionLost(this.#client) || this.#client.getTransactionStatus() !== 'I') return false;
    const { failure } = this;
    if (failure === undefined) return true;
    // An error that is not an answer of the database leaves the driver in an unknown state.
    if (!(failure instanceof DatabaseError) || isStalePlan(failure)) return false;
    return !(mapDatabaseError(failure) instanceof DatabaseUnavailable);
  }

  #answer<R, T>(query: Compilable<R>, pick: (result: PipelineResult) => T): Promise<T> {
    const answer = this.#execute(query).then(pick);
    // A result that is not awaited must not end the process: COMMIT reports the failure.
    answer.catch(() => undefined);
    return answer;
  }

  // Sends immediately; async so that a query that fails to compile rejects like any other.
  async #execute(query: Compilable<unknown>): Promise<PipelineResult> {
    const config = preparedQuery(query, this.#start.tenant);
    return traceOperation({ sql: config.text }, async () => {
      const [result] = await this.#reprepareStale([config], this.#send(config));
      return result as PipelineResult;
    });
  }

  async #reprepareStale(
    configs: QueryConfig[],
    answer: Promise<PipelineResult[]>,
  ): Promise<PipelineResult[]> {
    try {
      return await answer;
    } catch (error) {
      if (isStalePlan(error)) for (const config of configs) reprepare(config);
      throw error;
    }
  }

  #send(...statements: QueryConfig[]): Promise<PipelineResult[]> {
    if (this.#over) return Promise.reject(new Error('Transaction has ended'));
    const answer = sendPipeline(this.#client, statements);
    this.#answers.push(
      answer.catch((error: unknown) => {
        this.#failures.push(error);
      }),
    );
    return answer;
  }
}
