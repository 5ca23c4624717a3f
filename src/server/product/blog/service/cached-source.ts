import type { BlogSource, Post } from './source.ts';

type CacheOptions = {
  /** Seconds before a cached reply is refreshed. */
  fresh: number;
  /** Seconds that a stale reply may be served while the source fails. */
  good: number;
  /** Seconds before a failed source is retried. */
  retry: number;
  report: (error: unknown) => void;
};

type CachedReply<T> = {
  answer: Promise<T>;
  until: number;
  /** Last successful reply, served stale while the source fails. */
  last: { value: T; until: number } | undefined;
};

/** Maximum number of cached posts, so that requests for made-up slugs can't fill the memory. */
const maxEntries = 500;

const secondsFromNow = (seconds: number) => performance.now() + seconds * 1_000;

function cacheReplies<T>(
  load: (key: string) => Promise<T>,
  { fresh, good, retry, report }: CacheOptions,
): (key: string) => Promise<T> {
  const entries = new Map<string, CachedReply<T>>();
  const refresh = async (key: string, entry: CachedReply<T>) => {
    try {
      const value = await load(key);
      entry.last = { value, until: secondsFromNow(good) };
      return value;
    } catch (error) {
      report(error);
      entry.until = secondsFromNow(retry);
      if (entry.last && entry.last.until > performance.now()) return entry.last.value;
      throw error;
    }
  };
  return (key) => {
    const known = entries.get(key);
    if (known && known.until > performance.now()) return known.answer;
    const entry: CachedReply<T> = {
      until: secondsFromNow(fresh),
      last: known?.last,
      answer: Promise.resolve().then(() => refresh(key, entry)),
    };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > maxEntries && oldest !== undefined) entries.delete(oldest);
    return entry.answer;
  };
}

/** Caches a source: coalesces concurrent requests and serves stale replies while the source fails. */
export function cachedSource(source: BlogSource, options: CacheOptions): BlogSource {
  const list = cacheReplies<Post[]>(() => source.list(), options);
  const get = cacheReplies<Post | null>((slug) => source.get(slug), options);
  return { list: () => list(''), get };
}
