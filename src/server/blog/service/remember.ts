import type { BlogSource, Post } from './source.ts';

type Options = {
  /** Seconds after which the source is asked again. */
  fresh: number;
  /** Seconds that an answer is good for while the source does not answer. */
  good: number;
  /** Seconds after which a source that did not answer is asked again. */
  retry: number;
  /** Hears why the source did not answer. */
  report: (error: unknown) => void;
};

type Entry<T> = {
  answer: Promise<T>;
  until: number;
  /** What was answered last, while it is good for something. */
  last: { value: T; until: number } | undefined;
};

/** Posts remembered at a time, whatever addresses are made up. */
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

/** A source that is asked at most once at a time, and not again for a while. */
export const remembered = (source: BlogSource, options: Options): BlogSource => {
  const list = remember<Post[]>(() => source.list(), options);
  const get = remember<Post | null>((slug) => source.get(slug), options);
  return { list: () => list(''), get };
};
