import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Batch } from '#server/database/batch.ts';

/** Some of a list that may be long, and what is to be read to go on; null once it is whole. */
export type Portion<T> = { items: T[]; rest: Batch<Portion<T>> | null };

/** Entries of a portion: in the time that they take nobody else is answered. */
export const portionSize = 500;

type Going<R, T> = {
  present: (row: R) => T;
  /** What is behind this row. */
  rest: (row: R) => Batch<Portion<T>>;
};

/** A portion of a list, of which one row more than `portionSize` was read: it tells of a rest. */
export const portionOf = <R, T>(rows: readonly R[], { present, rest }: Going<R, T>): Portion<T> => {
  const last = rows.length > portionSize ? rows[portionSize - 1] : undefined;
  return { items: rows.slice(0, portionSize).map(present), rest: last ? rest(last) : null };
};

/** Reads what is said to be the rest, for whoever still may; throws what refuses them. */
export type ReadOn = (rest: Batch<Portion<unknown>>) => Promise<Portion<unknown>>;

/**
 * Sends a list of several portions as the one array that it is: each is read when the one before it is
 * taken. What fails on the way ends the connection, so that no part is taken for the whole (decision 22).
 */
export const sendPortions = (
  reply: FastifyReply,
  first: Portion<unknown>,
  readOn: ReadOn,
): FastifyReply => {
  // Before anything is promised.
  const begin = entriesOf(reply, first);
  const texts = async function* () {
    // Who asks for the head alone takes nothing.
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

/** What stands between the brackets, written and checked as any reply. */
const entriesOf = (reply: FastifyReply, { items }: Portion<unknown>) =>
  String(reply.serialize(items)).slice(1, -1);
