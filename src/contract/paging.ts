import { z } from 'zod';
import { boundedText } from './shapes.ts';

/** Query of a page in a long list: cursor and size. */
export const pageParams = z.object({
  cursor: z.string().max(4_000).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});

/** Query of a page filtered by words with these prefixes. */
export const searchPageParams = pageParams.extend({ search: boundedText(200).default('') });
