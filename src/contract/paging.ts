import { z } from 'zod';
import { boundedText } from './shapes.ts';

/** Query of a page in a long list: cursor and size. */
export const pageParams = z.object({
  cursor: z.string().max(500).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

/** Query of a page filtered by words with these prefixes. */
export const searchPageParams = pageParams.extend({ search: boundedText(200).default('') });

/** Query of a page sorted by one of these keys; the first is the default. */
export const sortedPageParams = <const S extends [string, ...string[]]>(
  sorts: S,
  { descending }: { descending: boolean },
) =>
  searchPageParams.extend({
    sort: z.enum(sorts).prefault(sorts[0]),
    descending: z.stringbool().prefault(String(descending)),
  });
