import { Query, type Connection, type FieldDef, type PoolClient, type QueryConfig } from 'pg';
import { allowsNamedStatements, typeParser } from './pools.ts';

/** Result of one statement. */
export interface PipelineResult {
  rows: unknown[];
  /** First word of the command tag: `SELECT`, `COMMIT`. */
  command: string;
  rowCount: number;
}

/**
 * Sends statements as one pipeline with a single Sync: PostgreSQL skips the ones behind a failure and
 * answers in one write instead of one per statement. Rejects with the first failure.
 */
export async function sendPipeline(
  client: PoolClient,
  statements: QueryConfig[],
): Promise<PipelineResult[]> {
  const sent = allowsNamedStatements(client)
    ? statements.map(renameFailed(client.connection))
    : statements.map(withoutName);
  try {
    return await new Promise((resolve, reject) => {
      const done: PipelineCallback = (error, all) => (error ? reject(error) : resolve(all));
      client.query(new PipelineQuery(sent, callOnce(done)));
    });
  } catch (error) {
    // The error was created in the driver's parser; the stack of the caller is the useful one.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** Names that a pooler may have registered although the database refused to prepare them. */
const failedNames = new WeakMap<Connection, Map<string, number>>();

/**
 * Renames a statement on a connection where preparing it failed under its own name. A pooler registers a
 * name as it passes, and PgBouncer disconnects a client that prepares the same name again.
 */
const renameFailed = (connection: Connection) => {
  const times = failedNames.get(connection);
  if (!times) return (statement: QueryConfig) => statement;
  return (statement: QueryConfig): QueryConfig => {
    const count = statement.name === undefined ? undefined : times.get(statement.name);
    return count === undefined ? statement : { ...statement, name: `${statement.name}~${count}` };
  };
};

const recordFailedName = (connection: Connection, name: string): void => {
  const times = failedNames.get(connection) ?? new Map<string, number>();
  failedNames.set(connection, times);
  const own = name.replace(/~\d+$/, '');
  times.set(own, (times.get(own) ?? 0) + 1);
};

const withoutName = ({ name: _name, ...statement }: QueryConfig): QueryConfig => statement;

type PipelineCallback = (error: unknown, all: PipelineResult[]) => void;

/**
 * Calls back once and then drops the reference. With `query_timeout` the driver keeps the query until its
 * timer fires: long enough to reach the old generation, and all rows of the result with it.
 */
const callOnce = (done: PipelineCallback): PipelineCallback => {
  let waiting: PipelineCallback | null = done;
  return (error, all) => {
    const callback = waiting;
    waiting = null;
    callback?.(error, all);
  };
};

type ColumnReader = { name: string; parse: (text: string) => unknown };

type Collector = { messages: Buffer[]; collector: Connection };

const collectors = new WeakMap<Connection, Collector>();

/**
 * Wraps a connection so that the messages of queries are collected instead of written, and that a query does
 * not end its pipeline: it sends no Sync.
 */
const collectorOf = (connection: Connection): Collector => {
  const known = collectors.get(connection);
  if (known) return known;
  const messages: Buffer[] = [];
  const stream = { writable: true, write: (message: Buffer) => messages.push(message) };
  const collector = Object.create(connection, {
    stream: { value: stream },
    sync: { value: () => undefined },
  }) as Connection;
  collectors.set(connection, { messages, collector });
  return { messages, collector };
};

/**
 * Pipeline that the driver sees as one query; only its last statement is followed by `Sync`. Results
 * arrive in order; `name` and `text` are the current statement's, so that the driver records it.
 */
class PipelineQuery extends Query {
  name: string | undefined;
  text = '';
  // The driver replaces it with a wrapper that applies the timeout.
  callback: PipelineCallback;
  readonly #statements: QueryConfig[];
  readonly #results: PipelineResult[] = [];
  #columns: ColumnReader[] = [];
  #rows: unknown[] = [];
  #isBroken = false;

  constructor(statements: QueryConfig[], done: PipelineCallback) {
    super('');
    this.callback = done;
    this.#statements = statements;
    this.#await();
  }

  override submit = (connection: Connection): void => {
    const { messages, collector } = collectorOf(connection);
    for (const { name, text, values = [] } of this.#statements) {
      const query = new Query(text, values, this.#fail as never);
      // Without values the driver would use the simple protocol, which can't be pipelined.
      Object.assign(query, { name, queryMode: 'extended' }).submit(collector);
      // A value could not be serialized: nothing after it is sent.
      if (this.#isBroken) break;
    }
    connection.sync.call(collector);
    // One buffer costs less than a vectored write of a dozen messages.
    const packet = Buffer.concat(messages.splice(0));
    if (connection.stream.writable) connection.stream.write(packet);
  };

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: typeParser(dataTypeID) }));
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      const row: Record<string, unknown> = {};
      let index = 0;
      for (const { name, parse } of this.#columns) {
        const text = fields[index] ?? null;
        row[name] = text === null ? null : parse(text);
        index += 1;
      }
      this.#rows.push(row);
    } catch (error) {
      this.#fail(error);
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ');
    this.#complete(words[0] ?? '', Number(words.at(-1)) || 0);
  }

  handleEmptyQuery(): void {
    this.#complete('', 0);
  }

  handleReadyForQuery(): void {
    if (!this.#isBroken) this.callback(null, this.#results.splice(0));
  }

  handleError(error: unknown, connection: Connection): void {
    // Statements behind the failed one were skipped and are not prepared. The driver records in these
    // fields what it has sent and what the database has parsed; its types do not declare them.
    const { submittedNamedStatements: sent, parsedStatements: parsed } =
      connection as unknown as Record<string, Record<string, string> | undefined>;
    for (const { name } of this.#statements.slice(this.#results.length)) {
      if (!name) continue;
      delete sent?.[name];
      if (!(name in (parsed ?? {}))) recordFailedName(connection, name);
    }
    this.#fail(error);
  }

  #complete(command: string, rowCount: number): void {
    this.#results.push({ rows: this.#rows, command, rowCount });
    this.#rows = [];
    this.#await();
  }

  #await(): void {
    const { name, text = '' } = this.#statements[this.#results.length] ?? {};
    this.name = name;
    this.text = text;
  }

  readonly #fail = (error: unknown): void => {
    if (!error) return;
    this.#isBroken = true;
    this.callback(error, []);
  };
}
