import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import {
  integerParam,
  mergeMetadata,
  metadata,
  type InferParams,
  required,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newSubscriptionLine } from '#sandbox/stripe/invoices/lines.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  idOf,
  type InvoiceLine,
  type Plan,
  type Price,
  type Subscription,
  type SubscriptionItem,
} from '#sandbox/stripe/store/types.ts';
import { fullPeriodEnd, periodEnd, proratedAmount } from './periods.ts';

/** Parameters of an item: price and quantity. */
export const itemParams = { metadata, price: required(stringParam), quantity: integerParam(0) };
type ItemInput = InferParams<typeof itemParams>;

/**
 * Returns the items of a new subscription, whose first period starts now and ends with the trial, if
 * any.
 */
export async function newSubscriptionItems(
  objects: ObjectRepository,
  orders: ItemInput[],
  { subscription, trialEnd }: { subscription: string; trialEnd: number | null },
): Promise<[SubscriptionItem, ...SubscriptionItem[]]> {
  const items: SubscriptionItem[] = [];
  for (const [index, order] of orders.entries()) {
    const price = await requireRecurringPrice(objects, order.price, `items[${index}][price]`);
    const { now } = objects;
    const end = trialEnd ?? periodEnd(now, price.recurring);
    items.push(newSubscriptionItem(price, order, { subscription, start: now, end, now }));
  }
  const [first, ...others] = items;
  if (!first) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  for (const { price } of others) assertSameInterval(first.price, price);
  return [first, ...others];
}

type ItemTerm = {
  subscription: string;
  /** Current period, in epoch seconds. */
  start: number;
  end: number;
  now: number;
};

export const newSubscriptionItem = (
  price: Price,
  { metadata: sent, quantity = 1 }: Omit<Partial<ItemInput>, 'price'>,
  { subscription, start, end, now }: ItemTerm,
): SubscriptionItem => ({
  id: newId('si'),
  object: 'subscription_item',
  billing_thresholds: null,
  created: now,
  current_period_end: end,
  current_period_start: start,
  current_trial: null,
  discounts: [],
  metadata: mergeMetadata({}, sent),
  plan: toLegacyPlan(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
});

/** Returns an active recurring price. Throws an error that names the parameter otherwise. */
export async function requireRecurringPrice(objects: ObjectRepository, id: string, param: string) {
  const price = await objects.get('price', id, param);
  if (!price.recurring) throw invalidRequest(oneTimePrice, param);
  if (!price.active) throw invalidRequest(inactivePrice, param);
  return { ...price, recurring: price.recurring };
}

/** Returns the item's amount in minor units. */
export const itemAmount = (item: SubscriptionItem) =>
  (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

/** Returns the item at another price, with its metadata and quantity. */
export const withPrice = (item: SubscriptionItem, price: Price): SubscriptionItem => ({
  ...item,
  plan: toLegacyPlan(price),
  price,
});

/** Returns the lines for the current periods of a subscription's items: nothing during a trial, a share of a shortened one. */
export async function subscriptionLines(
  objects: ObjectRepository,
  subscription: Subscription,
  { invoice, trial }: { invoice: string; trial: boolean },
): Promise<InvoiceLine[]> {
  const lines: InvoiceLine[] = [];
  for (const item of subscription.items.data) {
    const name = await itemProductName(objects, item);
    const description = trial
      ? `Trial period for ${name}`
      : `${item.quantity} × ${name}${rate(item)}`;
    const amount = trial ? 0 : periodAmount(subscription, item);
    lines.push(newSubscriptionLine({ invoice, item, amount, description }));
  }
  return lines;
}

/** Returns the amount of an item's current period. */
function periodAmount(subscription: Subscription, item: SubscriptionItem) {
  const { current_period_start: start, current_period_end: end } = item;
  const full = { start, end: fullPeriodEnd(subscription, item) };
  return itemAmount(item) - proratedAmount(itemAmount(item), end, full);
}

/** Returns the name of the item's product. */
export async function itemProductName(
  objects: ObjectRepository,
  { price }: SubscriptionItem,
): Promise<string> {
  const product = idOf(price.product);
  return (await objects.find('product', product))?.name ?? product;
}

/** Returns ` (at $10.00 / month)`. */
function rate({ price }: SubscriptionItem): string {
  const { currency } = price;
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency });
  const amount = (price.unit_amount ?? 0) / 10 ** exponentOf(currency);
  return ` (at ${format.format(amount)} / ${price.recurring?.interval})`;
}

/** Currencies of whole amounts and of thousandths (docs.stripe.com/currencies); all others have cents. */
const wholeAmounts = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const thousandths = 'bhd jod kwd omr tnd'.split(' ');

function exponentOf(currency: string) {
  if (wholeAmounts.includes(currency)) return 0;
  return thousandths.includes(currency) ? 3 : 2;
}

function assertSameInterval(first: Price, other: Price) {
  const mismatch =
    first.currency !== other.currency
      ? 'currency'
      : first.recurring?.interval !== other.recurring?.interval
        ? 'interval'
        : undefined;
  if (!mismatch) return;
  const message =
    'Currency and interval fields must match across all plans on this subscription. ' +
    `Found mismatch in ${mismatch} field.`;
  throw invalidRequest(message, 'items');
}

/** Returns the price in the older `plan` format that Stripe still includes. */
const toLegacyPlan = (price: Price): Plan => ({
  id: price.id,
  object: 'plan',
  active: price.active,
  amount: price.unit_amount,
  amount_decimal: price.unit_amount_decimal,
  billing_scheme: price.billing_scheme,
  created: price.created,
  currency: price.currency,
  interval: price.recurring?.interval ?? 'month',
  interval_count: price.recurring?.interval_count ?? 1,
  livemode: false,
  metadata: price.metadata,
  meter: null,
  nickname: price.nickname,
  product: price.product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

const oneTimePrice =
  'The price specified is set to `type=one_time` but this field only accepts prices with ' +
  '`type=recurring`.';
const inactivePrice = 'The price specified is inactive. This field only accepts active prices.';
