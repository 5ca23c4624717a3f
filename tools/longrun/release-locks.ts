import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';

const longest = `select coalesce(max(extract(epoch from clock_timestamp() - waitstart)) * 1000, 0)::float8
  as ms from pg_locks where not granted and locktype = 'relation'`;

/** Polls how long sessions wait for table locks; returns the longest wait in ms. */
export async function watchLocks(url: string) {
  const client = new Client({ connectionString: url });
  await client.connect();
  const over = new AbortController();
  let most = 0;
  const watching = (async () => {
    while (!over.signal.aborted) {
      const { rows } = await client.query<{ ms: number }>(longest);
      most = Math.max(most, rows[0]?.ms ?? 0);
      await sleep(10);
    }
    await client.end();
  })();
  return {
    stop: async () => {
      over.abort();
      await watching;
      return most;
    },
  };
}
