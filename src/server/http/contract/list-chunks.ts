import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { Pipeline } from '#server/database/driver/pipeline.ts';

/** Portion of a list, and the query for the rest; null at the end. */
export type ListChunk<T> = { items: T[]; rest: Pipeline<ListChunk<T>> | null };

/** Entries per portion: serializing them blocks the event loop. */
export const chunkSize = 500;

type ChunkOptions<R, T> = {
  toRecord: (row: R) => T;
  /** Returns the query for the entries after this row. */
  rest: (row: R) => Pipeline<ListChunk<T>>;
};

/** Returns a portion from up to `chunkSize` + 1 rows: the extra row shows that more follow. */
export const toChunk = <R, T>(
  rows: readonly R[],
  { toRecord: present, rest }: ChunkOptions<R, T>,
): ListChunk<T> => {
  const last = rows.length > chunkSize ? rows[chunkSize - 1] : undefined;
  return { items: rows.slice(0, chunkSize).map(present), rest: last ? rest(last) : null };
};

/** Reads the next portion with the caller's current permissions; throws a refusal. */
export type ReadNextChunk = (rest: Pipeline<ListChunk<unknown>>) => Promise<ListChunk<unknown>>;

/**
 * Streams several portions as one array: each is read when the client has taken the one before. A
 * failure on the way closes the connection, so that a partial list can't pass for a complete one
 * (decision 22).
 */
export const streamChunks = (
  reply: FastifyReply,
  first: ListChunk<unknown>,
  readOn: ReadNextChunk,
): FastifyReply => {
  // Serialized before the response starts, so that a failure still gets an error status.
  const begin = serializeEntries(reply, first);
  const texts = async function* () {
    // HEAD has no body.
    if (reply.request.method === 'HEAD') return;
    yield `[${begin}`;
    for (let { rest } = first; rest;) {
      const portion = await readOn(rest);
      if (portion.items.length > 0) yield `,${serializeEntries(reply, portion)}`;
      ({ rest } = portion);
    }
    yield ']';
  };
  return reply.type('application/json; charset=utf-8').send(Readable.from(texts()));
};

/** Returns the entries without brackets, serialized and validated like any reply. */
const serializeEntries = (reply: FastifyReply, { items }: ListChunk<unknown>) =>
  String(reply.serialize(items)).slice(1, -1);
