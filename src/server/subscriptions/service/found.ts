import { randomUUIDv7 } from 'node:crypto';
import type { SelectedSubscription } from '#contract/accounts.ts';
import { Failure } from '#contract/errors.ts';
import { needsCard } from '#contract/pricing.ts';
import type { TenantId } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import type { House } from '#server/house.ts';
import { offeredFreePlan } from '#server/payments/free-plan.ts';
import { type Intent, openIntent } from '#server/payments/intents.ts';
import { cardOf, type Request, requestOf } from './customer.ts';
import {
  type Arrangement,
  couponFor,
  free,
  isFree,
  isOneTime,
  offeredPrice,
  type Price,
} from './plan.ts';
import { start } from './start.ts';
import { settleEarlier, strike } from './strike.ts';
import { hadTrialBefore } from './trial.ts';

/** A new organization and the plan that was arranged for it. */
export interface Founding<R> {
  tenantId: TenantId;
  arrangement: Arrangement;
  /** The data of the call, or of the earlier call that opened the intent. */
  details: R;
  /** The intent to settle when the organization is written; null for a free plan. */
  intent: Intent | null;
}

interface Order<R, T> {
  kind: 'register' | 'create_tenant';
  subject: string;
  userId: string | null;
  selected: SelectedSubscription;
  who: Request['who'];
  /** The data needed to write the organization, possibly without the caller; holds no secrets. */
  details: R & { organization: string };
  /** Throws when a name or an address is taken, before anything is paid. */
  assertFree: () => Promise<void>;
  /**
   * Checks the address after everything else, so that other refusals are equal for every address
   * (R-ACC-22).
   */
  assertLast?: () => Promise<void>;
  finish: (founding: Founding<R>) => Promise<T>;
  already: () => Promise<T>;
}

/**
 * Arranges the plan of a new organization and creates both. A payment that is due now needs a card
 * (R-ACC-09); a refusal leaves nothing behind (R-ACC-10).
 */
export async function found<R, T>(house: House, order: Order<R, T>): Promise<T> {
  const { kind, subject, userId, selected, who, details, assertFree, finish, already } = order;
  const price = await offeredPrice(house, selected.subscriptionPriceId);
  const token = selected.subscriptionCardToken || null;
  const trialDays = isOneTime(price) ? 0 : price.trial_days;
  if (needsCard({ price: price.price, trialDays }) && token === null) {
    throw new Failure('billing.invalidCard');
  }
  const earlier = await settleEarlier(house, {
    subject,
    intentId: selected.intentId,
    isSame: (intent) =>
      intent.subscription_price_id === price.id &&
      requestOf<Order<R, T>['details']>(intent).organization === details.organization,
    finish: (arrangement, intent) => finish(foundingOf(intent, arrangement)),
    already,
  });
  if (earlier !== undefined) return earlier;
  await assertFree();
  const tried = offersTrial(price) && (await hadTrialBefore(house, who.email));
  if (tried && kind === 'register') return withoutTrial(house, order, price);
  if (tried && token === null) throw new Failure('billing.trialUsed');
  const coupon = await couponFor(house, { price, customer: null }, selected.subscriptionCoupon);
  const tenantId = vouch.tenant(randomUUIDv7());
  if (isFree(price)) return finish({ tenantId, arrangement: free(price), details, intent: null });
  const card = await cardOf(house, token);
  await order.assertLast?.();
  const before = { cardBefore: null, cardsBefore: [], discountsBefore: null };
  const request = { ...details, ...before, who, isNew: true, card };
  const asked = { kind, subject, tenantId, userId, priceId: price.id, request };
  const intent = await house.database.system((tx) => openIntent(tx, asked));
  const trial = offersTrial(price) && !tried;
  return strike(house, intent, {
    act: () => start(house, intent, { price, coupon, trial }),
    finish: (arrangement) => finish({ tenantId, arrangement, details, intent }),
  });
}

const offersTrial = (price: Price) => price.trial_days > 0 && !isOneTime(price);

/**
 * Handles a registration for a trial by a person who had one (R-SUB-06): refuses it, or starts the
 * organization on the free plan when a refusal would reveal that an account exists (R-ACC-22).
 */
async function withoutTrial<R, T>(
  house: House,
  { selected, details, finish }: Order<R, T>,
  { currency }: Price,
): Promise<T> {
  const plan =
    house.config.privateAccounts && !selected.subscriptionCardToken
      ? await house.database.system((tx) => offeredFreePlan(tx, currency))
      : undefined;
  if (!plan) throw new Failure('billing.trialUsed');
  const arrangement = free(await offeredPrice(house, plan.priceId));
  return finish({ tenantId: vouch.tenant(randomUUIDv7()), arrangement, details, intent: null });
}

/** Rebuilds the founding of an intent, for any process that finishes it. */
export const foundingOf = <R>(intent: Intent, arrangement: Arrangement): Founding<R> => ({
  tenantId: vouch.tenant(intent.for_tenant),
  arrangement,
  details: requestOf<R>(intent),
  intent,
});
