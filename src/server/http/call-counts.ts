import { setTimeout as sleep } from 'node:timers/promises';
import { Failure } from '#contract/errors.ts';

/** What the counts need of the database; a `pg` pool of the owner's role has it. */
export type Store = {
  query: <R extends Record<string, unknown>>(
    text: string,
    values: unknown[],
  ) => Promise<{ rows: R[] }>;
};

/** How often somebody called in this minute: here, as far as others were told, and at others. */
type Tally = { here: number; told: number; elsewhere: number };

const minute = 60_000;
const settleEvery = 1_000;
/** Who is below this part of a limit here costs the database nothing. */
const worthTelling = 0.1;

// A key has its minute in it, so it only grows. Sorted, so that two processes never wait for each
// other in a ring.
const tell = `insert into app.attempts (key, points, expire)
  select key, points, $3 from unnest($1::text[], $2::int[]) as told (key, points) order by key
  on conflict (key) do update set points = attempts.points + excluded.points
  returning key, points`;

/**
 * Counts calls in this process's memory, each minute from zero, and at most once a second tells the
 * others and hears of theirs; returns what counts one call and throws `tooManyRequests` beyond
 * `mostAMinute`. While the database is away this process counts alone (decisions/0010).
 */
export function countCalls<K extends string>(store: Store, mostAMinute: Record<K, number>) {
  let now = 0;
  let tallies = new Map<string, Tally>();
  let loud = new Map<string, Tally>();
  let settling = false;

  const settle = async () => {
    await sleep(settleEvery, undefined, { ref: false });
    const began = now;
    const told = [...loud].map(([key, tally]) => ({ key, tally, here: tally.here }));
    loud = new Map();
    const keys = told.map(({ key }) => `${key}:${began}`);
    const more = told.map(({ tally, here }) => here - tally.told);
    const { rows } = await store.query<{ key: string; points: number }>(tell, [
      keys,
      more,
      (began + 1) * minute,
    ]);
    const totals = new Map(rows.map(({ key, points }) => [key, points]));
    for (const { key, tally, here } of told) {
      tally.told = here;
      tally.elsewhere = (totals.get(`${key}:${began}`) ?? here) - here;
    }
  };

  /** A failure is no harm: what was not told now is told the next time. */
  const settleSoon = async () => {
    if (settling) return;
    settling = true;
    await settle().catch(() => undefined);
    settling = false;
  };

  return (kind: K, who: string) => {
    const time = Date.now();
    if (now !== Math.floor(time / minute)) {
      now = Math.floor(time / minute);
      [tallies, loud] = [new Map(), new Map()];
    }
    const key = `${kind}:${who}`;
    const tally = tallies.get(key) ?? { here: 0, told: 0, elsewhere: 0 };
    const most = mostAMinute[kind];
    if (tally.here + tally.elsewhere >= most) {
      const seconds = Math.ceil(((now + 1) * minute - time) / 1_000);
      throw new Failure('tooManyRequests', { params: { seconds } });
    }
    tally.here += 1;
    tallies.set(key, tally);
    if (tally.here < most * worthTelling) return;
    loud.set(key, tally);
    void settleSoon();
  };
}
