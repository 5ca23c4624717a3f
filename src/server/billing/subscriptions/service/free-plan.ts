import { Failure } from '#contract/errors.ts';
import {
  type BillingOperation,
  openOperation,
  releaseOnError,
  finishOperation,
  operationSubject,
} from '#server/billing/payments/billing-operations.ts';
import { assignFreePlan } from '#server/billing/payments/free-plan.ts';
import { reconcileTenant } from '#server/billing/payments/reconcile.ts';
import { insertSupportAction } from '#server/billing/support/service/actions.ts';
import { lockTenant } from '#server/identity/members/service.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { nameActor } from '#server/platform/database/audit.ts';
import type { TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import {
  assertEnoughSeats,
  customerOf,
  liveSubscriptions,
  runningProductsOf,
  endsAtOnce,
  seatsWithPlan,
} from './billing-state.ts';
import { noCardsBefore, operationRequestOf } from './customer.ts';
import { grantEndInPeriod } from './granted.ts';
import type { BySupport, Payer } from './payer.ts';
import type { PriceRow } from './plan.ts';

type FreePlanSwitch = {
  price: PriceRow;
  /** True to keep the paid plan until its period ends; false to end it immediately. */
  atPeriodEnd: boolean;
  /** Set if an operator makes the change. */
  bySupport?: BySupport;
} & Payer;

/**
 * Moves an organization to a free plan (R-SUB-05). One transaction under the tenant's lock checks
 * the number of members, writes the plan beside the paid one and opens the operation that ends the
 * paid one. Until that is done, new members must fit into the free plan. After a crash the next
 * call or the reconciliation job finishes the operation.
 */
export async function switchToFreePlan(context: AppContext, move: FreePlanSwitch) {
  const { tenant } = move;
  const operation = await tenant.run((tx) => openFreePlanSwitch(tx, move));
  if (operation === null) return;
  await releaseOnError(context.database, operation, finishFreePlanSwitch(context, operation));
}

/** Writes the plan and the operation; returns null when nothing runs at the provider. */
async function openFreePlanSwitch(
  tx: DbTransaction,
  { tenant, session, price, atPeriodEnd, bySupport }: FreePlanSwitch,
) {
  const { id: tenantId } = tenant;
  if (bySupport) nameActor(tx, bySupport.operator);
  await lockTenant(tx, tenantId);
  const [customerId, running] = await Promise.all([
    customerOf(tx, tenantId),
    runningProductsOf(tx, tenantId),
  ]);
  const pays = running.some(({ isSubscription }) => isSubscription);
  if (!pays && running.some(({ priceId }) => priceId === price.id)) {
    throw new Failure('billing.alreadySubscribed');
  }
  const maxUsers = await assertFreePlanSeats(tx, tenantId, price);
  await assignFreePlan(tx, tenantId, { priceId: price.id });
  const operation = await openOperation(tx, {
    kind: 'free_plan',
    subject: operationSubject.tenant(tenantId),
    tenantId,
    userId: bySupport?.operator ?? session.user,
    priceId: price.id,
    customerId,
    maxUsers,
    request: { ...noChangesToRestore, atPeriodEnd },
  });
  if (bySupport) {
    const { operator, action } = bySupport;
    await insertSupportAction(tx, tenantId, { ...action, id: operation.id, operator });
  }
  if (customerId !== null) return operation;
  await finishOperation(tx, operation);
  return null;
}

/** Returns the seats beside one-time purchases (0: unlimited); throws when members exceed them. */
export async function assertFreePlanSeats(tx: DbTransaction, tenantId: TenantId, price: PriceRow) {
  const [{ tier, maxUsers }, running] = await Promise.all([
    tx.one(
      db
        .selectFrom('subscription_products')
        .select(['tier', 'max_users as maxUsers'])
        .where('id', '=', price.subscription_product_id),
    ),
    runningProductsOf(tx, tenantId),
  ]);
  const kept = running.filter(({ isPurchase }) => isPurchase);
  const room = seatsWithPlan(kept, { tier, maxUsers });
  await assertEnoughSeats(tx, tenantId, room);
  return room;
}

/** The part of a request that undoing reads, for an operation without a card or a new customer. */
export const noChangesToRestore = { isNew: false, card: null, ...noCardsBefore };

/**
 * Ends what runs at the provider, immediately or at the end of its period, or of a grant that ends before. Overdue and
 * paused ones end immediately; reconciliation voids their open invoices. Idempotent; the operation is settled afterwards.
 */
export async function finishFreePlanSwitch(context: AppContext, operation: BillingOperation) {
  const { stripe, database } = context;
  const { atPeriodEnd } = operationRequestOf<{ atPeriodEnd: boolean }>(operation);
  for (const live of await liveSubscriptions(context, operation.customer_id)) {
    if (!atPeriodEnd || endsAtOnce(live)) await stripe.cancelSubscription(live.id);
    else if (!grantEndInPeriod(live)) await stripe.cancelAtPeriodEnd(live.id);
  }
  await reconcileTenant(context, operation.for_tenant);
  await database.system((tx) => finishOperation(tx, operation));
}
