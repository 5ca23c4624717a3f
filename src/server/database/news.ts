import type { Pool } from 'pg';
import { listen } from './listen.ts';

/** Tells whoever keeps what was made of some rows that these changed. */
export interface News {
  /** Told by who changed them, so that what this process does next knows of it. */
  tell: () => void;
  hear: (listener: () => void) => void;
  close: () => Promise<void>;
}

/** News of this process at once, of others as soon as the database passes them on (NOTIFY). */
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
