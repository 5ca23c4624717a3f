import { join } from 'node:path';
import type { blog } from '#contract/blog.ts';
import type { House } from '#server/house.ts';
import type { Handlers } from '#server/http/serve.ts';
import { root } from '#server/root.ts';
import { get, list } from './service/list.ts';
import { remembered } from './service/remember.ts';
import type { BlogSource } from './service/source.ts';

const posts = join(root, 'posts');

type Needs = Pick<House, 'config' | 'origin'>;

/** Loads the source on the first request, as the parser and sanitizer are large modules. */
const openSource = async (
  { config: { ghost }, origin }: Needs,
  onInvalid: (error: unknown) => void,
): Promise<BlogSource> =>
  ghost
    ? (await import('./service/ghost.ts')).ghostSource({ ...ghost, onInvalid })
    : (await import('./service/markdown.ts')).markdownSource({ folder: posts, origin });

/**
 * Returns the blog handlers; posts come from the configured Ghost, else from the repository (R-SITE-06).
 */
export const blogApi = (house: Needs, report: (error: unknown) => void): Handlers<typeof blog> => {
  const source = remembered(
    {
      list: async () => (await openSource(house, report)).list(),
      get: async (slug) => (await openSource(house, report)).get(slug),
    },
    { fresh: 60, good: 3_600, retry: 10, report },
  );
  return {
    getAll: ({ query }) => list(source, query.language),
    get: ({ params }) => get(source, params.slug),
  };
};
