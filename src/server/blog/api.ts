import { join } from 'node:path';
import type { blog } from '#contract/blog.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import { ghostSource } from './service/ghost.ts';
import { get, list } from './service/list.ts';
import { markdownSource } from './service/markdown.ts';
import { remembered } from './service/remember.ts';

const posts = join(import.meta.dirname, '../../../posts');

/** Posts of the configured Ghost, else those of the repository. */
export const blogApi = (
  { config: { ghost }, origin }: Pick<House, 'config' | 'origin'>,
  report: (error: unknown) => void,
): Handlers<typeof blog> => {
  const source = remembered(
    ghost ? ghostSource(ghost) : markdownSource({ folder: posts, origin }),
    { fresh: 60, good: 3_600, retry: 10, report },
  );
  return {
    getAll: ({ query }) => list(source, query.language),
    get: ({ params }) => get(source, params.slug),
  };
};
