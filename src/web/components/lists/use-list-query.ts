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
