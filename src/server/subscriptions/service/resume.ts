import { Failure } from '#contract/errors.ts';
import { finishRegistration } from '#server/accounts/service/register.ts';
import type { House } from '#server/house.ts';
import { ProviderUnavailable } from '#server/payments/errors.ts';
import {
  type Intent,
  isYoungerThan,
  listAbandoned,
  release,
  takeOver,
} from '#server/payments/intents.ts';
import { finishCreation } from '#server/tenants/service/create.ts';
import { finishCancel } from './cancel.ts';
import { finishCard, isAuthorized } from './card.ts';
import { finishChange } from './finish-change.ts';
import { foundingOf } from './found.ts';
import { finishFreePlan } from './free-plan.ts';
import { outcomeOf } from './outcome.ts';
import type { Arrangement } from './plan.ts';
import { conclude } from './strike.ts';
import { undo } from './undo.ts';

/** Maximum wait for the authentication of a payment, in seconds. */
const patience = 3_600;

/** Finishes or undoes abandoned billing operations; called by the sweep (R-SUB-20). */
export async function resumeIntents(house: House) {
  const failures: unknown[] = [];
  for (const intent of await listAbandoned(house.database)) {
    await resumeIntent(house, intent).catch((error: unknown) => failures.push(error));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'Some intents were not ended');
}

/**
 * Finishes an abandoned intent: records what was paid, undoes anything else. A payment that needs
 * authentication may take an hour. Idempotent.
 */
async function resumeIntent(house: House, { id }: Pick<Intent, 'id'>) {
  const intent = await takeOver(house.database, id);
  if (!intent) return;
  try {
    await end(house, intent);
  } catch (error) {
    await release(house.database, intent);
    // Unavailable: the next sweep retries. A Failure has already been answered by undoing the
    // operation.
    if (!(error instanceof ProviderUnavailable || error instanceof Failure)) throw error;
  }
}

async function end(house: House, intent: Intent) {
  if (intent.kind === 'cancel') return finishCancel(house, intent);
  if (intent.kind === 'free_plan') return finishFreePlan(house, intent);
  if (intent.kind === 'update_card') {
    return (await isAuthorized(house, intent)) ? finishCard(house, intent) : undo(house, intent);
  }
  const outcome = await outcomeOf(house, intent);
  if (outcome.outcome === 'arranged') {
    const { arrangement } = outcome;
    return conclude(house, intent, {
      arrangement,
      finish: () => finish(house, intent, arrangement),
    });
  }
  const waits =
    outcome.outcome === 'authenticate' && (await isYoungerThan(house.database, intent, patience));
  return waits ? release(house.database, intent) : undo(house, intent);
}

async function finish(house: House, intent: Intent, arrangement: Arrangement) {
  if (intent.kind === 'register') await finishRegistration(house, foundingOf(intent, arrangement));
  else if (intent.kind === 'create_tenant')
    await finishCreation(house, foundingOf(intent, arrangement));
  else await finishChange(house, intent, arrangement);
}
