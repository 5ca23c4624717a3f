import { Failure } from '#contract/errors.ts';

/** Where a page of the list ends: date and id of its last row. */
type Position = { date: string; id: string };

const position = /^(\d{4}-\d{2}-\d{2})_([0-9a-f-]{36})$/;

/** A position as the opaque cursor of the wire. */
export const cursorOf = ({ date, id }: Position) =>
  Buffer.from(`${date}_${id}`).toString('base64url');

/** Reads a cursor back; a damaged one is a failed validation. */
export const positionOf = (cursor: string): Position => {
  const [, date, id] = Buffer.from(cursor, 'base64url').toString().match(position) ?? [];
  if (!date || !id) throw new Failure('validation', { fields: { cursor: ['field.invalid'] } });
  return { date, id };
};
