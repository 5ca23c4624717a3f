import type { Pool } from 'pg';
import { listen } from './listen.ts';

/** Invalidates caches of rows across processes over LISTEN/NOTIFY. */
export interface News {
  /** Invalidates at once in this process; called by the code that changed the rows. */
  tell: () => void;
  hear: (listener: () => void) => void;
  close: () => Promise<void>;
}

/** Opens a channel: invalidations of this process take effect at once, those of others on NOTIFY. */
export function openNews(owner: Pool, channel: string): News {
  const listeners = new Set<() => void>();
  const tell = () => {
    for (const listener of listeners) listener();
  };
  return {
    tell,
    hear: (listener) => listeners.add(listener),
    close: listen(owner, channel, { onNotice: tell, onListening: tell }),
  };
}
