import type { BlogSource, Post } from './source.ts';

type Options = {
  /** Seconds before a cached reply is refreshed. */
  fresh: number;
  /** Seconds that a stale reply may be served while the source fails. */
  good: number;
  /** Seconds before a failed source is retried. */
  retry: number;
  /** Receives each error of the source. */
  report: (error: unknown) => void;
};

type Entry<T> = {
  answer: Promise<T>;
  until: number;
  /** Last successful reply, served stale while the source fails. */
  last: { value: T; until: number } | undefined;
};

/** Maximum number of cached posts, so that requests for made-up slugs can't fill the memory. */
const most = 500;

const after = (seconds: number) => performance.now() + seconds * 1_000;

const remember = <T>(
  ask: (key: string) => Promise<T>,
  { fresh, good, retry, report }: Options,
): ((key: string) => Promise<T>) => {
  const entries = new Map<string, Entry<T>>();
  const load = async (key: string, entry: Entry<T>) => {
    try {
      const value = await ask(key);
      entry.last = { value, until: after(good) };
      return value;
    } catch (error) {
      report(error);
      entry.until = after(retry);
      if (entry.last && entry.last.until > performance.now()) return entry.last.value;
      throw error;
    }
  };
  return (key) => {
    const known = entries.get(key);
    if (known && known.until > performance.now()) return known.answer;
    const entry: Entry<T> = {
      until: after(fresh),
      last: known?.last,
      answer: Promise.resolve().then(() => load(key, entry)),
    };
    entries.delete(key);
    entries.set(key, entry);
    const [oldest] = entries.keys();
    if (entries.size > most && oldest !== undefined) entries.delete(oldest);
    return entry.answer;
  };
};

/** Caches a source: coalesces concurrent requests and serves stale replies while the source fails. */
export const remembered = (source: BlogSource, options: Options): BlogSource => {
  const list = remember<Post[]>(() => source.list(), options);
  const get = remember<Post | null>((slug) => source.get(slug), options);
  return { list: () => list(''), get };
};
