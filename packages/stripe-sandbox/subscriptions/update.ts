import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import {
  emptyable,
  enumParam,
  type InferParams,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import {
  type discountParams,
  loadDiscounts,
  recordRemovedDiscounts,
  resolveDiscounts,
  redeemDiscounts,
  endOneTimeDiscounts,
  storeDiscounts,
} from '#sandbox/stripe/catalogue/discounts.ts';
import { voidInvoice } from '#sandbox/stripe/invoices/lifecycle.ts';
import type { Bill } from '#sandbox/stripe/invoices/new-invoice.ts';
import type { AppliedDiscount } from '#sandbox/stripe/invoices/totals.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type Subscription } from '#sandbox/stripe/store/types.ts';
import { assertTaxLocation } from '#sandbox/stripe/tax/automatic-tax.ts';
import { amountDue, collectPayment } from './collect.ts';
import { applyCommonParams, commonParams, withRequestedEnd } from './common-params.ts';
import { itemAmount } from './items.ts';
import { noCancellationDetails } from './new-subscription.ts';
import { pauseCollectionParam, withPausedCollection } from './pause-collection.ts';
import { assertDeferrable, contradictsPendingUpdate, withPendingUpdate } from './pending-update.ts';
import { type PlannedUpdate, planUpdate, planParams } from './plan-update.ts';
import { prorateEnd } from './proration.ts';
import { endedStatuses } from './status.ts';
import { recordTrialWillEnd } from './trial.ts';

/** Reason of a cancellation, in the customer's words. */
export const cancellationParams = objectParam({
  comment: emptyable(stringParam),
  feedback: emptyable(
    enumParam(
      'customer_service',
      'low_quality',
      'missing_features',
      'other',
      'switched_service',
      'too_complex',
      'too_expensive',
      'unused',
    ),
  ),
});

export const updateParams = {
  ...commonParams,
  ...planParams,
  cancellation_details: cancellationParams,
  pause_collection: pauseCollectionParam,
};
export type UpdateParams = InferParams<typeof updateParams>;

/** Applies an update: first the fields of the subscription, then prices and periods. */
export async function updateSubscription(
  objects: ObjectRepository,
  found: Subscription,
  params: UpdateParams,
): Promise<Subscription> {
  const { items, trial_end: trialEnd, billing_cycle_anchor: anchor } = params;
  const reshapes = items !== undefined || trialEnd !== undefined || anchor !== undefined;
  const replaces = reshapes || contradictsPendingUpdate(found, params);
  const previous = replaces ? await cancelPendingUpdate(objects, found) : found;
  assertUpdatable(previous, params, reshapes);
  // `payment_behavior` is for automatic charges alone (SDK SubscriptionUpdateParams.payment_behavior).
  const isCharged = previous.collection_method === 'charge_automatically';
  const mayWait = isCharged && params.payment_behavior === 'pending_if_incomplete';
  if (mayWait) assertDeferrable(params);
  const discounts = await discountsAfterUpdate(objects, previous, params.discounts);
  const ending = withRequestedEnd(previous, params, objects.now);
  const plan: PlannedUpdate = reshapes
    ? await planUpdate(objects, ending, { ...params, discounts })
    : await planEnd(objects, previous, { updated: ending, params, discounts });
  const common = withPausedCollection(
    await applyCommonParams(objects, plan.updated, params),
    params.pause_collection,
  );
  const updated: Subscription = {
    ...common,
    cancellation_details: {
      ...(common.cancellation_details ?? noCancellationDetails),
      ...params.cancellation_details,
    },
    discounts: discounts.map(({ discount }) => discount.id),
  };
  if (params.automatic_tax?.enabled) {
    const customer = await objects.get('customer', idOf(updated.customer));
    await assertTaxLocation(objects, customer);
  }
  const bill = plan.bill && { ...plan.bill, subscription: updated };
  const due = bill ? await amountDue(objects, bill, params) : 0;
  if (bill && mayWait && due > 0) {
    await storeDiscounts(objects, discounts);
    return deferUntilPaid(objects, previous, { ...plan, updated, bill, params });
  }
  await recordRemovedDiscounts(objects, previous, updated);
  await redeemDiscounts(objects, discounts);
  await objects.update('customer.subscription.updated', previous, updated);
  if (updated.trial_end !== previous.trial_end) await recordTrialWillEnd(objects, updated);
  for (const item of plan.prorations) await objects.create('invoiceitem.created', item);
  if (bill) await collectPayment(objects, bill, params);
  await endOneTimeDiscounts(objects, discounts, plan.prorations);
  return objects.get('subscription', updated.id);
}

/** Plans a change of the end alone: what it prorates is a line of the next invoice. */
async function planEnd(
  objects: ObjectRepository,
  previous: Subscription,
  {
    updated,
    params: { proration_behavior: behavior },
    discounts,
  }: { updated: Subscription; params: UpdateParams; discounts: AppliedDiscount[] },
): Promise<PlannedUpdate> {
  const isFree = behavior === 'none' || previous.status === 'paused';
  const prorations = isFree ? [] : await prorateEnd(objects, previous, { updated, discounts });
  return { updated, bill: null, prorations };
}

/** Drops a change that waits for its payment, because another one replaces it. */
async function cancelPendingUpdate(
  objects: ObjectRepository,
  previous: Subscription,
): Promise<Subscription> {
  if (!previous.pending_update) return previous;
  await voidInvoice(objects, await objects.get('invoice', idOf(previous.latest_invoice ?? '')));
  return objects.get('subscription', previous.id);
}

/** Creates the change's invoice; the subscription stays unchanged until that is paid. */
async function deferUntilPaid(
  objects: ObjectRepository,
  previous: Subscription,
  { updated, bill, prorations, params }: PlannedUpdate & { bill: Bill; params: UpdateParams },
): Promise<Subscription> {
  const made = { invoice: bill.id, now: objects.now, params };
  const waiting = withPendingUpdate(previous, updated, made);
  await objects.update('customer.subscription.updated', previous, waiting);
  for (const item of prorations) await objects.create('invoiceitem.created', item);
  await collectPayment(objects, { ...bill, subscription: waiting }, {});
  return objects.get('subscription', previous.id);
}

/** Returns the discounts in force after a change: the requested ones, or the current ones. */
export async function discountsAfterUpdate(
  objects: ObjectRepository,
  previous: Subscription,
  sent: ReturnType<typeof discountParams.parse> | undefined,
): Promise<AppliedDiscount[]> {
  if (sent === undefined) return loadDiscounts(objects, previous.discounts);
  const amount = previous.items.data.reduce((sum, item) => sum + itemAmount(item), 0);
  const owner = { customer: idOf(previous.customer), subscription: previous.id, invoice: null };
  return resolveDiscounts(objects, sent, { ...owner, currency: previous.currency, amount });
}

function assertUpdatable(previous: Subscription, params: UpdateParams, reshapes: boolean) {
  if (previous.status === 'incomplete' && reshapes) throw invalidRequest(unpaid);
  if (previous.status === 'paused' && reshapes) throw invalidRequest(paused);
  if (!endedStatuses.some((status) => status === previous.status)) return;
  const { cancellation_details: _reasons, metadata: _metadata, ...others } = params;
  if (Object.values(others).some((value) => value !== undefined)) throw invalidRequest(ended);
}

const ended = 'A canceled subscription can only update its cancellation_details and metadata.';
const paused = 'The sandbox changes no prices and periods of a paused subscription.';
const unpaid = 'A subscription whose first invoice is unpaid can only update its metadata.';
