import type { Input } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { subscriptions } from '#contract/subscriptions.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Membership, Session, Tenant } from '#server/http/guard.ts';
import { lockTenant } from '#server/members/service.ts';
import { type IntentKind, openIntent, subjectOf } from '#server/payments/intents.ts';
import type { ProviderSubscription } from '#server/payments/snapshot.ts';
import { changePlan } from './change.ts';
import { getCurrent } from './current.ts';
import { cardOf, cardsBefore, type Request } from './customer.ts';
import { finishChange, follow } from './finish-change.ts';
import {
  couponFor,
  free,
  isFree,
  isOneTime,
  offeredPrice,
  type Price,
  recordPlan,
} from './plan.ts';
import { assertFits, liveSubscription, roomWith, type Standing, standingOf } from './standing.ts';
import { start } from './start.ts';
import { settleEarlier, strike } from './strike.ts';

export type Visitor = { tenant: Tenant; membership: Membership; session: Session };
type Wish = Input<(typeof subscriptions)['endpoints']['update']>['body'];

/** How old the moment of a preview may be, in seconds, and how far ahead a clock may go. */
const previewAge = 3_600;
const clockSkew = 60;

/**
 * Subscribes, changes the plan or buys a one-time product, and charges at once what the preview
 * showed (readings, Subscriptions). A refusal leaves plan, card and coupon as they were.
 */
export async function update(house: House, visitor: Visitor, wish: Wish) {
  const { tenant } = visitor;
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
  await decide(house, { visitor, wish, price, standing: await standingOf(tenant) });
  return current();
}

interface Decision {
  visitor: Visitor;
  wish: Wish;
  price: Price;
  standing: Standing;
}

async function decide(house: House, decision: Decision): Promise<void> {
  const { visitor, wish, price, standing } = decision;
  if (standing.currency !== null && standing.currency !== price.currency) {
    throw new Failure('billing.currencyLocked', {
      params: { currency: standing.currency.toUpperCase() },
    });
  }
  assertPreview(wish, standing);
  const isHeld = standing.running.some(({ priceId }) => priceId === price.id);
  if (isHeld && isOneTime(price)) throw new Failure('billing.alreadyBought');
  const live = isOneTime(price) ? null : await liveSubscription(house, standing.customer);
  if (live?.priceServiceId === price.service_id) return goOn(house, visitor, live);
  if (isHeld && live === null) throw new Failure('billing.alreadySubscribed');
  const coupon = await couponFor(house, price, wish.subscriptionCoupon);
  if (isFree(price)) return takeFree(house, decision, live);
  const trial = !isOneTime(price) && live === null && !standing.hadTrial && price.trial_days > 0;
  const card = await cardOf(house, wish.subscriptionCardToken || null);
  const before = await cardsBefore(house, standing.customer);
  const isCharged = !trial && live?.status !== 'trialing';
  if (isCharged && card === null && before.cardBefore === null) {
    throw new Failure('billing.noPaymentMethod');
  }
  const discountsBefore = live && coupon ? await house.gateway.discountsOf(live.id) : null;
  const kind = isOneTime(price) ? 'buy' : live ? 'change_plan' : 'subscribe';
  const request = { ...before, card, discountsBefore };
  const intent = await open(house, decision, { kind, live, request });
  await strike(house, intent, {
    act: () =>
      live
        ? changePlan(house, intent, { price, coupon, live, prorationDate: wish.prorationDate })
        : start(house, intent, { price, coupon, trial }),
    finish: (arrangement) => finishChange(house, intent, arrangement),
  });
}

/** A preview is as good as its moment is recent; an older one would charge too little. */
function assertPreview({ prorationDate }: Wish, { now }: Standing) {
  if (prorationDate === null || prorationDate === undefined) return;
  if (prorationDate < now - previewAge || prorationDate > now + clockSkew) {
    throw new Failure('billing.previewExpired');
  }
}

/** The plan that runs already: refused, unless its end was announced, which is then called off. */
async function goOn(house: House, { tenant }: Visitor, live: ProviderSubscription) {
  if (live.cancelAt === null) throw new Failure('billing.alreadySubscribed');
  await house.gateway.cancelAtPeriodEnd(live.id, false);
  await follow(house, { for_tenant: tenant.id });
}

type Opening = {
  kind: IntentKind;
  live: ProviderSubscription | null;
  request: Omit<Request, 'who' | 'isNew'>;
};

/** Writes the intent down, under the lock that keeps people from coming in meanwhile. */
async function open(house: House, { visitor, price, standing }: Decision, opening: Opening) {
  const { tenant, session } = visitor;
  const { kind, live, request } = opening;
  const { email } = await house.database.system((tx) =>
    tx.one(db.selectFrom('users').select('email').where('id', '=', session.user)),
  );
  const who = { name: standing.name, email };
  return tenant.run(async (tx) => {
    await lockTenant(tx, tenant.id);
    const maxUsers = isOneTime(price) ? null : await roomOf(house, price, standing);
    if (maxUsers !== null) await assertFits(tx, tenant.id, maxUsers);
    return openIntent(tx, {
      kind,
      subject: subjectOf.tenant(tenant.id),
      tenantId: tenant.id,
      userId: session.user,
      priceId: price.id,
      customerId: standing.customer,
      serviceId: live?.id ?? null,
      maxUsers,
      request: { ...request, who, isNew: standing.customer === null },
    });
  });
}

/** The people that fit in with this price's product. */
async function roomOf({ database }: House, price: Price, { running }: Standing) {
  const { tier, max_users } = await database.system((tx) =>
    tx.one(
      db
        .selectFrom('subscription_products')
        .select(['tier', 'max_users'])
        .where('id', '=', price.subscription_product_id),
    ),
  );
  return roomWith(running, { tier, maxUsers: max_users });
}

/** What costs nothing needs no card; a subscription that it replaces ends at the provider first. */
async function takeFree(
  house: House,
  { visitor: { tenant }, price, standing }: Decision,
  live: ProviderSubscription | null,
) {
  const room = isOneTime(price) ? null : await roomOf(house, price, standing);
  const check = () =>
    tenant.run(async (tx) => {
      await lockTenant(tx, tenant.id);
      if (room !== null) await assertFits(tx, tenant.id, room);
    });
  await check();
  if (live) await house.gateway.cancelSubscription(live.id);
  await tenant.run((tx) => recordPlan(tx, tenant.id, free(price)));
  if (live) await follow(house, { for_tenant: tenant.id });
}
