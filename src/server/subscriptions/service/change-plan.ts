import type { AppContext } from '#server/app-context.ts';
import { extendLockForCharge, type BillingOperation } from '#server/payments/billing-operations.ts';
import type { ProviderCoupon } from '#server/payments/stripe/coupons.ts';
import type { ProviderSubscription } from '#server/payments/stripe/subscription-snapshot.ts';
import { makeCardDefault } from './customer.ts';
import { payOpenInvoices } from './open-invoices.ts';
import { assignmentOrThrow, readOutcome } from './outcome.ts';
import type { PlanAssignment, PriceRow } from './plan.ts';
import { explainRefusal } from './refusals.ts';

interface PlanChangeOrder {
  price: PriceRow;
  coupon: ProviderCoupon | null;
  live: ProviderSubscription;
  /** The proration moment of the preview, so that the charge equals it (R-SUB-03). */
  prorationDate: number | null | undefined;
}

/**
 * Moves the running subscription to another price and charges the difference immediately. Charges
 * overdue invoices first; until everything is paid, the plan is unchanged.
 */
export async function changePlan(
  context: AppContext,
  operation: BillingOperation,
  { price, coupon, live, prorationDate }: PlanChangeOrder,
): Promise<PlanAssignment> {
  const { stripe } = context;
  const order = { price, coupon, customer: live.customer };
  await makeCardDefault(context, operation);
  await extendLockForCharge(context.database, operation);
  const settlement = await payOpenInvoices(context, live);
  if (settlement.outcome !== 'paid') return assignmentOrThrow(context, operation, settlement);
  if (coupon) {
    const discounts = [{ promotion_code: coupon.promotionCode }];
    const key = `${operation.id}:discounts`;
    await explainRefusal(context, order, stripe.setDiscounts(live.id, discounts, key));
  }
  // Choosing another plan removes a scheduled cancellation.
  if (live.cancelAt) await stripe.setCancelAtPeriodEnd(live.id, false);
  const change = {
    item: live.itemId ?? '',
    price: price.service_id,
    ...(typeof prorationDate === 'number' && { prorationDate }),
  };
  await explainRefusal(
    context,
    order,
    stripe.changePlan(live.id, change, `${operation.id}:change`),
  );
  return assignmentOrThrow(context, operation, await readOutcome(context, operation));
}
