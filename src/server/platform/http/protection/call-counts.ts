import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#contract/errors.ts';

/** Database access of the counters: a `pg` pool of the owner's role. */
export type CounterStore = {
  query: <R extends Record<string, unknown>>(
    text: string,
    values: unknown[],
  ) => Promise<{ rows: R[] }>;
};

/** Limits per minute: calls per session and tenant, requests of SCIM clients per tenant, connections per network, large bodies per session, calls per API key. */
export const generalLimits = {
  session: 600,
  tenant: 3_000,
  connection: 50,
  largeBody: 60,
  scim: 600,
  scimInvitation: 60,
  apiKey: 600,
};

/** Calls of a key in this minute: in this process, of these reported, and in other processes. */
type Tally = { local: number; reported: number; remote: number };

const minute = 60_000;
const syncIntervalMs = 1_000;
/** Share of a limit below which this process doesn't report a count: most keys cost no query. */
const reportThreshold = 0.1;

// The key includes its minute, so a row only grows. Sorted, so that concurrent upserts of two processes
// can't deadlock.
const upsertCounts = `insert into app.rate_limits (key, points, expire)
  select key, points, $3 from unnest($1::text[], $2::int[]) as shared (key, points) order by key
  on conflict (key) do update set points = rate_limits.points + excluded.points
  returning key, points`;

/**
 * Counts calls per minute in memory and synchronizes with other processes through the database, at most
 * once every `everyMs` milliseconds. Returns a function that counts one call, returns what is left and for
 * how many seconds, and throws `tooManyRequests` beyond `mostAMinute`. While the database is down, each
 * process counts alone (decisions/0010).
 */
export function createCallCounter<K extends string>(
  store: CounterStore,
  mostAMinute: Record<K, number>,
  everyMs = syncIntervalMs,
) {
  let now = 0;
  let tallies = new Map<string, Tally>();
  let reportable = new Map<string, Tally>();
  let isSyncing = false;

  const sync = async () => {
    await sleep(everyMs, undefined, { ref: false });
    const began = now;
    const shared = [...reportable].map(([key, tally]) => ({ key, tally, here: tally.local }));
    reportable = new Map();
    const keys = shared.map(({ key }) => `${key}:${began}`);
    const more = shared.map(({ tally, here }) => here - tally.reported);
    const { rows } = await store.query<{ key: string; points: number }>(upsertCounts, [
      keys,
      more,
      (began + 1) * minute,
    ]);
    const totals = new Map(rows.map(({ key, points }) => [key, points]));
    for (const { key, tally, here } of shared) {
      tally.reported = here;
      tally.remote = (totals.get(`${key}:${began}`) ?? here) - here;
    }
  };

  /** Schedules a synchronization. Failures are ignored: the next one reports the missing counts. */
  const scheduleSync = async () => {
    if (isSyncing) return;
    isSyncing = true;
    await sync().catch(() => undefined);
    isSyncing = false;
  };

  return (kind: K, who: string) => {
    const time = Date.now();
    if (now !== Math.floor(time / minute)) {
      now = Math.floor(time / minute);
      [tallies, reportable] = [new Map(), new Map()];
    }
    const key = `${kind}:${who}`;
    const tally = tallies.get(key) ?? { local: 0, reported: 0, remote: 0 };
    const most = mostAMinute[kind];
    const seconds = Math.ceil(((now + 1) * minute - time) / 1_000);
    if (tally.local + tally.remote >= most) {
      throw new Failure('tooManyRequests', { params: { seconds } });
    }
    tally.local += 1;
    tallies.set(key, tally);
    if (tally.local >= most * reportThreshold) {
      reportable.set(key, tally);
      void scheduleSync();
    }
    return { left: most - tally.local - tally.remote, seconds };
  };
}
