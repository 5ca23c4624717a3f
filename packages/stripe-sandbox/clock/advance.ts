import { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  lockClock,
  moveClock,
  type SqlExecutor,
  type SandboxStore,
} from '#sandbox/stripe/store/store.ts';
import type { ObjectKind, ObjectsByKind } from '#sandbox/stripe/store/types.ts';
import { applyScheduledChange } from './scheduled-changes.ts';

/** Cause of changes by the clock: no request. */
const scheduledCause = { id: null, idempotencyKey: null, isScheduled: true } as const;

/** Callback after each moment at which something happened, in epoch seconds. */
type AfterStep = (at: number) => Promise<void>;

/**
 * Moves the sandbox's clock: everything that falls due happens at its own time, in order. Each moment is
 * its own transaction, so other requests are answered in between. Returns the new time.
 */
export async function advanceClock(
  store: SandboxStore,
  seconds: number,
  afterMoment: AfterStep = async () => {},
): Promise<number> {
  const start = await store.transaction(lockClock);
  const target = start + seconds;
  for (;;) {
    const at = await store.transaction((queries) => advanceToNextDue(queries, target));
    if (at === null) break;
    await afterMoment(at);
  }
  return store.transaction((queries) => moveClockTo(queries, target));
}

/** Applies everything due by now at the times it was due. Returns true when there was any. */
export const applyDueNow = (store: SandboxStore): Promise<boolean> =>
  store.transaction(async (queries) => applyDueUntil(queries, await lockClock(queries)));

/** Does the same within a transaction that holds the clock's lock. */
export async function applyDueUntil(queries: SqlExecutor, now: number): Promise<boolean> {
  let some = false;
  for (;;) {
    const due = await findEarliestDue(queries, now);
    if (!due) return some;
    await applyDue(queries, due);
    some = true;
  }
}

/** Moves the clock within a transaction that holds its lock, and applies everything due on the way. */
export async function advanceInTransaction(queries: SqlExecutor, target: number): Promise<void> {
  for (;;) {
    const first = await findEarliestDue(queries, target);
    if (!first) break;
    await moveClockTo(queries, first.due_at);
    await applyDueUntil(queries, first.due_at);
  }
  await moveClockTo(queries, target);
}

/** Moves to the next time at which something is due and applies all of it. */
async function advanceToNextDue(queries: SqlExecutor, until: number): Promise<number | null> {
  await lockClock(queries);
  const first = await findEarliestDue(queries, until);
  if (!first) return null;
  await moveClockTo(queries, first.due_at);
  await applyDueUntil(queries, first.due_at);
  return first.due_at;
}

/** Moves the clock to a time, never back: real time may be further already. */
async function moveClockTo(queries: SqlExecutor, at: number): Promise<number> {
  const now = await lockClock(queries);
  if (at <= now) return now;
  await moveClock(queries, at - now);
  return at;
}

type DueObject = {
  id: string;
  kind: ObjectKind;
  due_at: number;
  data: ObjectsByKind[ObjectKind];
} & Record<string, unknown>;

/**
 * Returns what is due first; at equal times subscriptions come last, after their discounts have ended.
 */
async function findEarliestDue(
  queries: SqlExecutor,
  until: number,
): Promise<DueObject | undefined> {
  const { rows } = await queries.query<DueObject>(
    `select id, kind, due_at::float8 as due_at, data from sandbox.objects where due_at <= $1
     order by due_at, kind = 'subscription', position limit 1`,
    [until],
  );
  return rows[0];
}

async function applyDue(queries: SqlExecutor, due: DueObject): Promise<void> {
  const objects = new ObjectRepository(queries, due.due_at, scheduledCause);
  await applyScheduledChange(objects, due.data);
  await objects.reschedule(due.kind, due.id);
}
