import {
  type discountParams,
  discountsOf,
  discountsWanted,
  redeem,
  spendOnce,
} from './discounts.ts';
import { invalidRequest } from './failure.ts';
import { voidInvoice } from './invoice-issue.ts';
import type { Applied } from './invoice-totals.ts';
import type { Ledger } from './ledger.ts';
import type { Bill } from './new-invoice.ts';
import { noReasons } from './new-subscription.ts';
import { emptyable, oneOf, type ParamsOf, shape, text } from './params.ts';
import { assertCanWait, pendingUpdate } from './pending-update.ts';
import { amountDue, collect } from './subscription-collect.ts';
import { amountOf } from './subscription-items.ts';
import { type Plan, planChange, planParams } from './subscription-plan.ts';
import { endedStatuses } from './subscription-status.ts';
import { applyCommon, commonParams } from './subscription-terms.ts';
import { announceTrialEnd } from './trial.ts';
import { idOf, type Subscription } from './wire.ts';

/** Reason of a cancellation, in the customer's words. */
export const reasonParams = shape({
  comment: emptyable(text),
  feedback: emptyable(
    oneOf(
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

export const changeParams = {
  ...commonParams,
  ...planParams,
  cancellation_details: reasonParams,
};
export type Change = ParamsOf<typeof changeParams>;

/** Applies an update: first the fields of the subscription, then prices and periods. */
export async function changeSubscription(
  ledger: Ledger,
  found: Subscription,
  params: Change,
): Promise<Subscription> {
  const reshapes = params.items !== undefined || params.trial_end !== undefined;
  const was = reshapes ? await withoutPending(ledger, found) : found;
  assertChangeable(was, params, reshapes);
  const mayWait = params.payment_behavior === 'pending_if_incomplete';
  if (mayWait) assertCanWait(params);
  const discounts = await discountsAfter(ledger, was, params.discounts);
  const plan: Plan = reshapes
    ? await planChange(ledger, was, { ...params, discounts })
    : { is: was, bill: null, prorations: [] };
  const common = await applyCommon(ledger, plan.is, params);
  const is: Subscription = {
    ...common,
    cancellation_details: {
      ...(common.cancellation_details ?? noReasons),
      ...params.cancellation_details,
    },
    discounts: discounts.map(({ discount }) => discount.id),
  };
  const bill = plan.bill && { ...plan.bill, subscription: is };
  const due = bill ? await amountDue(ledger, bill, params) : 0;
  if (bill && mayWait && due > 0) return changeWhenPaid(ledger, was, { ...plan, is, bill });
  await dropDiscounts(ledger, was, is);
  await redeem(ledger, discounts);
  await ledger.update('customer.subscription.updated', was, is);
  if (is.trial_end !== was.trial_end) await announceTrialEnd(ledger, is);
  for (const item of plan.prorations) await ledger.create('invoiceitem.created', item);
  if (bill) await collect(ledger, bill, params);
  await spendOnce(ledger, discounts, plan.prorations);
  return ledger.get('subscription', is.id);
}

/** Drops a change that waits for its payment, because another one replaces it. */
async function withoutPending(ledger: Ledger, was: Subscription): Promise<Subscription> {
  if (!was.pending_update) return was;
  await voidInvoice(ledger, await ledger.get('invoice', idOf(was.latest_invoice ?? '')));
  return ledger.get('subscription', was.id);
}

/** Creates the change's invoice; the subscription stays unchanged until that is paid. */
async function changeWhenPaid(
  ledger: Ledger,
  was: Subscription,
  { is, bill, prorations }: Plan & { bill: Bill },
): Promise<Subscription> {
  const waiting = pendingUpdate(was, is, { invoice: bill.id, now: ledger.now });
  await ledger.update('customer.subscription.updated', was, waiting);
  for (const item of prorations) await ledger.create('invoiceitem.created', item);
  await collect(ledger, { ...bill, subscription: waiting }, {});
  return ledger.get('subscription', was.id);
}

/** Returns the discounts in force after a change: the requested ones, or the current ones. */
export async function discountsAfter(
  ledger: Ledger,
  was: Subscription,
  sent: ReturnType<typeof discountParams.read> | undefined,
): Promise<Applied[]> {
  if (sent === undefined) return discountsOf(ledger, was.discounts);
  const amount = was.items.data.reduce((sum, item) => sum + amountOf(item), 0);
  const owner = { customer: idOf(was.customer), subscription: was.id, invoice: null };
  return discountsWanted(ledger, sent, { ...owner, currency: was.currency, amount });
}

/** Records events for the discounts that a change removed. */
async function dropDiscounts(ledger: Ledger, was: Subscription, is: Subscription) {
  const kept = new Set(is.discounts.map(idOf));
  for (const { discount } of await discountsOf(ledger, was.discounts)) {
    if (!kept.has(discount.id)) await ledger.record('customer.discount.deleted', discount);
  }
}

function assertChangeable(was: Subscription, params: Change, reshapes: boolean) {
  if (was.status === 'incomplete' && reshapes) throw invalidRequest(unpaid);
  if (!endedStatuses.some((status) => status === was.status)) return;
  const { cancellation_details: _reasons, metadata: _metadata, ...others } = params;
  if (Object.values(others).some((value) => value !== undefined)) throw invalidRequest(ended);
}

const ended = 'A canceled subscription can only update its cancellation_details and metadata.';
const unpaid = 'A subscription whose first invoice is unpaid can only update its metadata.';
