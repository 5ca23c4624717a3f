import { useSearchParams } from 'react-router';

/** Returns search and sorting of a list; they are kept in the address, so that it can be linked. */
export function useListQuery() {
  const [query, setQuery] = useSearchParams();
  const setParams = (changed: Record<string, string>) =>
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
  return { search: query.get('search') ?? '', sort: query.get('sort') ?? '', query, setParams };
}

/** A sort order; `descending` as in the query of a call. */
type Sorting<S extends string> = { sort: S; descending: 'true' | 'false' };

/** Returns the sort order of an address, else the first. */
export const selectSorting = <S extends string, K extends string>(
  sortings: Readonly<Record<K, Sorting<S>>>,
  name: string,
): Sorting<S> => {
  const keys = Object.keys(sortings) as K[];
  return sortings[keys.find((known) => known === name) ?? (keys[0] as K)];
};
