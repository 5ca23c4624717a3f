import type { Pool } from 'pg';
import { listen } from './driver/listen.ts';

/** Invalidates caches of rows across processes over LISTEN/NOTIFY. */
export type CacheInvalidation = {
  /** Invalidates at once in this process; called by the code that changed the rows. */
  publish: () => void;
  subscribe: (listener: () => void) => void;
  close: () => Promise<void>;
};

/** Opens a channel: invalidations of this process take effect at once, those of others on NOTIFY. */
export function openCacheInvalidation(owner: Pool, channel: string): CacheInvalidation {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    publish: tell,
    subscribe: (listener) => listeners.add(listener),
    close: listen(owner, channel, { onNotification: tell, onListening: tell }),
  };
}
