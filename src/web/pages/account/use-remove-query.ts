import { useEffect } from 'react';

/** Removes the query from the address bar and the history, because its token grants access. */
export function useRemoveQuery(isKnown: boolean) {
  useEffect(() => {
    if (isKnown) window.history.replaceState(window.history.state, '', window.location.pathname);
  }, [isKnown]);
}
