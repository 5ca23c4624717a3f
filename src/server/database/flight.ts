import { Query, type Connection, type FieldDef, type PoolClient, type QueryConfig } from 'pg';
import { keepsNames, parserOf } from './pools.ts';

/** What a statement came to. */
export interface Landed {
  rows: unknown[];
  /** The word of its tag: `SELECT`, `COMMIT`. */
  command: string;
  rowCount: number;
}

/**
 * Sends statements that leave together and are answered together. PostgreSQL runs none behind one that
 * failed, and writes one answer, where it writes one for each statement that is sent on its own.
 * Rejects with the first failure.
 */
export async function fly(client: PoolClient, statements: QueryConfig[]): Promise<Landed[]> {
  const sent = keepsNames(client)
    ? statements.map(namedFor(client.connection))
    : statements.map(unnamed);
  try {
    return await new Promise((resolve, reject) => {
      const done: Done = (error, all) => (error ? reject(error) : resolve(all));
      client.query(new Flight(sent, lettingGo(done)));
    });
  } catch (error) {
    // It was made where messages are read: what matters is who asked.
    Error.captureStackTrace(error as Error);
    throw error;
  }
}

/** The names that a pooler may hold for this connection although the database never agreed to them. */
const spoiled = new WeakMap<Connection, Map<string, number>>();

/**
 * Gives a statement another name on a connection where it failed to be prepared under its own. A pooler notes a
 * name when it passes, and PgBouncer cuts off the client who then prepares it again.
 */
const namedFor = (connection: Connection) => {
  const times = spoiled.get(connection);
  if (!times) return (statement: QueryConfig) => statement;
  return (statement: QueryConfig): QueryConfig => {
    const count = statement.name === undefined ? undefined : times.get(statement.name);
    return count === undefined ? statement : { ...statement, name: `${statement.name}~${count}` };
  };
};

const spoil = (connection: Connection, name: string): void => {
  const times = spoiled.get(connection) ?? new Map<string, number>();
  spoiled.set(connection, times);
  const own = name.replace(/~\d+$/, '');
  times.set(own, (times.get(own) ?? 0) + 1);
};

const unnamed = ({ name: _name, ...statement }: QueryConfig): QueryConfig => statement;

type Done = (error: unknown, all: Landed[]) => void;

/**
 * Tells once, and holds nobody afterwards. Where the driver watches the clock (`query_timeout`), what it
 * was asked outlives every collection of young garbage, and all rows of its answer would with it.
 */
const lettingGo = (done: Done): Done => {
  let waiting: Done | null = done;
  return (error, all) => {
    const tell = waiting;
    waiting = null;
    tell?.(error, all);
  };
};

type Read = { name: string; parse: (text: string) => unknown };

const openEnds = new WeakMap<Connection, Connection>();

/** A connection on which a statement that was sent is not the last one. */
const openEnded = (connection: Connection): Connection => {
  const known = openEnds.get(connection);
  if (known) return known;
  const open = Object.create(connection, { sync: { value: () => undefined } }) as Connection;
  openEnds.set(connection, open);
  return open;
};

/**
 * To the driver one query, which only the last of its statements ends (`Sync`). Their answers come in
 * turn; `name` and `text` are those of the one whose turn it is, for the driver to note which it has
 * prepared.
 */
class Flight extends Query {
  name: string | undefined;
  text = '';
  // The driver puts its own around it, which watches the clock.
  callback: Done;
  readonly #statements: QueryConfig[];
  readonly #landed: Landed[] = [];
  #columns: Read[] = [];
  #rows: unknown[] = [];
  #isBroken = false;

  constructor(statements: QueryConfig[], done: Done) {
    super('');
    this.callback = done;
    this.#statements = statements;
    this.#await();
  }

  override submit = (connection: Connection): void => {
    const open = openEnded(connection);
    connection.stream.cork();
    for (const { name, text, values = [] } of this.#statements) {
      const leg = new Query(text, values, this.#refuse as never);
      // Without values the driver would send it on its own.
      Object.assign(leg, { name, queryMode: 'extended' }).submit(open);
      // A value that cannot be sent: nothing behind it leaves.
      if (this.#isBroken) break;
    }
    connection.sync();
    connection.stream.uncork();
  };

  handleRowDescription({ fields }: { fields: FieldDef[] }): void {
    this.#columns = fields.map(({ name, dataTypeID }) => ({ name, parse: parserOf(dataTypeID) }));
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
      this.#refuse(error);
    }
  }

  handleCommandComplete({ text }: { text: string }): void {
    const words = text.split(' ');
    this.#land(words[0] ?? '', Number(words.at(-1)) || 0);
  }

  handleEmptyQuery(): void {
    this.#land('', 0);
  }

  handleReadyForQuery(): void {
    if (!this.#isBroken) this.callback(null, this.#landed.splice(0));
  }

  handleError(error: unknown, connection: Connection): void {
    // What stood behind the one that failed was skipped, and is not prepared. The driver remembers there what
    // it has sent and what the database agreed to; its types do not tell.
    const { submittedNamedStatements: sent, parsedStatements: parsed } =
      connection as unknown as Record<string, Record<string, string> | undefined>;
    for (const { name } of this.#statements.slice(this.#landed.length)) {
      if (!name) continue;
      delete sent?.[name];
      if (!(name in (parsed ?? {}))) spoil(connection, name);
    }
    this.#refuse(error);
  }

  #land(command: string, rowCount: number): void {
    this.#landed.push({ rows: this.#rows, command, rowCount });
    this.#rows = [];
    this.#await();
  }

  #await(): void {
    const { name, text = '' } = this.#statements[this.#landed.length] ?? {};
    this.name = name;
    this.text = text;
  }

  readonly #refuse = (error: unknown): void => {
    if (!error) return;
    this.#isBroken = true;
    this.callback(error, []);
  };
}
