import { useState } from 'react';
import { storedTenantId } from '#web/api/credentials.ts';
import { viewsPrefix } from '#web/session/session.ts';

/** Named search, filters, order and columns of a list: a query of its address. */
export type SavedView = {
  name: string;
  query: string;
};

const isView = (value: unknown): value is SavedView =>
  typeof value === 'object' &&
  value !== null &&
  'name' in value &&
  'query' in value &&
  typeof value.name === 'string' &&
  typeof value.query === 'string';

/** Returns the stored views; none if the storage is blocked or holds anything else. */
function read(key: string): SavedView[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(key) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isView) : [];
  } catch {
    return [];
  }
}

/** Keeps a person's views of a list of an organization in this browser until they sign out (decision 49). */
export function useSavedViews(list: string) {
  const key = `${viewsPrefix()}${storedTenantId()}.${list}`;
  const [views, setViews] = useState(() => read(key));
  const store = (changed: SavedView[]) => {
    setViews(changed);
    try {
      localStorage.setItem(key, JSON.stringify(changed));
    } catch {
      // Without storage the views last as long as the page.
    }
  };
  const without = (name: string) => read(key).filter((view) => view.name !== name);
  return {
    views,
    /** Stores a view; it replaces one with the same name. */
    save: (view: SavedView) =>
      store([...without(view.name), view].toSorted((a, b) => a.name.localeCompare(b.name))),
    remove: (name: string) => store(without(name)),
  };
}
