import { useSyncExternalStore } from 'react';

const phone = '(width < 40rem)';

function subscribe(listener: () => void) {
  const query = window.matchMedia(phone);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

/** Returns true while tables are shown as cards (`kit.css`), without headers to press. */
export const useIsPhone = () =>
  useSyncExternalStore(
    subscribe,
    () => window.matchMedia(phone).matches,
    () => false,
  );
