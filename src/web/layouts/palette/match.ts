import { matchSorter, rankings } from 'match-sorter';

/** Combining accents of Latin letters, and the dot below that Devanagari letters may have. */
const accents = /[\u0300-\u036f\u093c]/g;

/** Returns a text without case, accents and, in Devanagari, the kind of nasal sign. */
const fold = (text: string) =>
  text.normalize('NFD').replaceAll(accents, '').replaceAll('\u0901', '\u0902').toLowerCase();

type Texts = {
  /** Matches by its letters in order, too. */
  label: string;
  /** Match only as they are. */
  further?: string | undefined;
};

/** Returns the items that match every word of a search, the best matches first. */
export const rank = <T>(items: readonly T[], search: string, textsOf: (item: T) => Texts): T[] =>
  fold(search)
    .split(/\s+/)
    .filter(Boolean)
    .reduceRight<readonly T[]>(
      (found, word) =>
        matchSorter(found, word, {
          keys: [
            (item) => fold(textsOf(item).label),
            { key: (item) => fold(textsOf(item).further ?? ''), threshold: rankings.CONTAINS },
          ],
          baseSort: (one, other) => one.index - other.index,
        }),
      items,
    )
    .slice();
