import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { sanitizeHtml } from '#server/platform/sanitize-html.ts';
import { compareNewestFirst, type BlogSource, type Post } from './source.ts';

const isoTimestamp = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

/** Fields used of a post of the Content API. */
const ghostPost = z.object({
  title: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  slug: z.string(),
  excerpt: z.string().nullish(),
  html: z.string().nullish(),
  reading_time: z.number().nonnegative().default(0),
  published_at: isoTimestamp,
  updated_at: isoTimestamp.nullish(),
});

function toPost(source: z.output<typeof ghostPost>, pictures: readonly string[]): Post {
  const { excerpt, html, updated_at, reading_time, ...post } = source;
  return {
    ...post,
    excerpt: excerpt ?? '',
    html: sanitizeHtml(html ?? '', { pictures }),
    reading_time: Math.round(reading_time),
    updated_at: updated_at ?? post.published_at,
    language: null,
    subject: post.slug,
  };
}

const postsResponse = z.object({
  posts: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ next: z.number().nullable() }) }).optional(),
});

const notFoundResponse = z.object({
  errors: z.tuple([z.object({ type: z.literal('NotFoundError') })]),
});

type GhostOptions = {
  /** Base URL of Ghost without a trailing slash. */
  url: string;
  /** Content API key, which can read published posts only. */
  key: string;
  /** Public `url` of Ghost, from which browsers load its pictures; defaults to `url`. */
  publicUrl?: string;
  /** Called with the error of each invalid post that was left out. */
  onInvalid?: (error: unknown) => void;
  timeoutMs?: number;
};

/** Maximum page size of Ghost. */
const pageSize = 100;
const maxPages = 50;

/** Returns a source of posts from Ghost's Content API (https://ghost.org/docs/content-api/). */
export function ghostSource(options: GhostOptions): BlogSource {
  const { url, key, publicUrl = url, onInvalid, timeoutMs = 5_000 } = options;
  const pictures = [url, publicUrl].map((address) => new URL(address).origin);
  /** Skips posts that don't match the schema, so that the others are still shown. */
  const readPosts = (posts: unknown[]) =>
    posts.flatMap((given) => {
      const read = ghostPost.safeParse(given);
      if (read.success) return [toPost(read.data, pictures)];
      onInvalid?.(new Error(`Invalid Ghost post ${slugForLog(given)}`, { cause: read.error }));
      return [];
    });
  const request = async (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ key, ...query });
    const answer = await fetch(`${url}/ghost/api/content/${path}/?${search}`, {
      headers: { Accept: 'application/json', 'Accept-Version': 'v5.0' },
      redirect: 'error',
      signal: AbortSignal.timeout(timeoutMs),
    });
    const body: unknown = await answer.json();
    if (answer.status === 404 && notFoundResponse.safeParse(body).success) return null;
    if (!answer.ok) throw new Error(`Ghost returned status ${answer.status}`);
    const { posts, meta } = postsResponse.parse(body);
    return { posts: readPosts(posts), next: meta?.pagination.next ?? null };
  };
  return {
    list: () =>
      orUnavailable(async () => {
        const posts: Post[] = [];
        for (let page: number | null = 1; page !== null && page <= maxPages;) {
          const answer = await request('posts', { limit: String(pageSize), page: String(page) });
          if (!answer) throw new Error('Ghost has no Content API at this URL');
          posts.push(...answer.posts);
          page = answer.next;
        }
        return posts.toSorted(compareNewestFirst);
      }),
    get: (slug) =>
      orUnavailable(async () => {
        const answer = await request(`posts/slug/${encodeURIComponent(slug)}`);
        return answer?.posts[0] ?? null;
      }),
  };
}

function slugForLog(given: unknown) {
  const { slug } = (given ?? {}) as { slug?: unknown };
  return typeof slug === 'string' ? slug.slice(0, 200) : '';
}

/** Converts every error of a request to Ghost to `blog.unavailable`. */
async function orUnavailable<T>(work: () => Promise<T>) {
  try {
    return await work();
  } catch (cause) {
    const failure = new Failure('blog.unavailable');
    failure.cause = cause;
    throw failure;
  }
}
