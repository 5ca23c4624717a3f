import { join } from 'node:path';
import type { blog } from '#contract/blog.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { Handlers } from '#server/platform/http/contract/routes.ts';
import { root } from '#server/platform/root.ts';
import { cachedSource } from './service/cached-source.ts';
import { get, list } from './service/list.ts';
import type { BlogSource } from './service/source.ts';

const postsFolder = join(root, 'posts');

type BlogContext = Pick<AppContext, 'config' | 'origin'>;

/** Loads the source on the first request, as the parser and sanitizer are large modules. */
const openSource = async (
  { config: { ghost }, origin }: BlogContext,
  onInvalid: (error: unknown) => void,
): Promise<BlogSource> =>
  ghost
    ? (await import('./service/ghost.ts')).ghostSource({ ...ghost, onInvalid })
    : (await import('./service/markdown.ts')).markdownSource({ folder: postsFolder, origin });

/** Returns the blog handlers; posts come from Ghost if configured, else from the repository (R-SITE-06). */
export function blogApi(
  context: BlogContext,
  report: (error: unknown) => void,
): Handlers<typeof blog> {
  const source = cachedSource(
    {
      list: async () => (await openSource(context, report)).list(),
      get: async (slug) => (await openSource(context, report)).get(slug),
    },
    { fresh: 60, good: 3_600, retry: 10, report },
  );
  return {
    getAll: ({ query }) => list(source, query.language),
    get: ({ params }) => get(source, params.slug),
  };
}
