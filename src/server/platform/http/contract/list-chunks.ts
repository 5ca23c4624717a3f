import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { retryOnce } from '#server/platform/database/driver/errors.ts';

/** List that is read in chunks: yields each chunk but the last, and returns the last one. */
export type ChunkedList<T> = AsyncGenerator<T[], T[], void>;

/** Entries per chunk: serializing them blocks the event loop. */
export const chunkSize = 500;

/** Reads a list in chunks; `readAfter` returns up to `chunkSize` + 1 rows, the extra one for more. */
export async function* readInChunks<R, T>(
  readAfter: (last?: R) => Promise<R[]>,
  toRecord: (row: R) => T,
): ChunkedList<T> {
  for (let last: R | undefined; ;) {
    const rows = await retryOnce(() => readAfter(last));
    if (rows.length <= chunkSize) return rows.map(toRecord);
    last = rows[chunkSize - 1];
    yield rows.slice(0, chunkSize).map(toRecord);
  }
}

/** Returns true for a list that its handler reads in chunks. */
export const isChunkedList = (answer: unknown): answer is ChunkedList<unknown> =>
  typeof answer === 'object' && answer !== null && Symbol.asyncIterator in answer;

/**
 * Streams a list as one array: each chunk is read when the client has taken the one before. A failure on the
 * way closes the connection, so that a partial list can't pass for a complete one (decision 22).
 */
export function streamChunks(
  reply: FastifyReply,
  first: unknown[],
  rest: ChunkedList<unknown>,
): FastifyReply {
  // Serialized before the response starts, so that a failure still gets an error status.
  const begin = serializeEntries(reply, first);
  const texts = async function* () {
    // HEAD has no body.
    if (reply.request.method === 'HEAD') return;
    yield `[${begin}`;
    for (let isLast = false; !isLast;) {
      const chunk = await rest.next();
      if (chunk.value.length > 0) yield `,${serializeEntries(reply, chunk.value)}`;
      isLast = chunk.done === true;
    }
    yield ']';
  };
  return reply.type('application/json; charset=utf-8').send(Readable.from(texts()));
}

/** Returns the entries without brackets, serialized and validated like any reply. */
const serializeEntries = (reply: FastifyReply, items: unknown[]) =>
  String(reply.serialize(items)).slice(1, -1);
