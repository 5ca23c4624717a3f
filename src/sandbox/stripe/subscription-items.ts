import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import { newLine } from './invoice-lines.ts';
import type { Ledger } from './ledger.ts';
import { integer, mergeMetadata, metadata, type ParamsOf, required, text } from './params.ts';
import { periodEnd } from './periods.ts';
import { idOf, type InvoiceLine, type Plan, type Price, type SubscriptionItem } from './wire.ts';

/** Parameters of an item: price and quantity. */
export const itemParams = { metadata, price: required(text), quantity: integer(0) };
type ItemOrder = ParamsOf<typeof itemParams>;

/**
 * Returns the items of a new subscription, whose first period starts now and ends with the trial, if
 * any.
 */
export async function newItems(
  ledger: Ledger,
  orders: ItemOrder[],
  { subscription, trialEnd }: { subscription: string; trialEnd: number | null },
): Promise<[SubscriptionItem, ...SubscriptionItem[]]> {
  const items: SubscriptionItem[] = [];
  for (const [index, order] of orders.entries()) {
    const price = await recurringPrice(ledger, order.price, `items[${index}][price]`);
    const { now } = ledger;
    const end = trialEnd ?? periodEnd(now, price.recurring);
    items.push(newItem(price, order, { subscription, start: now, end, now }));
  }
  const [first, ...others] = items;
  if (!first) throw invalidRequest('Missing required param: items.', 'items', 'parameter_missing');
  for (const { price } of others) assertAlike(first.price, price);
  return [first, ...others];
}

interface Term {
  subscription: string;
  /** Current period, in epoch seconds. */
  start: number;
  end: number;
  now: number;
}

export const newItem = (
  price: Price,
  { metadata: sent, quantity = 1 }: Omit<Partial<ItemOrder>, 'price'>,
  { subscription, start, end, now }: Term,
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
  plan: planOf(price),
  price,
  quantity,
  subscription,
  tax_rates: [],
});

/** Returns an active recurring price. Throws an error that names the parameter otherwise. */
export async function recurringPrice(ledger: Ledger, id: string, param: string) {
  const price = await ledger.get('price', id, param);
  if (!price.recurring) throw invalidRequest(oneTimePrice, param);
  if (!price.active) throw invalidRequest(inactivePrice, param);
  return { ...price, recurring: price.recurring };
}

/** Returns the item's amount in minor units. */
export const amountOf = (item: SubscriptionItem) =>
  (item.price.unit_amount ?? 0) * (item.quantity ?? 1);

/** Returns the item at another price, with its metadata and quantity. */
export const repriced = (item: SubscriptionItem, price: Price): SubscriptionItem => ({
  ...item,
  plan: planOf(price),
  price,
});

/** Returns the lines for these items' current periods: none during a trial. */
export async function linesOf(
  ledger: Ledger,
  items: SubscriptionItem[],
  { invoice, trial }: { invoice: string; trial: boolean },
): Promise<InvoiceLine[]> {
  const lines: InvoiceLine[] = [];
  for (const item of items) {
    const name = await nameOf(ledger, item);
    const description = trial
      ? `Trial period for ${name}`
      : `${item.quantity} × ${name}${rate(item)}`;
    lines.push(newLine({ invoice, item, amount: trial ? 0 : amountOf(item), description }));
  }
  return lines;
}

/** Returns the name of the item's product. */
export async function nameOf(ledger: Ledger, { price }: SubscriptionItem): Promise<string> {
  const product = idOf(price.product);
  return (await ledger.find('product', product))?.name ?? product;
}

/** Returns ` (at $10.00 / month)`. */
function rate({ price }: SubscriptionItem): string {
  const format = new Intl.NumberFormat('en-US', { style: 'currency', currency: price.currency });
  return ` (at ${format.format((price.unit_amount ?? 0) / 100)} / ${price.recurring?.interval})`;
}

function assertAlike(first: Price, other: Price) {
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
const planOf = (price: Price): Plan => ({
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
