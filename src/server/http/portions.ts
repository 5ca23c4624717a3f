import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Batch } from '#server/database/batch.ts';

/** Portion of a list, and the query for the rest; null at the end. */
export type Portion<T> = { items: T[]; rest: Batch<Portion<T>> | null };

/** Entries per portion: serializing them blocks the event loop. */
export const portionSize = 500;

type Going<R, T> = {
  present: (row: R) => T;
  /** Returns the query for the entries after this row. */
  rest: (row: R) => Batch<Portion<T>>;
};

/** Returns a portion from up to `portionSize` + 1 rows: the extra row shows that more follow. */
export const portionOf = <R, T>(rows: readonly R[], { present, rest }: Going<R, T>): Portion<T> => {
  const last = rows.length > portionSize ? rows[portionSize - 1] : undefined;
  return { items: rows.slice(0, portionSize).map(present), rest: last ? rest(last) : null };
};

/** Reads the next portion with the caller's current permissions; throws a refusal. */
export type ReadOn = (rest: Batch<Portion<unknown>>) => Promise<Portion<unknown>>;

/**
 * Streams several portions as one array: each is read when the client has taken the one before. A
 * failure on the way closes the connection, so that a partial list can't pass for a complete one
 * (decision 22).
 */
export const sendPortions = (
  reply: FastifyReply,
  first: Portion<unknown>,
  readOn: ReadOn,
): FastifyReply => {
  // Serialized before the response starts, so that a failure still gets an error status.
  const begin = entriesOf(reply, first);
  const texts = async function* () {
    // HEAD has no body.
    if (reply.request.method === 'HEAD') return;
    yield `[${begin}`;
    for (let { rest } = first; rest;) {
      const portion = await readOn(rest);
      if (portion.items.length > 0) yield `,${entriesOf(reply, portion)}`;
      ({ rest } = portion);
    }
    yield ']';
  };
  return reply.type('application/json; charset=utf-8').send(Readable.from(texts()));
};

/** Returns the entries without brackets, serialized and validated like any reply. */
const entriesOf = (reply: FastifyReply, { items }: Portion<unknown>) =>
  String(reply.serialize(items)).slice(1, -1);
