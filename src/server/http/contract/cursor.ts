import { z } from 'zod';
import type { Page } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { id, timestamp, opaqueText } from '#contract/shapes.ts';
import { sql, type RawBuilder } from '#server/database/query.ts';

export type PageQuery = { cursor?: string | undefined; limit: number };

type KeysetPage<K extends readonly string[], R, T> = {
  keySchema: z.ZodType<K>;
  sortKey: (row: R) => K;
  /** Reads up to `limit` rows: the first ones of the list, or those after a sort key. */
  read: (limit: number, after?: K) => Promise<readonly R[]>;
  toRecord: (row: R) => T;
};

/** Reads one page of a list by its sort key, at constant cost for any page (R-TRX-05). */
export const readPage = async <K extends readonly string[], R, T>(
  { cursor, limit }: PageQuery,
  { keySchema, read, ...options }: KeysetPage<K, R, T>,
): Promise<Page<T>> => {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, keySchema);
  return toPage(await read(limit + 1, after), { limit, ...options });
};

type PageOptions<R, T> = {
  limit: number;
  toRecord: (row: R) => T;
  /** Returns the sort key of a row: the next page begins after it. */
  sortKey: (row: R) => readonly string[];
};

/** Returns a page of a list from up to `limit` + 1 rows: the extra row shows that a next page exists. */
export const toPage = <R, T>(
  rows: readonly R[],
  { limit, toRecord: present, sortKey: position }: PageOptions<R, T>,
): Page<T> => {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(present),
    next: last ? encodeCursor(position(last)) : null,
  };
};

/** Encodes a sort key as a cursor. */
export const encodeCursor = (position: readonly string[]) =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Decodes a cursor by the schema of its list; throws `validation` for a damaged one. */
export const decodeCursor = <P>(cursor: string, schema: z.ZodType<P>): P => {
  const position = schema.safeParse(parseCursor(cursor));
  if (position.success) return position.data;
  throw new Failure('validation', { fields: { cursor: ['field.invalid'] } });
};

const parseCursor = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
};

/** Timestamp as PostgreSQL prints it in UTC, to the microsecond. */
export const timestampText = z
  .string()
  .refine(
    (text) =>
      text >= '0001' && timestamp.safeParse(text.replace(' ', 'T').replace(/\+00$/, 'Z')).success,
  );

const anyText = opaqueText(1_000);

type KeysetOptions = {
  /** Expression that the index sorts by; its value comes back as `position`. */
  key: RawBuilder<string>;
  /** Column that breaks ties between rows of the same key. */
  id: RawBuilder<string>;
  descending: boolean;
  cursor?: string | undefined;
  /** Schema of a key value. */
  keySchema?: z.ZodType<string>;
};

/**
 * Returns order and lower bound for keyset pagination (R-TRX-05), at constant cost for any page:
 * `where(after).orderBy(…order)`.
 */
export const keyset = ({
  key,
  id: tie,
  descending,
  cursor,
  keySchema: keyShape = anyText,
}: KeysetOptions) => {
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql<string>`${key} ${direction}, ${tie} ${direction}`;
  if (cursor === undefined) return { order, after: sql<boolean>`true` };
  const [last, lastId] = decodeCursor(cursor, z.tuple([keyShape, id]));
  const beyond = descending ? sql`<` : sql`>`;
  return { order, after: sql<boolean>`(${key}, ${tie}) ${beyond} (${last}, ${lastId}::uuid)` };
};
