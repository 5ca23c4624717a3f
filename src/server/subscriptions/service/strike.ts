import { Failure } from '#contract/errors.ts';
import { DatabaseUnavailable, TransactionConflict } from '#server/database/errors.ts';
import type { House } from '#server/house.ts';
import { ProviderUnavailable } from '#server/payments/errors.ts';
import {
  findOver,
  findPending,
  type Intent,
  release,
  takeOver,
  wasDone,
} from '#server/payments/intents.ts';
import { finishFreePlan } from './free-plan.ts';
import { arrangedOr, isToConfirm, outcomeOf, refusedPayment } from './outcome.ts';
import type { Arrangement } from './plan.ts';
import { takeBack, undo } from './undo.ts';

type Finish<T> = (arrangement: Arrangement, intent: Intent) => Promise<T>;

interface Deal<T> {
  /** Carries out the intent at the provider. */
  act: (intent: Intent) => Promise<Arrangement>;
  /** Records the result and settles the intent, in one transaction. */
  finish: Finish<T>;
}

/**
 * Executes an intent. A refusal leaves nothing behind, here or at the provider. When the result is
 * unknown the intent stays open, and the sweep finishes or undoes it (decision 11, R-SUB-20).
 */
export async function strike<T>(house: House, intent: Intent, { act, finish }: Deal<T>) {
  const arrangement = await act(intent).catch((error: unknown) => rescue(house, intent, error));
  return conclude(house, intent, { arrangement, finish });
}

/** Records the result; undoes the operation when it is refused. */
export async function conclude<T>(
  house: House,
  intent: Intent,
  { arrangement, finish }: { arrangement: Arrangement; finish: Finish<T> },
): Promise<T> {
  try {
    return await finish(arrangement, intent);
  } catch (error) {
    // The payment succeeded and only the database failed: the sweep will record it.
    if (!(error instanceof DatabaseUnavailable || error instanceof TransactionConflict)) {
      await undoOrLeave(house, intent);
    }
    throw error;
  }
}

/** Handles a refusal or a missing answer of the provider, which may have acted all the same. */
async function rescue(house: House, intent: Intent, error: unknown): Promise<Arrangement> {
  if (isOthers(error)) await undoIfLost(house, intent).catch(() => undefined);
  if (isToConfirm(error) || isOthers(error)) throw error;
  if (error instanceof ProviderUnavailable) {
    const outcome = await latest(house, intent).catch(() => null);
    if (outcome === null) {
      await release(house.database, intent).catch(() => undefined);
      throw error;
    }
    if (outcome.outcome === 'arranged' || outcome.outcome === 'authenticate') {
      return arrangedOr(house, intent, outcome);
    }
  }
  await undoOrLeave(house, intent);
  throw error;
}

/**
 * Undoes what the provider created after another process had taken over the operation, found
 * nothing and undone it. Leaves an operation alone that the other process completed or still works
 * on.
 */
async function undoIfLost(house: House, { id, subject }: Intent) {
  const over = await findOver(house.database, id, subject);
  if (over?.state === 'undone' && over.customer_id !== null) {
    await takeBack(house, over, over.customer_id);
  }
}

/**
 * Reads the result with the latest row, which may hold a customer that this process doesn't know
 * of.
 */
const latest = async (house: House, intent: Intent) =>
  outcomeOf(house, (await current(house, intent)) ?? intent);

const current = ({ database }: House, { subject }: Intent) =>
  database.system((tx) => findPending(tx, subject));

/** Undoes the intent; on failure the sweep does it later. The caller gets the first error. */
const undoOrLeave = async (house: House, intent: Intent) => {
  const now = await current(house, intent).catch(() => undefined);
  if (now?.holder !== intent.holder) return;
  await undo(house, now).catch(() => release(house.database, intent).catch(() => undefined));
};

const isOthers = (error: unknown) =>
  error instanceof Failure && error.code === 'billing.inProgress';

interface Call<T> {
  subject: string;
  /** The intent that this call continues after the payment was authenticated. */
  intentId: string | null | undefined;
  /** Returns true when this call requests the same as the intent. */
  isSame: (intent: Intent) => boolean;
  finish: Finish<T>;
  /** Returns the answer for a completed intent: finished by the sweep, or its answer was lost. */
  already: () => Promise<T>;
}

/**
 * Settles an unfinished earlier call before the next one starts: completes what was paid and undoes
 * the rest. Returns its result when this call requests the same; otherwise undefined.
 */
export async function settleEarlier<T>(house: House, call: Call<T>): Promise<T | undefined> {
  const { subject, intentId, isSame, finish, already } = call;
  const [pending, done] = await house.database.system((tx) =>
    Promise.all([findPending(tx, subject), wasDone(tx, subject)]),
  );
  if (!pending) {
    if (intentId) await assertDone(house, intentId, subject);
    return intentId || done ? already() : undefined;
  }
  const earlier = await takeOver(house.database, pending.id);
  if (!earlier) throw new Failure('billing.inProgress');
  if (earlier.kind === 'free_plan') {
    await finishFreePlan(house, earlier).catch(async (error: unknown) => {
      await release(house.database, earlier);
      throw error;
    });
    return isSame(earlier) ? already() : undefined;
  }
  const outcome = await outcomeOf(house, earlier).catch(async (error: unknown) => {
    await release(house.database, earlier);
    throw error;
  });
  if (outcome.outcome === 'arranged') {
    const { arrangement } = outcome;
    const result = await conclude(house, earlier, { arrangement, finish });
    return isSame(earlier) ? result : undefined;
  }
  const goesOn = earlier.id === intentId;
  if (goesOn && outcome.outcome === 'authenticate') await arrangedOr(house, earlier, outcome);
  await undo(house, earlier);
  if (goesOn) throw refusedPayment(outcome.outcome === 'declined' ? outcome.reason : null);
  return undefined;
}

/** Throws unless the intent was completed: the authentication came too late or failed. */
async function assertDone({ database }: House, id: string, subject: string) {
  const over = await findOver(database, id, subject);
  if (over?.state !== 'done') throw new Failure('billing.authenticationFailed');
}
