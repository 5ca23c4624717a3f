import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { subscriptions } from '#contract/subscriptions.ts';
import type { Transaction } from '#server/database/database.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Membership, Session, Tenant } from '#server/http/guard.ts';
import { lockTenant } from '#server/members/service.ts';
import { claimTenant, type Purpose, specify, underClaim } from '#server/payments/claim.ts';
import { type Intent, settle, subjectOf } from '#server/payments/intents.ts';
import type { ProviderSubscription } from '#server/payments/snapshot.ts';
import { changePlan } from './change.ts';
import { getCurrent } from './current.ts';
import { cardOf, cardsBefore, payerOf } from './customer.ts';
import { finishChange, follow } from './finish-change.ts';
import { moveToFreePlan } from './free-plan.ts';
import {
  assertCurrency,
  couponFor,
  endFree,
  isFree,
  isOneTime,
  offeredPrice,
  type Price,
} from './plan.ts';
import { assertFits, liveSubscription, roomWith, type Standing, standingOf } from './standing.ts';
import { start } from './start.ts';
import { settleEarlier, strike } from './strike.ts';
import { beginsWithTrial } from './trial.ts';

export type Visitor = { tenant: Tenant; membership: Membership; session: Session };
type Wish = Input<(typeof subscriptions)['endpoints']['update']>['body'];

/** Maximum age of a preview and tolerated clock skew, in seconds. */
const previewAge = 3_600;
const clockSkew = 60;

/**
 * Subscribes, changes the plan or buys a one-time product, and charges exactly what the preview
 * showed (R-SUB-03). A refusal leaves plan, card and coupon unchanged.
 */
export async function update(house: House, visitor: Visitor, wish: Wish) {
  const { tenant, session } = visitor;
  const price = await offeredPrice(house, wish.subscriptionPriceId);
  await standingOf(tenant);
  const current = () => getCurrent(house, visitor);
  const settled = await settleEarlier(house, {
    subject: subjectOf.tenant(tenant.id),
    intentId: wish.intentId,
    isSame: ({ subscription_price_id: id }) => id === price.id,
    finish: async (arrangement, intent) => {
      await finishChange(house, intent, arrangement);
      return current();
    },
    already: current,
  });
  if (settled) return settled;
  if (isFree(price)) {
    const atPeriodEnd = wish.atPeriodEnd ?? false;
    await moveToFreePlan(house, { tenant, session, price, atPeriodEnd });
    return current();
  }
  const claim = await claimTenant(house.database, {
    tenantId: tenant.id,
    userId: session.user,
    priceId: price.id,
  });
  const carryOut = await underClaim(house.database, claim, () =>
    planChangeFor(house, { visitor, wish, price, claim }),
  );
  await carryOut();
  return current();
}

interface Decision {
  visitor: Visitor;
  wish: Wish;
  price: Price;
  /** The organization's billing operation; the state below is read while it is open. */
  claim: Intent;
}

/**
 * Decides what choosing a price means for the organization's current state, and returns the
 * function that carries it out. Never starts a second subscription beside a running one (R-SUB-01):
 * while the operation is open, no other one can start or end a subscription.
 */
async function planChangeFor(house: House, decision: Decision): Promise<() => Promise<void>> {
  const { visitor, wish, price } = decision;
  const { tenant, session } = visitor;
  const standing = await standingOf(tenant);
  assertCurrency(price, standing.currency);
  assertPreview(wish, standing);
  const isHeld = standing.running.some(({ priceId }) => priceId === price.id);
  if (isHeld && isOneTime(price)) throw new Failure('billing.alreadyBought');
  const live = isOneTime(price) ? null : await liveSubscription(house, standing.customer);
  // The provider can't change the currency of a running subscription.
  if (live) assertCurrency(price, live.currency);
  if (live?.priceServiceId === price.service_id) {
    if (live.cancelAt === null) throw new Failure('billing.alreadySubscribed');
    return () => resumeSubscription(house, decision, live);
  }
  if (isHeld && live === null) throw new Failure('billing.alreadySubscribed');
  const { customer } = standing;
  const coupon = await couponFor(house, { price, customer }, wish.subscriptionCoupon);
  const candidate = { tenantId: tenant.id, userId: session.user, standing };
  const trial = live === null && (await beginsWithTrial(house, price, candidate));
  const card = await cardOf(house, wish.subscriptionCardToken || null);
  const before = await cardsBefore(house, standing.customer);
  const isCharged = !trial && live?.status !== 'trialing';
  if (isCharged && card === null && before.cardBefore === null) {
    throw new Failure('billing.noPaymentMethod');
  }
  const discountsBefore = live && coupon ? await house.gateway.discountsOf(live.id) : null;
  const who = await payerOf(house, session.user, standing.name);
  const intent = await specifyWithSeats(decision, standing, {
    kind: isOneTime(price) ? 'buy' : live ? 'change_plan' : 'subscribe',
    customerId: standing.customer,
    serviceId: live?.id ?? null,
    request: { ...before, card, discountsBefore, who, isNew: standing.customer === null },
  });
  return () =>
    strike(house, intent, {
      act: () =>
        live
          ? changePlan(house, intent, { price, coupon, live, prorationDate: wish.prorationDate })
          : start(house, intent, { price, coupon, trial }),
      finish: (arrangement) => finishChange(house, intent, arrangement),
    });
}

/** Throws `billing.previewExpired` for an old preview, whose proration would charge too little. */
function assertPreview({ prorationDate }: Wish, { now }: Standing) {
  if (prorationDate === null || prorationDate === undefined) return;
  if (prorationDate < now - previewAge || prorationDate > now + clockSkew) {
    throw new Failure('billing.previewExpired');
  }
}

/** Removes the scheduled cancellation of the current plan. */
async function resumeSubscription(
  house: House,
  { visitor: { tenant }, claim }: Decision,
  live: ProviderSubscription,
) {
  await underClaim(house.database, claim, () => house.gateway.cancelAtPeriodEnd(live.id, false));
  await tenant.run(async (tx) => {
    await endFree(tx, tenant.id);
    await settle(tx, claim);
  });
  await follow(house, { for_tenant: tenant.id });
}

/**
 * Checks the seats and specifies the operation under the tenant's lock: from then on `app.seats`
 * counts the seats of the future plan.
 */
const specifyWithSeats = (
  { visitor: { tenant }, price, claim }: Decision,
  { running }: Standing,
  purpose: Purpose,
) =>
  tenant.run(async (tx) => {
    if ((await lockTenant(tx, tenant.id)) === 0) throw new Failure('notFound');
    const beside = running.filter(({ oneTime }) => oneTime);
    const maxUsers = isOneTime(price) ? null : roomWith(beside, await productOf(tx, price));
    if (maxUsers !== null) await assertFits(tx, tenant.id, maxUsers);
    return specify(tx, claim, { ...purpose, maxUsers });
  });

/** Returns the tier and the seats of a price's product. */
async function productOf(tx: Transaction, { subscription_product_id: id }: Price) {
  const { tier, max_users: maxUsers } = await tx.one(
    db.selectFrom('subscription_products').select(['tier', 'max_users']).where('id', '=', id),
  );
  return { tier, maxUsers };
}
