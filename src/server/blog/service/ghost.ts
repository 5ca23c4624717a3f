import { z } from 'zod';
import { Failure } from '#contract/errors.ts';
import { sanitizeHtml } from './sanitize.ts';
import { byDate, type BlogSource, type Post } from './source.ts';

const instant = z.iso.datetime({ offset: true }).transform((at) => new Date(at).toISOString());

/** A post as the Content API has it; it says much more. */
const ghostPost = z.object({
  title: z.string(),
  url: z.url({ protocol: /^https?$/ }),
  slug: z.string(),
  excerpt: z.string().nullish(),
  html: z.string().nullish(),
  reading_time: z.number().nonnegative().default(0),
  published_at: instant,
  updated_at: instant.nullish(),
});

const toPost = (given: z.output<typeof ghostPost>, pictures: readonly string[]): Post => {
  const { excerpt, html, updated_at, reading_time, ...post } = given;
  return {
    ...post,
    excerpt: excerpt ?? '',
    html: sanitizeHtml(html ?? '', { pictures }),
    reading_time: Math.round(reading_time),
    updated_at: updated_at ?? post.published_at,
    language: null,
    subject: post.slug,
  };
};

const answerOfPosts = z.object({
  posts: z.array(z.unknown()),
  meta: z.object({ pagination: z.object({ next: z.number().nullable() }) }).optional(),
});

const answerOfNothing = z.object({
  errors: z.tuple([z.object({ type: z.literal('NotFoundError') })]),
});

type Options = {
  /** Where Ghost is, without a trailing slash. */
  url: string;
  /** Of its Content API; it can read what is published, and nothing else. */
  key: string;
  /** Its own `url`, where browsers find its pictures; the same address unless given. */
  publicUrl?: string;
  /** Called with a post that was left out, and why. */
  onInvalid?: (error: unknown) => void;
  /** How long it may take to answer, in ms. */
  patience?: number;
};

/** The most that Ghost gives at once. */
const pageSize = 100;
const maxPages = 50;

/** Posts from Ghost's Content API (https://ghost.org/docs/content-api/). */
export const ghostSource = (options: Options): BlogSource => {
  const { url, key, publicUrl = url, onInvalid, patience = 5_000 } = options;
  const pictures = [url, publicUrl].map((address) => new URL(address).origin);
  /** Leaves out a post that is not as promised, so that the others are still shown. */
  const readPosts = (posts: unknown[]) =>
    posts.flatMap((given) => {
      const read = ghostPost.safeParse(given);
      if (read.success) return [toPost(read.data, pictures)];
      onInvalid?.(new Error(`The post ${nameOf(given)} cannot be shown`, { cause: read.error }));
      return [];
    });
  const ask = async (path: string, query: Record<string, string> = {}) => {
    const search = new URLSearchParams({ key, ...query });
    const answer = await fetch(`${url}/ghost/api/content/${path}/?${search}`, {
      headers: { Accept: 'application/json', 'Accept-Version': 'v5.0' },
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
    });
    const said: unknown = await answer.json();
    if (answer.status === 404 && answerOfNothing.safeParse(said).success) return null;
    if (!answer.ok) throw new Error(`Ghost answered ${answer.status}`);
    const { posts, meta } = answerOfPosts.parse(said);
    return { posts: readPosts(posts), next: meta?.pagination.next ?? null };
  };
  return {
    list: () =>
      orUnavailable(async () => {
        const posts: Post[] = [];
        for (let page: number | null = 1; page !== null && page <= maxPages;) {
          const answer = await ask('posts', { limit: String(pageSize), page: String(page) });
          if (!answer) throw new Error('Ghost knows no posts at this address');
          posts.push(...answer.posts);
          page = answer.next;
        }
        return posts.toSorted(byDate);
      }),
    get: (slug) =>
      orUnavailable(async () => {
        const answer = await ask(`posts/slug/${encodeURIComponent(slug)}`);
        return answer?.posts[0] ?? null;
      }),
  };
};

/** The slug of a post that cannot be read, for the log. */
const nameOf = (given: unknown) => {
  const { slug } = (given ?? {}) as { slug?: unknown };
  return typeof slug === 'string' ? slug.slice(0, 200) : '';
};

/** Whatever goes wrong on the way to Ghost, the blog is not there just now. */
const orUnavailable = async <T>(work: () => Promise<T>) => {
  try {
    return await work();
  } catch (cause) {
    const failure = new Failure('blog.unavailable');
    failure.cause = cause;
    throw failure;
  }
};
