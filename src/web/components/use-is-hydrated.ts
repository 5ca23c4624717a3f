import { useSyncExternalStore } from 'react';

const subscribeToNothing = () => () => undefined;

/** Returns true once the server-rendered page is hydrated. */
export const useIsHydrated = () =>
  useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
