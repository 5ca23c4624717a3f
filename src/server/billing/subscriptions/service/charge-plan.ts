import { Failure } from '#contract/errors.ts';
import {
  extendLockForCharge,
  type BillingOperation,
  recordProgress,
} from '#server/billing/payments/billing-operations.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { ProviderCoupon } from '#server/platform/stripe/coupons.ts';
import { InvalidRequest, ResourceMissing } from '#server/platform/stripe/errors.ts';
import { grantOf } from '#server/platform/stripe/grant-terms.ts';
import type { ProviderSubscription } from '#server/platform/stripe/subscription-snapshot.ts';
import { usableCoupon } from './coupon.ts';
import {
  makeCardDefault,
  operationMetadata,
  operationRequestOf,
  ensureCustomer,
  storeTaxLocation,
} from './customer.ts';
import { payOpenInvoices } from './open-invoices.ts';
import { assignmentOrThrow, readOutcome, subscriptionOutcome } from './outcome.ts';
import { type PlanAssignment, type PriceRow, isOneTime } from './plan.ts';
import { claimOperationTrial } from './trial.ts';

type PlanChangeOrder = {
  price: PriceRow;
  coupon: ProviderCoupon | null;
  live: ProviderSubscription;
  /** The proration moment of the preview, so that the charge equals it (R-SUB-03). */
  prorationDate: number | null | undefined;
};

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
  const restarts = grantOf(live) !== null;
  if (restarts) {
    await storeTaxLocation(context, operation);
    await stripe.enableTax(live.id);
  }
  const settlement = await payWhatIsOpen(context, operation, live);
  if (settlement.outcome !== 'paid') return assignmentOrThrow(context, operation, settlement);
  await removeEndDate(context, operation);
  const change = {
    item: live.itemId ?? '',
    price: price.service_id,
    ...(typeof prorationDate === 'number' && { prorationDate }),
    restarts,
    promotionCode: coupon?.promotionCode ?? null,
  };
  await explainRefusal(
    context,
    order,
    stripe.changePlan(live.id, change, `${operation.id}:change`),
  );
  return assignmentOrThrow(context, operation, await readOutcome(context, operation));
}

/** Makes the operation's card the default and charges the overdue invoices. */
async function payWhatIsOpen(
  context: AppContext,
  operation: BillingOperation,
  live: ProviderSubscription,
) {
  await makeCardDefault(context, operation);
  await extendLockForCharge(context.database, operation);
  return payOpenInvoices(context, live);
}

/** Removes a date of the end, which would shorten the period that is charged. */
async function removeEndDate({ stripe }: AppContext, operation: BillingOperation) {
  const { endBefore } = operationRequestOf(operation);
  if (endBefore !== undefined) await stripe.removeEndDate(operation.service_id ?? '');
}

/** Resumes a paused subscription and charges the period that begins now; it stays paused until that is paid. */
export async function resumePlan(
  context: AppContext,
  operation: BillingOperation,
  live: ProviderSubscription,
): Promise<PlanAssignment> {
  const { stripe } = context;
  const settlement = await payWhatIsOpen(context, operation, live);
  if (settlement.outcome !== 'paid') return assignmentOrThrow(context, operation, settlement);
  await removeEndDate(context, operation);
  // Stripe may be set to resume by itself once an overdue invoice is paid.
  const { status } = await stripe.retrieveSubscription(live.id);
  if (status === 'paused') await stripe.resumePausedSubscription(live.id, `${operation.id}:resume`);
  return assignmentOrThrow(context, operation, await readOutcome(context, operation));
}

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
  await storeTaxLocation(context, known);
  await makeCardDefault(context, known);
  if (trial) await claimOperationTrial(context, known);
  await extendLockForCharge(database, known);
  const order = {
    customer: known.customer_id ?? '',
    price: price.service_id,
    promotionCode: coupon?.promotionCode ?? null,
    metadata: operationMetadata(operation),
  };
  // A customer created by this order has paid nothing and has no codes of its own, so it is omitted here.
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

type ProviderOrder = {
  price: PriceRow;
  coupon: ProviderCoupon | null;
  customer: string | null;
};

/**
 * Maps a refusal of an order to its cause. Our checks passed before, so the state changed in the
 * meantime: the last redemption of a coupon was used, or a price was archived (R-SUB-13).
 */
export const explainRefusal = <T>(
  context: AppContext,
  order: ProviderOrder,
  call: Promise<T>,
): Promise<T> =>
  call.catch(async (error: unknown) => {
    if (!(error instanceof InvalidRequest || error instanceof ResourceMissing)) throw error;
    const { param } = error;
    if (param?.startsWith('discounts')) throw await couponRefusal(context, order);
    if (isAboutPrice(error)) throw new Failure('billing.notOffered');
    throw error;
  });

const isAboutPrice = (error: InvalidRequest | ResourceMissing) =>
  /\bprice\b/.test(error.param ?? '') ||
  (error instanceof InvalidRequest && error.code === 'product_inactive');

/** Reads the coupon again; its check throws the reason why it can't be used any longer. */
async function couponRefusal(
  context: AppContext,
  { price, coupon, customer }: ProviderOrder,
): Promise<unknown> {
  return usableCoupon(context, coupon?.code ?? '', { price, customer }).then(
    () => new Failure('billing.couponNotApplicable'),
    (refusal: unknown) => refusal,
  );
}
