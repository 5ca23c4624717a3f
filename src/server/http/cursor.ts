import { z } from 'zod';
import type { Page } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import { id, instant, opaque } from '#contract/shapes.ts';
import { sql, type RawBuilder } from '#server/database/query.ts';

type Shown<R, T> = {
  limit: number;
  present: (row: R) => T;
  /** What the list is sorted by: where the next page begins. */
  position: (row: R) => readonly string[];
};

/** One page of a list, of which one row more than `limit` was read: it tells of a next page. */
export const pageOf = <R, T>(
  rows: readonly R[],
  { limit, present, position }: Shown<R, T>,
): Page<T> => {
  const last = rows.length > limit ? rows[limit - 1] : undefined;
  return {
    items: rows.slice(0, limit).map(present),
    next: last ? cursorOf(position(last)) : null,
  };
};

/** A cursor that points there. */
export const cursorOf = (position: readonly string[]) =>
  Buffer.from(JSON.stringify(position)).toString('base64url');

/** Where a cursor points, as its list's schema says; a damaged one is a failed validation. */
export const positionOf = <P>(cursor: string, schema: z.ZodType<P>): P => {
  const position = schema.safeParse(read(cursor));
  if (position.success) return position.data;
  throw new Failure('validation', { fields: { cursor: ['field.invalid'] } });
};

const read = (cursor: string): unknown => {
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString());
  } catch {
    return null;
  }
};

/** A moment as PostgreSQL writes it in UTC, to the microsecond. */
export const moment = z
  .string()
  .refine(
    (text) =>
      text >= '0001' && instant.safeParse(text.replace(' ', 'T').replace(/\+00$/, 'Z')).success,
  );

const anyText = opaque(1_000);

type Sorted = {
  /** What an index sorts by; its value comes back as `position`. */
  key: RawBuilder<string>;
  /** The column that tells rows of the same key apart. */
  id: RawBuilder<string>;
  descending: boolean;
  cursor?: string | undefined;
  /** What a value of the key is. */
  keyShape?: z.ZodType<string>;
};

/** Order and beginning of a page, however far into the list it is: `where(after).orderBy(…order)`. */
export const keyset = ({ key, id: tie, descending, cursor, keyShape = anyText }: Sorted) => {
  const direction = descending ? sql`desc` : sql`asc`;
  const order = sql<string>`${key} ${direction}, ${tie} ${direction}`;
  if (cursor === undefined) return { order, after: sql<boolean>`true` };
  const [last, lastId] = positionOf(cursor, z.tuple([keyShape, id]));
  const beyond = descending ? sql`<` : sql`>`;
  return { order, after: sql<boolean>`(${key}, ${tie}) ${beyond} (${last}, ${lastId}::uuid)` };
};
