import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import { issueInvoice } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { noReasons } from './new-subscription.ts';
import {
  either,
  emptyable,
  integer,
  listOf,
  moment,
  oneOf,
  type ParamsOf,
  required,
  shape,
  text,
} from './params.ts';
import { periodEnd } from './periods.ts';
import { applyCommon, commonParams, noPaymentMethod, pastTrialEnd } from './subscription-create.ts';
import { endedStatuses } from './subscription-end.ts';
import { amountOf, linesOf, recurringPrice, repriced } from './subscription-items.ts';
import { idOf, type Subscription, type SubscriptionItem } from './wire.ts';

/** Why it is cancelled, in the customer's words. */
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
  cancellation_details: reasonParams,
  items: listOf(shape({ id: required(text), price: text, quantity: integer(0) })),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  trial_end: either(oneOf('now'), moment),
};
type Change = ParamsOf<typeof changeParams>;

/** Applies an update: what it says about the subscription, then what it does to its periods. */
export async function changeSubscription(
  ledger: Ledger,
  was: Subscription,
  params: Change,
): Promise<Subscription> {
  const reshapes = params.items !== undefined || params.trial_end !== undefined;
  assertChangeable(was, params, reshapes);
  const shaped = reshapes ? await reshape(ledger, was, params) : was;
  const common = applyCommon(shaped, params, ledger.now);
  const reasons = { ...(common.cancellation_details ?? noReasons), ...params.cancellation_details };
  const is: Subscription = { ...common, cancellation_details: reasons };
  await ledger.update('customer.subscription.updated', was, is);
  return is;
}

/**
 * Other prices, or another end of the trial. During a trial both are free; outside of one whatever
 * has an amount needs a payment method, and what has none starts a new period when its rhythm does.
 */
async function reshape(ledger: Ledger, was: Subscription, params: Change): Promise<Subscription> {
  const items = await changedItems(ledger, was.items.data, params.items ?? []);
  const trialEnd = trialEndOf(was, params.trial_end, ledger.now);
  if (trialEnd !== null) return onTrial(was, items, { trialEnd, now: ledger.now });
  if (items.some((item) => amountOf(item) > 0)) throw noPaymentMethod();
  const restarts =
    was.status === 'trialing' ||
    items.some((item, index) => item.plan.interval !== was.items.data[index]?.plan.interval);
  return restarts ? restart(ledger, was, items) : withItems(was, items);
}

const withItems = (was: Subscription, data: SubscriptionItem[]): Subscription => ({
  ...was,
  items: { ...was.items, data },
});

function onTrial(
  was: Subscription,
  items: SubscriptionItem[],
  { trialEnd, now }: { trialEnd: number; now: number },
): Subscription {
  const until = items.map((item) => ({ ...item, current_period_end: trialEnd }));
  return {
    ...withItems(was, until),
    billing_cycle_anchor: trialEnd,
    status: 'trialing',
    trial_end: trialEnd,
    trial_start: was.status === 'trialing' ? was.trial_start : now,
  };
}

/** A new period from now, which asks for nothing. */
async function restart(
  ledger: Ledger,
  was: Subscription,
  items: SubscriptionItem[],
): Promise<Subscription> {
  const { now } = ledger;
  const renewed = items.map((item) => ({
    ...item,
    current_period_end: periodEnd(now, item.plan),
    current_period_start: now,
  }));
  const invoice = newId('in');
  const is: Subscription = {
    ...withItems(was, renewed),
    billing_cycle_anchor: now,
    latest_invoice: invoice,
    status: 'active',
    trial_end: was.status === 'trialing' ? now : was.trial_end,
  };
  const customer = await ledger.get('customer', idOf(was.customer));
  const lines = await linesOf(ledger, renewed, { invoice, trial: false });
  const bill = { id: invoice, customer, subscription: is, lines };
  await issueInvoice(ledger, { ...bill, reason: 'subscription_update' });
  return is;
}

async function changedItems(
  ledger: Ledger,
  items: SubscriptionItem[],
  orders: NonNullable<Change['items']>,
): Promise<SubscriptionItem[]> {
  const changed = [...items];
  for (const [index, order] of orders.entries()) {
    const at = changed.findIndex(({ id }) => id === order.id);
    const item = changed[at];
    const param = `items[${index}]`;
    if (!item) throw invalidRequest(`No such subscription item: '${order.id}'`, `${param}[id]`);
    const price = order.price && (await recurringPrice(ledger, order.price, `${param}[price]`));
    const quantity = order.quantity ?? item.quantity;
    changed[at] = { ...(price ? repriced(item, price) : item), quantity };
  }
  return changed;
}

/** When the trial will end after this change; null when there is none any more. */
function trialEndOf(was: Subscription, sent: Change['trial_end'], now: number): number | null {
  if (sent === 'now') return null;
  if (sent === undefined) return was.status === 'trialing' ? was.trial_end : null;
  if (sent <= now) throw pastTrialEnd();
  return sent;
}

function assertChangeable(was: Subscription, params: Change, reshapes: boolean) {
  if (was.status === 'incomplete' && reshapes) throw invalidRequest(unpaid);
  if (!endedStatuses.some((status) => status === was.status)) return;
  const { cancellation_details: _reasons, metadata: _metadata, ...others } = params;
  if (Object.values(others).some((value) => value !== undefined)) throw invalidRequest(ended);
}

const ended = 'A canceled subscription can only update its cancellation_details and metadata.';
const unpaid = 'A subscription whose first invoice is unpaid can only update its metadata.';
