import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool, PoolClient } from 'pg';
import { checkOut } from './pools.ts';

interface Ears {
  /** A notice that somebody's transaction left on the channel. */
  onNotice: (payload: string) => void;
  /** Listening began, or began again after a pause in which notices were lost. */
  onListening: () => void;
  /** Milliseconds between two questions whether the other end is still there. */
  pulse?: number;
}

const pauseMs = 500;
const pulseMs = 5_000;

/**
 * Hears what is told on a channel (LISTEN), on a connection of its own, until the function it
 * returns is called. A lost connection is replaced; what was told meanwhile is lost.
 */
export function listen(pool: Pool, channel: string, ears: Ears): () => Promise<void> {
  const over = new AbortController();
  const listening = (async () => {
    while (!over.signal.aborted) {
      await listenOnce(pool, channel, { ...ears, signal: over.signal }).catch(() => undefined);
      await sleep(pauseMs, undefined, { signal: over.signal }).catch(() => undefined);
    }
  })();
  return () => {
    over.abort();
    return listening;
  };
}

/** Listens until the connection breaks or the signal is given. */
async function listenOnce(
  pool: Pool,
  channel: string,
  { onNotice, onListening, pulse = pulseMs, signal }: Ears & { signal: AbortSignal },
) {
  const client = await checkOut(pool);
  const over = new AbortController();
  try {
    const ended = new Promise<void>((resolve) => {
      client.once('end', resolve).once('error', () => resolve());
      signal.addEventListener('abort', () => resolve(), { once: true });
    });
    client.on('notification', ({ payload = '' }) => onNotice(payload));
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    if (!signal.aborted) onListening();
    await Promise.race([ended, untilSilent(client, pulse, over.signal)]);
  } finally {
    over.abort();
    // Closed: nobody else of the pool is to hear this channel.
    client.release(true);
  }
}

/** Waits until the other end no longer answers: whoever only listens would never notice by itself. */
async function untilSilent(client: PoolClient, pulse: number, signal: AbortSignal) {
  for (let isThere = true; isThere && !signal.aborted;) {
    await sleep(pulse, undefined, { signal }).catch(() => undefined);
    const answer = client.query('select').then(
      () => true,
      () => false,
    );
    isThere = await Promise.race([answer, sleep(pulse, false)]);
  }
}
