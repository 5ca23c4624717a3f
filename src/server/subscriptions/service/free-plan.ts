import { Failure } from '#contract/errors.ts';
import type { TenantId, Transaction } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db } from '#server/database/query.ts';
import type { House } from '#server/house.ts';
import type { Session, Tenant } from '#server/http/guard.ts';
import { lockTenant } from '#server/members/service.ts';
import { convergeTenant } from '#server/payments/converge.ts';
import { isLive } from '#server/payments/duplicates.ts';
import { NotAtProvider } from '#server/payments/errors.ts';
import { holdFreePlan } from '#server/payments/free-plan.ts';
import { type Intent, openIntent, release, settle, subjectOf } from '#server/payments/intents.ts';
import { requestOf } from './customer.ts';
import type { Price } from './plan.ts';
import { assertFits, heldBy, isOverdue, roomWith } from './standing.ts';

interface Move {
  tenant: Tenant;
  session: Session;
  price: Price;
  /** True to keep the paid plan until its period ends; false to end it immediately. */
  atPeriodEnd: boolean;
}

/**
 * Moves an organization to a free plan (R-SUB-05). One transaction under the tenant's lock checks
 * the number of members, writes the plan beside the paid one and opens the operation that ends the
 * paid one. Until that is done, new members must fit into the free plan. After a crash the next
 * call or the sweep finishes the operation.
 */
export async function moveToFreePlan(house: House, move: Move) {
  const { tenant } = move;
  const intent = await tenant.run((tx) => begin(tx, move));
  if (intent === null) return;
  await finishFreePlan(house, intent).catch(async (error: unknown) => {
    await release(house.database, intent).catch(() => undefined);
    throw error;
  });
}

/** Writes the plan and the operation; returns null when nothing runs at the provider. */
async function begin(tx: Transaction, { tenant, session, price, atPeriodEnd }: Move) {
  const { id: tenantId } = tenant;
  await lockTenant(tx, tenantId);
  const [{ customer_id: customerId }, running] = await Promise.all([
    tx.one(db.selectFrom('tenants').select('customer_id').where('id', '=', tenantId)),
    heldBy(tx, tenantId),
  ]);
  const pays = running.some(({ isSubscription }) => isSubscription);
  if (!pays && running.some(({ priceId }) => priceId === price.id)) {
    throw new Failure('billing.alreadySubscribed');
  }
  const maxUsers = await assertRoom(tx, tenantId, price);
  await holdFreePlan(tx, tenantId, { priceId: price.id });
  const intent = await openIntent(tx, {
    kind: 'free_plan',
    subject: subjectOf.tenant(tenantId),
    tenantId,
    userId: session.user,
    priceId: price.id,
    customerId,
    maxUsers,
    request: { ...unchanged, atPeriodEnd },
  });
  if (customerId !== null) return intent;
  await settle(tx, intent);
  return null;
}

/**
 * Refuses a free plan with fewer seats than members, counting one-time purchases; returns the
 * number of seats (0 is unlimited).
 */
export async function assertRoom(tx: Transaction, tenantId: TenantId, price: Price) {
  const [{ tier, maxUsers }, running] = await Promise.all([
    tx.one(
      db
        .selectFrom('subscription_products')
        .select(['tier', 'max_users as maxUsers'])
        .where('id', '=', price.subscription_product_id),
    ),
    heldBy(tx, tenantId),
  ]);
  const kept = running.filter(({ isPurchase }) => isPurchase);
  const room = roomWith(kept, { tier, maxUsers });
  await assertFits(tx, tenantId, room);
  return room;
}

/** For an earlier release that resumes this operation: card and discounts need no restoring. */
const unchanged = {
  isNew: false,
  card: null,
  cardBefore: null,
  cardsBefore: [],
  discountsBefore: null,
};

/**
 * Ends what runs at the provider, immediately or at the end of its period. Overdue subscriptions
 * end immediately and their unpaid invoice is reversed. Idempotent; the intent is settled
 * afterwards.
 */
export async function finishFreePlan(house: House, intent: Intent) {
  const { gateway, database } = house;
  const { atPeriodEnd } = requestOf<{ atPeriodEnd: boolean }>(intent);
  const all = await gateway.listSubscriptions(intent.customer_id ?? '').catch((error: unknown) => {
    if (error instanceof NotAtProvider) return [];
    throw error;
  });
  for (const live of all.filter(isLive)) {
    const { id, latestInvoice } = live;
    if (atPeriodEnd && !isOverdue(live)) await gateway.cancelAtPeriodEnd(id, true);
    else await gateway.cancelSubscription(id);
    if (isOverdue(live) && latestInvoice) await gateway.takeBack(latestInvoice, intent.id);
  }
  await convergeTenant(house, vouch.tenant(intent.for_tenant));
  await database.system((tx) => settle(tx, intent));
}
