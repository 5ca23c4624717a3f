import type { Socket } from 'node:net';
import type { TrafficListener } from './proxy.ts';

/** Number of statements of tenants' requests and accounts, and of round trips for them. */
export type StatementCounts = { statements: number; roundTrips: number };

const [query, execute, sync] = [...'QES'].map((letter) => letter.charCodeAt(0));
/** The first message of a connection has no type byte; it names the role. */
const runtime = /user\0pregao_(?:runtime|accounts)/;

/** Counts, by PostgreSQL's protocol, what passes on the connections of the application's role. */
export function countStatements() {
  const counts: StatementCounts = { statements: 0, roundTrips: 0 };
  const lines = new WeakMap<Socket, { isRuntime: boolean; rest: Buffer }>();

  const hear: TrafficListener = (chunk, connection) => {
    const line = lines.get(connection);
    if (!line) {
      const start = { isRuntime: runtime.test(chunk.toString('latin1')), rest: Buffer.alloc(0) };
      lines.set(connection, start);
      // The startup message is sent alone, so this chunk holds nothing else.
      return;
    }
    if (!line.isRuntime) return;
    line.rest = Buffer.concat([line.rest, chunk]);
    while (line.rest.length >= 5 && line.rest.length > line.rest.readUInt32BE(1)) {
      const letter = line.rest[0];
      if (letter === execute || letter === query) counts.statements += 1;
      if (letter === sync || letter === query) counts.roundTrips += 1;
      line.rest = line.rest.subarray(1 + line.rest.readUInt32BE(1));
    }
  };

  /** Counts what is sent while the work runs. */
  const during = async (work: () => Promise<unknown>): Promise<StatementCounts> => {
    const before = { ...counts };
    await work();
    return {
      statements: counts.statements - before.statements,
      roundTrips: counts.roundTrips - before.roundTrips,
    };
  };
  return { hear, during };
}
