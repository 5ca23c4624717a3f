import { useEffect } from 'react';

/** Removes the query, but what is `kept`, from the address bar and the history, because its token grants access. */
export function useRemoveQuery(isKnown: boolean, kept = '') {
  useEffect(() => {
    const address = `${window.location.pathname}${kept}`;
    if (isKnown) window.history.replaceState(window.history.state, '', address);
  }, [isKnown, kept]);
}
