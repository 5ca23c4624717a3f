import { Query, type Connection, type FieldDef, type PoolClient, type QueryConfig } from 'pg';
import { allowsNamedStatements, typeParser } from './pools.ts';

/** Result of one statement. */
export type PipelineResult = {
  rows: unknown[];
  /** First word of the command tag: `SELECT`, `COMMIT`. */
  command: string;
  rowCount: number;
};

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
function renameFailed(connection: Connection) {
  const times = failedNames.get(connection);
  if (!times) return (statement: QueryConfig) => statement;
  return (statement: QueryConfig): QueryConfig => {
    const count = statement.name === undefined ? undefined : times.get(statement.name);
    return count === undefined ? statement : { ...statement, name: `${statement.name}~${count}` };
  };
}

function recordFailedName(connection: Connection, name: string): void {
  const times = failedNames.get(connection) ?? new Map<string, number>();
  failedNames.set(connection, times);
  const own = name.replace(/~\d+$/, '');
  times.set(own, (times.get(own) ?? 0) + 1);
}

const withoutName = ({ name: _name, ...statement }: QueryConfig): QueryConfig => statement;

type PipelineCallback = (error: unknown, all: PipelineResult[]) => void;

/**
 * Calls back once and then drops the reference. With `query_timeout` the driver keeps the query until its
 * timer fires: long enough to reach the old generation, and all rows of the result with it.
 */
function callOnce(done: PipelineCallback): PipelineCallback {
  let waiting: PipelineCallback | null = done;
  return (error, all) => {
    const callback = waiting;
    waiting = null;
    callback?.(error, all);
  };
}

type ColumnReader = { name: string; parse: (text: string) => unknown };

type Collector = {
  messages: Buffer[];
  collector: Connection;
  /**
   * Columns of the named statements that were described on this connection. They stay the same: where their types
   * changed, the database refuses the statement (`isStalePlan`).
   */
  columns: Map<string, ColumnReader[]>;
  /** False leaves out the next request for a description. */
  isDescribing: boolean;
};

const collectors = new WeakMap<Connection, Collector>();

/**
 * Wraps a connection so that the messages of queries are collected instead of written, that a query does not end its
 * pipeline, as it sends no Sync, and that known columns are not described again.
 */
function collectorOf(connection: Connection): Collector {
  const known = collectors.get(connection);
  if (known) return known;
  const messages: Buffer[] = [];
  const stream = { writable: true, write: (message: Buffer) => messages.push(message) };
  const describe = (...what: Parameters<Connection['describe']>) => {
    if (made.isDescribing) connection.describe.apply(made.collector, what);
  };
  const collector = Object.create(connection, {
    stream: { value: stream },
    sync: { value: () => undefined },
    describe: { value: describe },
  }) as Connection;
  const made: Collector = { messages, collector, columns: new Map(), isDescribing: true };
  collectors.set(connection, made);
  return made;
}

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
  #described: Collector['columns'] = new Map();
  /** Columns of the statements that were sent without a request for their description. */
  readonly #known: (ColumnReader[] | undefined)[] = [];
  #columns: ColumnReader[] = [];
  #rows: unknown[] = [];
  #isBroken = false;

  constructor(statements: QueryConfig[], done: PipelineCallback) {
    super('');
    this.callback = done;
    this.#statements = statements;
  }

  override submit = (connection: Connection): void => {
    const made = collectorOf(connection);
    const { messages, collector } = made;
    this.#described = made.columns;
    for (const { name, text, values = [] } of this.#statements) {
      const query = new Query(text, values, this.#fail as never);
      // Without values the driver would use the simple protocol, which can't be pipelined.
      const known = name === undefined ? undefined : made.columns.get(name);
      this.#known.push(known);
      made.isDescribing = known === undefined;
      Object.assign(query, { name, queryMode: 'extended' }).submit(collector);
      // A value could not be serialized: nothing after it is sent.
      if (this.#isBroken) break;
    }
    this.#await();
    connection.sync.call(collector);
    // One buffer costs less than a vectored write of a dozen messages.
    const packet = Buffer.concat(messages.splice(0));
    if (connection.stream.writable) connection.stream.write(packet);
  };

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: typeParser(dataTypeID) }));
    if (this.name !== undefined) this.#described.set(this.name, this.#columns);
  }

  handleDataRow({ fields }: { fields: (string | null)[] }): void {
    try {
      if (fields.length !== this.#columns.length) throw new Error('The columns have changed');
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
      this.#described.delete(name);
      delete sent?.[name];
      if (!(name in (parsed ?? {}))) recordFailedName(connection, name);
    }
    this.#fail(error);
  }

  #complete(command: string, rowCount: number): void {
    this.#results.push({ rows: this.#rows, command, rowCount });
    // A statement without a description has no columns.
    if (this.name !== undefined && !this.#described.has(this.name))
      this.#described.set(this.name, []);
    this.#rows = [];
    this.#await();
  }

  #await(): void {
    const { name, text = '' } = this.#statements[this.#results.length] ?? {};
    this.name = name;
    this.text = text;
    this.#columns = this.#known[this.#results.length] ?? [];
  }

  readonly #fail = (error: unknown): void => {
    if (!error) return;
    this.#isBroken = true;
    this.callback(error, []);
  };
}
