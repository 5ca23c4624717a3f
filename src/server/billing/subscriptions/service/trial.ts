import type { BillingOperation } from '#server/billing/payments/billing-operations.ts';
import { claimTrial, isTrialClaimed, trialKeysOf } from '#server/billing/payments/trials.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import type { TenantBillingState } from './billing-state.ts';
import { operationRequestOf } from './customer.ts';
import { isOneTime, type PriceRow } from './plan.ts';

type TrialCandidate = {
  tenantId: TenantId;
  userId: string;
  state: Pick<TenantBillingState, 'hadTrial' | 'customer'>;
};

/** Returns true when a trial starts: organization, person and cards have had none (R-SUB-06). */
export const startsWithTrial = async (
  context: AppContext,
  price: PriceRow,
  candidate: TrialCandidate,
) => price.trial_days > 0 && !isOneTime(price) && (await isTrialAvailable(context, candidate));

async function isTrialAvailable(context: AppContext, { state, ...candidate }: TrialCandidate) {
  if (state.hadTrial) return false;
  const cards = state.customer === null ? [] : await context.stripe.listCards(state.customer);
  return isTrialUnclaimed(context, { ...candidate, cards });
}

type TrialClaimants = Pick<TrialCandidate, 'tenantId' | 'userId'> & { cards: ClaimingCard[] };
type ClaimingCard = { fingerprint: string | null };

/** Returns true when neither organization, person nor card has claimed a trial. */
export const isTrialUnclaimed = (
  { database }: Pick<AppContext, 'database'>,
  { tenantId, userId, cards }: TrialClaimants,
): Promise<boolean> =>
  database.account({ id: userId }, async (tx) => {
    const { email } = await tx.one(db.selectFrom('users').select('email').where('id', '=', userId));
    const keys = await trialKeysOf(tx, { tenantId, email });
    return !(await isTrialClaimed(tx, [...keys, ...fingerprintsOf(cards)]));
  });

/** Returns true when the owner of an address has had a trial, with any organization. */
export const hasPersonHadTrial = ({ database }: Pick<AppContext, 'database'>, email: string) =>
  database.system(async (tx) => {
    const [, person = ''] = await trialKeysOf(tx, { tenantId: '', email });
    return isTrialClaimed(tx, [person]);
  });

/** Claims the trial for the organization, the person and the cards on file before it starts. */
export async function claimOperationTrial(
  { database, stripe }: AppContext,
  operation: BillingOperation,
) {
  const { who } = operationRequestOf(operation);
  const given = { tenantId: operation.for_tenant, email: who.email };
  const keys = await database.system((tx) => trialKeysOf(tx, given));
  const cards = await stripe.listCards(operation.customer_id ?? '');
  await claimTrial(database, operation, [...keys, ...fingerprintsOf(cards)]);
}

const fingerprintsOf = (cards: readonly ClaimingCard[]) =>
  cards.flatMap(({ fingerprint }) => fingerprint ?? []);
