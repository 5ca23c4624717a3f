import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { checkOut } from './pools.ts';

type ListenOptions = {
  /** Called with the payload of each notification. */
  onNotification: (payload: string) => void;
  /** Called when listening begins, and again after a pause in which notifications may have been lost. */
  onListening: () => void;
  /** Called when listening ends or fails to begin. */
  onLost?: () => void;
  /** Milliseconds between two checks that the server still answers. */
  heartbeat?: number;
};

const reconnectDelayMs = 500;
const heartbeatMs = 5_000;

/**
 * Subscribes to a channel (LISTEN) on a connection of its own until the returned function is called.
 * Replaces a lost connection; notifications sent meanwhile are lost.
 */
export function listen(pool: Pool, channel: string, options: ListenOptions): () => Promise<void> {
  const over = new AbortController();
  const listening = (async () => {
    while (!over.signal.aborted) {
      await listenOnce(pool, channel, { ...options, signal: over.signal }).catch(() => undefined);
      options.onLost?.();
      await sleep(reconnectDelayMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return () => {
    over.abort();
    return listening;
  };
}

/** Listens until the connection breaks or the signal aborts. */
async function listenOnce(
  pool: Pool,
  channel: string,
  {
    onNotification,
    onListening,
    heartbeat = heartbeatMs,
    signal,
  }: ListenOptions & { signal: AbortSignal },
) {
  const client = await checkOut(pool);
  const over = new AbortController();
  try {
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve).once('error', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload = '' }) => onNotification(payload));
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    if (!signal.aborted) onListening();
    await Promise.race([ended, untilUnresponsive(client, heartbeat, over.signal)]);
  } finally {
    over.abort();
    // Closed rather than reused: the next user of the connection must not receive this channel.
    client.release(true);
  }
}

/** Waits until the server no longer answers: a connection that only listens would not notice by itself. */
async function untilUnresponsive(client: PoolClient, heartbeat: number, signal: AbortSignal) {
  for (let isThere = true; isThere && !signal.aborted;) {
    await sleep(heartbeat, undefined, { signal }).catch(() => undefined);
    const answer = client.query('select').then(
      () => true,
      () => false,
    );
    isThere = await Promise.race([answer, sleep(heartbeat, false)]);
  }
}
