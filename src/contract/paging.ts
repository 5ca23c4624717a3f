import { z } from 'zod';

/** Query of a page in a long list: cursor and size. */
export const pageParams = z.object({
  cursor: z.string().max(4_000).optional(),
  limit: z.coerce.number().int().min(1).max(1_000).default(100),
});
