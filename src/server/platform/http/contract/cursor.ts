import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { id, timestamp, opaqueText } from '#contract/shapes.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import {
  plannedAnew,
  sql,
  type RawBuilder,
  type SelectQueryBuilder,
} from '#server/platform/database/query.ts';

export type PageQuery = { cursor?: string | undefined; limit: number };

/** Returns a page of a list from up to `limit` + 1 rows: the extra row shows that a next page exists. */
export function toPage<R>(
  rows: readonly R[],
  limit: number,
  sortKey: (row: R) => readonly (string | number)[],
) {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return { items: rows.slice(0, limit), next: last ? encodeCursor(sortKey(last)) : null };
}

/** Encodes a sort key as a cursor. */
const encodeCursor = (position: readonly (string | number)[]) =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Decodes a cursor by the schema of its list; throws `validation` for a damaged one. */
export function decodeCursor<P>(cursor: string, schema: z.ZodType<P>): P {
  const position = schema.safeParse(parseCursor(cursor));
  if (position.success) return position.data;
  throw new Failure('validation', { fields: { cursor: ['field.invalid'] } });
}

function parseCursor(cursor: string): unknown {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
}

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
  /** True for rows that a filter chooses, whose plan depends on its values. */
  isFiltered?: boolean;
  /** Schemas of the key and of the id in a cursor. */
  keySchema?: z.ZodType<string> | undefined;
  idSchema?: z.ZodType<string>;
};

/** Reads one page of a list that callers can sort, and the cursor of the next page (R-TRX-05). */
export async function readSortedPage<D, B extends keyof D, R extends { id: string }>(
  tx: DbTransaction,
  { cursor, limit }: PageQuery,
  { rows, key, id: tie, descending, ...schemas }: SortedList<D, B, R>,
) {
  const { keySchema = anyText, idSchema = id, isFiltered } = schemas;
  const direction = descending ? sql`desc` : sql`asc`;
  let page = rows.orderBy(sql`${key} ${direction}, ${tie} ${direction}`);
  if (cursor !== undefined) {
    const [last, lastId] = decodeCursor(cursor, z.tuple([keySchema, idSchema]));
    const beyond = descending ? sql`<` : sql`>`;
    page = page.where(sql<boolean>`(${key}, ${tie}) ${beyond} (${last}, ${lastId})`);
  }
  const position = sql<string>`${key}::text`.as('position');
  const sorted = page.select(position).limit(limit + 1);
  const query = isFiltered ? plannedAnew(sorted) : sorted;
  return toPage((await tx.all(query)) as (R & { position: string })[], limit, (row) => [
    row.position,
    row.id,
  ]);
}
