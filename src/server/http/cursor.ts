import type { z } from 'zod';
import type { Page } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';

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
    next: last ? Buffer.from(JSON.stringify(position(last))).toString('base64url') : null,
  };
};

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
