import type { AppContext } from '#server/app-context.ts';
import {
  extendLockForCharge,
  type BillingOperation,
  recordProgress,
} from '#server/payments/billing-operations.ts';
import type { ProviderCoupon } from '#server/payments/stripe/coupons.ts';
import { operationMetadata, makeCardDefault, ensureCustomer } from './customer.ts';
import { assignmentOrThrow, readOutcome, subscriptionOutcome } from './outcome.ts';
import { type PlanAssignment, isOneTime, type PriceRow } from './plan.ts';
import { explainRefusal } from './refusals.ts';
import { claimOperationTrial } from './trial.ts';

type StartOrder = { price: PriceRow; coupon: ProviderCoupon | null; trial: boolean };

/**
 * Starts a new plan at the provider and charges what is due now: a subscription, with a trial if
 * granted, or a one-time purchase. Throws when the payment is declined or needs authentication.
 */
export async function startPlan(
  context: AppContext,
  operation: BillingOperation,
  { price, coupon, trial }: StartOrder,
): Promise<PlanAssignment> {
  const { database, stripe } = context;
  const known = await ensureCustomer(context, operation);
  await makeCardDefault(context, known);
  if (trial) await claimOperationTrial(context, known);
  await extendLockForCharge(database, known);
  const order = {
    customer: known.customer_id ?? '',
    price: price.service_id,
    promotionCode: coupon?.promotionCode ?? null,
    metadata: operationMetadata(operation),
  };
  // A customer created by this order has paid nothing and has no codes of its own, so it is omitted
  // here.
  const asked = { price, coupon, customer: operation.customer_id };
  if (isOneTime(price)) {
    const { currency } = price;
    const sale = await explainRefusal(
      context,
      asked,
      stripe.chargeOneTimePrice({ ...order, currency }, `${operation.id}:sale`),
    );
    const sold = await recordProgress(database, known, { service_id: sale });
    return assignmentOrThrow(context, sold, await readOutcome(context, sold));
  }
  const trialDays = trial ? price.trial_days : 0;
  const made = await explainRefusal(
    context,
    asked,
    stripe.createSubscription({ ...order, trialDays }, `${operation.id}:subscription`),
  );
  const begun = await recordProgress(database, known, { service_id: made.id });
  return assignmentOrThrow(context, begun, await subscriptionOutcome(stripe, made, price));
}
