import { z } from 'zod';
import { text } from './shapes.ts';

/** A page of a long list: from where, and how many. */
export const page = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

/** A page of what has words beginning like these. */
export const searchedPage = page.extend({ search: text(200).default('') });

/** The same, sorted by one of these, the first unless said otherwise. */
export const sortedPage = <const S extends [string, ...string[]]>(
  sorts: S,
  { descending }: { descending: boolean },
) =>
  searchedPage.extend({
    sort: z.enum(sorts).prefault(sorts[0]),
    descending: z.stringbool().prefault(String(descending)),
  });
