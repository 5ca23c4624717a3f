import { useSearchParams } from 'react-router';

/** What is searched for on a list and how it is sorted; kept in the address, so that it can be led to. */
export function useAsked() {
  const [query, setQuery] = useSearchParams();
  const ask = (changed: Record<string, string>) =>
    setQuery(
      (before) => {
        for (const [name, value] of Object.entries(changed)) {
          if (value) before.set(name, value);
          else before.delete(name);
        }
        return before;
      },
      { replace: true },
    );
  return { search: query.get('search') ?? '', sort: query.get('sort') ?? '', query, ask };
}

/** A way to sort: `descending` as the query of a call takes it. */
type Sorting<S extends string> = { sort: S; descending: 'true' | 'false' };

/** The sorting that an address names, else the first. */
export const sortingOf = <S extends string, K extends string>(
  sortings: Readonly<Record<K, Sorting<S>>>,
  asked: string,
): Sorting<S> => {
  const keys = Object.keys(sortings) as K[];
  return sortings[keys.find((known) => known === asked) ?? (keys[0] as K)];
};
