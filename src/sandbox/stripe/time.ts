import { whatIsDue } from './events-of-time.ts';
import { Ledger } from './ledger.ts';
import { lockClock, moveClock, type Queries, type Store } from './store.ts';
import type { Kind, Kinds } from './wire.ts';

/** What time causes is nobody's request. */
const byTime = { id: null, idempotencyKey: null, isTime: true } as const;

/** Told after each moment at which something happened, in epoch seconds. */
type AfterMoment = (at: number) => Promise<void>;

/**
 * Moves the sandbox's clock: everything that falls due happens at its own moment, in the order of
 * time. Each moment is a transaction, so others are answered in between. Answers the new time.
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

/** Lets happen what has fallen due by now, at the moments it was due. Answers whether it did. */
export const tick = (store: Store): Promise<boolean> =>
  store.transaction(async (queries) => settleDue(queries, await lockClock(queries)));

/** The same, within a transaction that holds the clock. */
export async function settleDue(queries: Queries, now: number): Promise<boolean> {
  let some = false;
  for (;;) {
    const due = await earliest(queries, now);
    if (!due) return some;
    await happen(queries, due);
    some = true;
  }
}

/** Moves the clock within a transaction that holds it; everything due on the way happens. */
export async function settleTo(queries: Queries, target: number): Promise<void> {
  for (;;) {
    const first = await earliest(queries, target);
    if (!first) break;
    await reach(queries, first.due_at);
    await settleDue(queries, first.due_at);
  }
  await reach(queries, target);
}

/** Goes to the next moment at which something is due, and lets all of it happen. */
async function nextMoment(queries: Queries, until: number): Promise<number | null> {
  await lockClock(queries);
  const first = await earliest(queries, until);
  if (!first) return null;
  await reach(queries, first.due_at);
  await settleDue(queries, first.due_at);
  return first.due_at;
}

/** Never back: real time may be further already. */
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

/** What is due first; at the same moment subscriptions are last: their discounts have ended then. */
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
