import { whatIsDue } from './events-of-time.ts';
import { Ledger } from './ledger.ts';
import { lockClock, moveClock, type Queries, type Store } from './store.ts';
import type { Kind, Kinds } from './wire.ts';

/** Cause of changes by the clock: no request. */
const byTime = { id: null, idempotencyKey: null, isTime: true } as const;

/** Callback after each moment at which something happened, in epoch seconds. */
type AfterMoment = (at: number) => Promise<void>;

/**
 * Moves the sandbox's clock: everything that falls due happens at its own time, in order. Each moment is
 * its own transaction, so other requests are answered in between. Returns the new time.
 */
export async function advance(
  store: Store,
  seconds: number,
  afterMoment: AfterMoment = async () => {},
): Promise<number> {
  const start = await store.transaction(lockClock);
  const target = start + seconds;
  for (;;) {
    const at = await store.transaction((queries) => nextMoment(queries, target));
    if (at === null) break;
    await afterMoment(at);
  }
  return store.transaction((queries) => reach(queries, target));
}

/** Applies everything due by now at the times it was due. Returns true when there was any. */
export const tick = (store: Store): Promise<boolean> =>
  store.transaction(async (queries) => settleDue(queries, await lockClock(queries)));

/** Does the same within a transaction that holds the clock's lock. */
export async function settleDue(queries: Queries, now: number): Promise<boolean> {
  let some = false;
  for (;;) {
    const due = await earliest(queries, now);
    if (!due) return some;
    await happen(queries, due);
    some = true;
  }
}

/** Moves the clock within a transaction that holds its lock, and applies everything due on the way. */
export async function settleTo(queries: Queries, target: number): Promise<void> {
  for (;;) {
    const first = await earliest(queries, target);
    if (!first) break;
    await reach(queries, first.due_at);
    await settleDue(queries, first.due_at);
  }
  await reach(queries, target);
}

/** Moves to the next time at which something is due and applies all of it. */
async function nextMoment(queries: Queries, until: number): Promise<number | null> {
  await lockClock(queries);
  const first = await earliest(queries, until);
  if (!first) return null;
  await reach(queries, first.due_at);
  await settleDue(queries, first.due_at);
  return first.due_at;
}

/** Moves the clock to a time, never back: real time may be further already. */
async function reach(queries: Queries, at: number): Promise<number> {
  const now = await lockClock(queries);
  if (at <= now) return now;
  await moveClock(queries, at - now);
  return at;
}

interface Due extends Record<string, unknown> {
  id: string;
  kind: Kind;
  due_at: number;
  data: Kinds[Kind];
}

/**
 * Returns what is due first; at equal times subscriptions come last, after their discounts have ended.
 */
async function earliest(queries: Queries, until: number): Promise<Due | undefined> {
  const { rows } = await queries.query<Due>(
    `select id, kind, due_at::float8 as due_at, data from sandbox.objects where due_at <= $1
     order by due_at, kind = 'subscription', position limit 1`,
    [until],
  );
  return rows[0];
}

async function happen(queries: Queries, due: Due): Promise<void> {
  const ledger = new Ledger(queries, due.due_at, byTime);
  await whatIsDue(ledger, due.data);
  await ledger.reschedule(due.kind, due.id);
}
