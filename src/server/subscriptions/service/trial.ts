import type { TenantId } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Intent } from '#server/payments/intents.ts';
import { claimTrial, hadTrial, trialKeysOf } from '#server/payments/trials.ts';
import { requestOf } from './customer.ts';
import { isOneTime, type Price } from './plan.ts';
import type { Standing } from './standing.ts';

interface Candidate {
  tenantId: TenantId;
  userId: string;
  standing: Pick<Standing, 'hadTrial' | 'customer'>;
}

/**
 * Returns true when this price starts with its trial: neither the organization, nor the person
 * choosing it, nor a card on file has had one (R-SUB-06).
 */
export const beginsWithTrial = async (house: House, price: Price, candidate: Candidate) =>
  price.trial_days > 0 && !isOneTime(price) && (await isAvailable(house, candidate));

async function isAvailable(house: House, { standing, ...candidate }: Candidate) {
  if (standing.hadTrial) return false;
  const cards = standing.customer === null ? [] : await house.gateway.listCards(standing.customer);
  return isTrialUnclaimed(house, { ...candidate, cards });
}

type Claimants = Pick<Candidate, 'tenantId' | 'userId'> & { cards: Card[] };
type Card = { fingerprint: string | null };

/**
 * Returns true when neither the organization, the person nor one of the cards has claimed a trial.
 */
export const isTrialUnclaimed = (
  { database }: Pick<House, 'database'>,
  { tenantId, userId, cards }: Claimants,
): Promise<boolean> =>
  database.account({ id: userId }, async (tx) => {
    const { email } = await tx.one(db.selectFrom('users').select('email').where('id', '=', userId));
    const keys = await trialKeysOf(tx, { tenantId, email });
    return !(await hadTrial(tx, [...keys, ...fingerprintsOf(cards)]));
  });

/** Returns true when the owner of an address has had a trial, with any organization. */
export const hadTrialBefore = ({ database }: Pick<House, 'database'>, email: string) =>
  database.system(async (tx) => {
    const [, person = ''] = await trialKeysOf(tx, { tenantId: '', email });
    return hadTrial(tx, [person]);
  });

/** Claims the trial for the organization, the person and the cards on file before it starts. */
export async function claimTrialOf({ database, gateway }: House, intent: Intent) {
  const { who } = requestOf(intent);
  const given = { tenantId: intent.for_tenant, email: who.email };
  const keys = await database.system((tx) => trialKeysOf(tx, given));
  const cards = await gateway.listCards(intent.customer_id ?? '');
  await claimTrial(database, intent, [...keys, ...fingerprintsOf(cards)]);
}

const fingerprintsOf = (cards: readonly Card[]) =>
  cards.flatMap(({ fingerprint }) => fingerprint ?? []);
