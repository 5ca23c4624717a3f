import { useRef, useState } from 'react';

/** Selected rows of a table, by key. */
export type RowSelection = {
  /** Keys of the selected rows that are loaded, in the order of the rows. */
  keys: readonly string[];
  has: (key: string) => boolean;
  /** Selects or deselects a row; the next range begins there. */
  toggle: (key: string) => void;
  /** Selects the rows from the one that was toggled last to this one, instead of the last range. */
  extendTo: (key: string) => void;
  selectAll: () => void;
  clear: () => void;
};

type Selected = {
  scope: string;
  keys: ReadonlySet<string>;
  /** Keys without the current range, which moves with its end. */
  outside: ReadonlySet<string>;
};

/** Returns the keys from one row to another, in either direction. */
function rangeOf(rows: readonly string[], from: string, to: string) {
  const [start = 0, end = 0] = [rows.indexOf(from), rows.indexOf(to)].toSorted((a, b) => a - b);
  return start < 0 ? [to] : rows.slice(start, end + 1);
}

/** Keeps which rows are selected until `scope` changes, such as the query of the list. */
export function useRowSelection(rows: readonly string[], scope: string): RowSelection {
  const none: Selected = { scope, keys: new Set(), outside: new Set() };
  const [stored, setStored] = useState(none);
  const anchor = useRef<string>(undefined);
  const selected = stored.scope === scope ? stored : none;
  const select = (keys: Iterable<string>, outside: Iterable<string> = keys) =>
    setStored({ scope, keys: new Set(keys), outside: new Set(outside) });
  return {
    keys: rows.filter((key) => selected.keys.has(key)),
    has: (key) => selected.keys.has(key),
    toggle: (key) => {
      const keys = new Set(selected.keys);
      if (!keys.delete(key)) keys.add(key);
      anchor.current = key;
      select(keys);
    },
    extendTo: (key) => {
      anchor.current ??= key;
      select([...selected.outside, ...rangeOf(rows, anchor.current, key)], selected.outside);
    },
    selectAll: () => select(rows),
    clear: () => select([]),
  };
}
