import { z } from 'zod';
import type { Page } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { id, timestamp, opaqueText } from '#contract/shapes.ts';
import type { DbTransaction } from '#server/database/database.ts';
import { sql, type RawBuilder, type SelectQueryBuilder } from '#server/database/query.ts';

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
  { keySchema, read, toRecord, sortKey }: KeysetPage<K, R, T>,
): Promise<Page<T>> => {
  const after = cursor === undefined ? undefined : decodeCursor(cursor, keySchema);
  const { items, next } = toPage(await read(limit + 1, after), limit, sortKey);
  return { items: items.map(toRecord), next };
};

/** Returns a page of a list from up to `limit` + 1 rows: the extra row shows that a next page exists. */
const toPage = <R>(rows: readonly R[], limit: number, sortKey: (row: R) => readonly string[]) => {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit), next: last ? encodeCursor(sortKey(last)) : null };
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

type SortedList<D, B extends keyof D, R> = {
  /** Query for all rows of the list, in no order. */
  rows: SelectQueryBuilder<D, B, R>;
  /** Expression that the index sorts by. */
  key: RawBuilder<string>;
  /** Column that breaks ties between rows of the same key. */
  id: RawBuilder<string>;
  descending: boolean;
  /** Schemas of the key and of the id in a cursor. */
  keySchema?: z.ZodType<string> | undefined;
  idSchema?: z.ZodType<string>;
};

/** Reads one page of a list that callers can sort, and the cursor of the next page (R-TRX-05). */
export const readSortedPage = async <D, B extends keyof D, R extends { id: string }>(
  tx: DbTransaction,
  { cursor, limit }: PageQuery,
  { rows, key, id: tie, descending, ...schemas }: SortedList<D, B, R>,
) => {
  const { keySchema = anyText, idSchema = id } = schemas;
  const direction = descending ? sql`desc` : sql`asc`;
  let page = rows.orderBy(sql`${key} ${direction}, ${tie} ${direction}`);
  if (cursor !== undefined) {
    const [last, lastId] = decodeCursor(cursor, z.tuple([keySchema, idSchema]));
    const beyond = descending ? sql`<` : sql`>`;
    page = page.where(sql<boolean>`(${key}, ${tie}) ${beyond} (${last}, ${lastId})`);
  }
  const position = sql<string>`${key}::text`.as('position');
  const query = page.select(position).limit(limit + 1);
  return toPage((await tx.all(query)) as (R & { position: string })[], limit, (row) => [
    row.position,
    row.id,
  ]);
};
