import { discountsWanted, redeem } from './discounts.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import type { Bill } from './new-invoice.ts';
import { newSubscription } from './new-subscription.ts';
import {
  either,
  integer,
  listOf,
  moment,
  oneOf,
  type ParamsOf,
  required,
  shape,
  text,
} from './params.ts';
import { amountDue, collect } from './subscription-collect.ts';
import { amountOf, itemParams, linesOf, newItems } from './subscription-items.ts';
import { liveStatuses } from './subscription-status.ts';
import { applyCommon, commonParams, pastTrialEnd } from './subscription-terms.ts';
import { announceTrialEnd } from './trial.ts';
import type { Customer, Subscription } from './wire.ts';

export const creationParams = {
  ...commonParams,
  billing_mode: shape({ type: required(oneOf('flexible')) }),
  currency: text,
  customer: required(text),
  items: required(listOf(shape(itemParams))),
  proration_behavior: oneOf('always_invoice', 'create_prorations', 'none'),
  trial_end: either(oneOf('now'), moment),
  trial_period_days: integer(1),
};
type Creation = ParamsOf<typeof creationParams>;
/** Parameters of a subscription: customer and items, all others optional. */
type Order = Partial<Creation> & Pick<Creation, 'customer' | 'items'>;

/**
 * Subscribes a customer: trialing with a trial, active when nothing is due or the payment succeeds,
 * otherwise incomplete for up to 23 hours.
 */
export async function createSubscription(ledger: Ledger, params: Creation): Promise<Subscription> {
  const { subscription: made, bill } = await planSubscription(ledger, params);
  const due = await amountDue(ledger, bill, params);
  const trialing = made.status === 'trialing';
  const status = trialing ? 'trialing' : due > 0 ? 'incomplete' : 'active';
  const subscription: Subscription = { ...made, status };
  await ledger.create('customer.subscription.created', subscription);
  await redeem(ledger, bill.discounts);
  const { customer } = bill;
  const before = await ledger.get('customer', customer.id);
  await ledger.update('customer.updated', before, customer);
  await announceTrialEnd(ledger, subscription);
  await collect(ledger, { ...bill, subscription }, params);
  return ledger.get('subscription', subscription.id);
}

/** Returns a subscription and its first bill as a request describes them; stores nothing. */
export async function planSubscription(
  ledger: Ledger,
  params: Order,
): Promise<{ subscription: Subscription; bill: Bill }> {
  const customer = await ledger.get('customer', params.customer, 'customer');
  const trialEnd = trialEndOf(params, ledger.now);
  const id = newId('sub');
  const items = await newItems(ledger, params.items, { subscription: id, trialEnd });
  const { currency } = items[0].price;
  await assertSameCurrency(ledger, customer, currency);
  const amount = items.reduce((sum, item) => sum + amountOf(item), 0);
  const purpose = { customer: customer.id, subscription: id, invoice: null, currency, amount };
  const discounts = await discountsWanted(ledger, params.discounts, purpose);

  const invoice = newId('in');
  const trial = trialEnd !== null;
  const terms = {
    id,
    customer: customer.id,
    discounts: discounts.map(({ discount }) => discount.id),
    items,
    invoice,
    trialEnd,
    status: trial ? 'trialing' : 'active',
  } as const;
  const subscription = await applyCommon(ledger, newSubscription(terms, ledger.now), params);
  const bill: Bill = {
    id: invoice,
    customer: { ...customer, currency },
    currency,
    subscription,
    reason: 'subscription_create',
    lines: await linesOf(ledger, items, { invoice, trial }),
    items: [],
    discounts,
  };
  return { subscription, bill };
}

function trialEndOf({ trial_end: end, trial_period_days: days }: Order, now: number) {
  if (end !== undefined && days !== undefined) throw invalidRequest(exclusive, 'trial_end');
  if (end === 'now') return null;
  if (end !== undefined && end <= now) throw pastTrialEnd();
  return end ?? (days === undefined ? null : now + days * 86_400);
}

const exclusive = 'You may only specify one of these parameters: trial_end, trial_period_days.';

async function assertSameCurrency(ledger: Ledger, customer: Customer, currency: string) {
  if (!customer.currency || customer.currency === currency) return;
  const anyOf = { field: 'status', values: liveStatuses };
  const [live] = await ledger.list('subscription', { parent: customer.id, anyOf }, { limit: 1 });
  if (!live) return;
  throw invalidRequest(
    'You cannot combine currencies on a single customer. This customer has an active ' +
      'subscription, subscription schedule, discount, quote, or invoice item with currency ' +
      `${customer.currency}.`,
  );
}
