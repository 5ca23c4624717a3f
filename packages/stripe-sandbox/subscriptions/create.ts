import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import {
  unionParam,
  integerParam,
  arrayParam,
  timestampParam,
  enumParam,
  type InferParams,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { resolveDiscounts, redeemDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import type { Bill } from '#sandbox/stripe/invoices/new-invoice.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Customer, Subscription } from '#sandbox/stripe/store/types.ts';
import { assertTaxLocation, type TaxedCustomer } from '#sandbox/stripe/tax/automatic-tax.ts';
import { amountDue, collectPayment } from './collect.ts';
import { applyCommonParams, commonParams, pastTrialEndError } from './common-params.ts';
import { itemAmount, itemParams, subscriptionLines, newSubscriptionItems } from './items.ts';
import { newSubscription } from './new-subscription.ts';
import { liveStatuses } from './status.ts';
import { recordTrialWillEnd } from './trial.ts';

export const createParams = {
  ...commonParams,
  billing_mode: objectParam({ type: required(enumParam('flexible')) }),
  currency: stringParam,
  customer: required(stringParam),
  items: required(arrayParam(objectParam(itemParams))),
  proration_behavior: enumParam('always_invoice', 'create_prorations', 'none'),
  trial_end: unionParam(enumParam('now'), timestampParam),
  trial_period_days: integerParam(1),
};
type CreateParams = InferParams<typeof createParams>;
/** Parameters of a subscription: customer and items, all others optional. */
type SubscriptionRequest = Partial<CreateParams> & Pick<CreateParams, 'customer' | 'items'>;

/**
 * Subscribes a customer: trialing with a trial, active when nothing is due or the payment succeeds,
 * otherwise incomplete for up to 23 hours.
 */
export async function createSubscription(
  objects: ObjectRepository,
  params: CreateParams,
): Promise<Subscription> {
  const { subscription: made, bill } = await prepareSubscription(objects, params);
  const due = await amountDue(objects, bill, params);
  const trialing = made.status === 'trialing';
  const isActive = due === 0 || made.collection_method === 'send_invoice';
  const status = trialing ? 'trialing' : isActive ? 'active' : 'incomplete';
  const subscription: Subscription = { ...made, status };
  await objects.create('customer.subscription.created', subscription);
  await redeemDiscounts(objects, bill.discounts);
  const { customer } = bill;
  const before = await objects.get('customer', customer.id);
  await objects.update('customer.updated', before, customer);
  await recordTrialWillEnd(objects, subscription);
  await collectPayment(objects, { ...bill, subscription }, params);
  return objects.get('subscription', subscription.id);
}

/**
 * Returns a subscription and its first bill as a request describes them; stores nothing. A preview may
 * bring a customer that is not stored.
 */
export async function prepareSubscription(
  objects: ObjectRepository,
  params: SubscriptionRequest,
  previewed?: TaxedCustomer,
): Promise<{ subscription: Subscription; bill: Bill }> {
  const customer = previewed ?? (await objects.get('customer', params.customer, 'customer'));
  if (params.automatic_tax?.enabled) await assertTaxLocation(objects, customer);
  const trialEnd = trialEndOf(params, objects.now);
  const id = newId('sub');
  const items = await newSubscriptionItems(objects, params.items, { subscription: id, trialEnd });
  const { currency } = items[0].price;
  await assertSameCurrency(objects, customer, currency);
  const amount = items.reduce((sum, item) => sum + itemAmount(item), 0);
  const purchase = { customer: customer.id, subscription: id, invoice: null, currency, amount };
  const discounts = await resolveDiscounts(objects, params.discounts, purchase);

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
  const subscription = await applyCommonParams(
    objects,
    newSubscription(terms, objects.now),
    params,
  );
  const bill: Bill = {
    id: invoice,
    customer: { ...customer, currency },
    currency,
    subscription,
    reason: 'subscription_create',
    lines: await subscriptionLines(objects, subscription, { invoice, trial }),
    items: [],
    discounts,
  };
  return { subscription, bill };
}

function trialEndOf({ trial_end: end, trial_period_days: days }: SubscriptionRequest, now: number) {
  if (end !== undefined && days !== undefined) throw invalidRequest(exclusive, 'trial_end');
  if (end === 'now') return null;
  if (end !== undefined && end <= now) throw pastTrialEndError();
  return end ?? (days === undefined ? null : now + days * 86_400);
}

const exclusive = 'You may only specify one of these parameters: trial_end, trial_period_days.';

async function assertSameCurrency(objects: ObjectRepository, customer: Customer, currency: string) {
  if (!customer.currency || customer.currency === currency) return;
  const anyOf = { field: 'status', values: liveStatuses };
  const [live] = await objects.list('subscription', { parent: customer.id, anyOf }, { limit: 1 });
  if (!live) return;
  throw invalidRequest(
    'You cannot combine currencies on a single customer. This customer has an active ' +
      'subscription, subscription schedule, discount, quote, or invoice item with currency ' +
      `${customer.currency}.`,
  );
}
