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
  /** Asks the provider for what the intent is about. */
  act: (intent: Intent) => Promise<Arrangement>;
  /** Writes down what was arranged and settles the intent, in one transaction. */
  finish: Finish<T>;
}

/**
 * Carries an intent out. A refusal leaves nothing behind, here or at the provider. Where nobody can
 * tell yet what became of it the intent stays open: the sweep finishes or undoes it (decision 11).
 */
export async function strike<T>(house: House, intent: Intent, { act, finish }: Deal<T>) {
  const arrangement = await act(intent).catch((error: unknown) => rescue(house, intent, error));
  return conclude(house, intent, { arrangement, finish });
}

/** Writes down what was arranged; when that is refused, takes it back. */
export async function conclude<T>(
  house: House,
  intent: Intent,
  { arrangement, finish }: { arrangement: Arrangement; finish: Finish<T> },
): Promise<T> {
  try {
    return await finish(arrangement, intent);
  } catch (error) {
    // The money moved, and will be followed: only the database could not say so now.
    if (!(error instanceof DatabaseUnavailable || error instanceof TransactionConflict)) {
      await undoOrLeave(house, intent);
    }
    throw error;
  }
}

/** The provider refused, or did not answer: then it may have acted all the same. */
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
 * Undoes at the provider what it made for us after another process had taken the operation over,
 * found nothing and ended it. One that the other finished, or still works on, is its own.
 */
async function undoIfLost(house: House, { id, subject }: Intent) {
  const over = await findOver(house.database, id, subject);
  if (over?.state === 'undone' && over.customer_id !== null) {
    await takeBack(house, over, over.customer_id);
  }
}

/** What became of it, the customer included that this process may not have heard of. */
const latest = async (house: House, intent: Intent) =>
  outcomeOf(house, (await current(house, intent)) ?? intent);

const current = ({ database }: House, { subject }: Intent) =>
  database.system((tx) => findPending(tx, subject));

/** What cannot be undone now is left to the sweep; the caller hears of the first failure. */
const undoOrLeave = async (house: House, intent: Intent) => {
  const now = await current(house, intent).catch(() => undefined);
  if (now?.holder !== intent.holder) return;
  await undo(house, now).catch(() => release(house.database, intent).catch(() => undefined));
};

const isOthers = (error: unknown) =>
  error instanceof Failure && error.code === 'billing.inProgress';

interface Call<T> {
  subject: string;
  /** The intent that this call goes on with, after a payment was confirmed. */
  intentId: string | null | undefined;
  /** Whether this call asks for what the intent was about. */
  isSame: (intent: Intent) => boolean;
  finish: Finish<T>;
  /** The answer when it is done: by the sweep, or by an attempt whose answer was lost. */
  already: () => Promise<T>;
}

/**
 * Settles what an earlier call has left, before the next one begins: finishes what was paid, undoes
 * what was not. What it came to, when it is what this call asks for; otherwise undefined.
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

/** A payment that was confirmed too late, or not at all, came to nothing. */
async function assertDone({ database }: House, id: string, subject: string) {
  const over = await findOver(database, id, subject);
  if (over?.state !== 'done') throw new Failure('billing.authenticationFailed');
}
