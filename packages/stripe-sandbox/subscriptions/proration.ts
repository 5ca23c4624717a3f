import { listPendingItems } from '#sandbox/stripe/invoices/lines.ts';
import {
  applyDiscounts,
  type AppliedDiscount,
  appliesToProduct,
  netAmount,
} from '#sandbox/stripe/invoices/totals.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  idOf,
  type InvoiceItem,
  type Subscription,
  type SubscriptionItem,
} from '#sandbox/stripe/store/types.ts';
import { itemAmount, itemProductName } from './items.ts';
import { fullPeriodEnd, type Period, proratedAmount } from './periods.ts';

type ProrationInput = {
  /** Items after the change, in the same order. */
  items: SubscriptionItem[];
  /** Time of the change in epoch seconds, within the current period. */
  at: number;
  /** True when a new period begins: the remaining time is billed as a whole period. */
  restarts: boolean;
  /** Discounts in force after the change; prorations are reduced by them. */
  discounts: AppliedDiscount[];
};

/**
 * Returns the prorations of a change: credit for paid unused time and a charge for the remaining time,
 * one line each. Credits the amount that was billed, whatever the item costs by then.
 */
export async function prorate(
  objects: ObjectRepository,
  previous: Subscription,
  { items, at, restarts, discounts }: ProrationInput,
): Promise<InvoiceItem[]> {
  const full = items.reduce((sum, item) => sum + itemAmount(item), 0);
  const applied = discounts.filter(({ coupon }) =>
    items.every(({ price }) => appliesToProduct(coupon, idOf(price.product))),
  );
  const net = applyDiscounts(full, applied);
  const prorations: InvoiceItem[] = [];
  for (const [index, item] of items.entries()) {
    const before = previous.items.data[index];
    if (before && isUnchanged(before, item) && !restarts) continue;
    const subscription = previous;
    if (before) {
      const unused = { item: before, at, until: before.current_period_end };
      const credit = await creditUnusedTime(objects, previous, unused);
      if (credit) prorations.push(newProration(subscription, credit, objects.now));
    }
    if (restarts) continue;
    const share = full === 0 ? 0 : Math.round((net * itemAmount(item)) / full);
    const charge = await chargeRemainingTime(objects, previous, { item, at, share });
    prorations.push(newProration(subscription, charge, objects.now));
  }
  return prorations;
}

/**
 * Returns what a moved date of the end credits or charges of the current period: of the unused time what was billed, of
 * the added time the price less the discounts.
 */
export async function prorateEnd(
  objects: ObjectRepository,
  previous: Subscription,
  { updated, discounts }: { updated: Subscription; discounts: AppliedDiscount[] },
): Promise<InvoiceItem[]> {
  const prorations: InvoiceItem[] = [];
  for (const [index, item] of updated.items.data.entries()) {
    const until = previous.items.data[index]?.current_period_end ?? 0;
    const at = item.current_period_end;
    if (at === until) continue;
    const share = applyDiscounts(itemAmount(item), discounts);
    const proration =
      at < until
        ? await creditUnusedTime(objects, previous, { item, at, until })
        : await chargeRemainingTime(objects, updated, { item, at: until, share });
    if (proration) prorations.push(newProration(previous, proration, objects.now));
  }
  return prorations;
}

/** Returns the charge for the rest of the current period, whose full length has the price `share`. */
async function chargeRemainingTime(
  objects: ObjectRepository,
  subscription: Subscription,
  { item, at, share }: { item: SubscriptionItem; at: number; share: number },
): Promise<Proration> {
  const { current_period_start: start, current_period_end: end } = item;
  const span = { start, end: fullPeriodEnd(subscription, item) };
  return {
    item,
    amount: proratedAmount(share, at, span) - proratedAmount(share, end, span),
    description: `Remaining time on ${await label(objects, item)} after ${day(at)}`,
    period: { start: at, end },
    credited: null,
  };
}

const isUnchanged = (before: SubscriptionItem, after: SubscriptionItem) =>
  before.price.id === after.price.id && before.quantity === after.quantity;

/** Amount of the latest line for an item, and its period. */
type BilledAmount = {
  amount: number;
  period: Period;
  credited: Proration['credited'];
};

async function creditUnusedTime(
  objects: ObjectRepository,
  previous: Subscription,
  { item, at, until }: { item: SubscriptionItem; at: number; until: number },
): Promise<Proration | undefined> {
  const debit = await latestBilledAmount(objects, previous, item.id);
  if (!debit || at < debit.period.start || at >= until) return undefined;
  const { amount: paid, period } = debit;
  const end = Math.min(until, period.end);
  const amount = proratedAmount(paid, end, period) - proratedAmount(paid, at, period);
  if (amount >= 0) return undefined;
  return {
    item,
    amount,
    description: `Unused time on ${await label(objects, item)} after ${day(at)}`,
    period: { start: at, end: debit.period.end },
    credited: debit.credited,
  };
}

/** Returns the latest debit of an item: pending, or on the newest invoice. */
async function latestBilledAmount(objects: ObjectRepository, previous: Subscription, item: string) {
  const waiting = (await listPendingItems(objects, previous)).findLast(
    ({ amount, parent }) => amount >= 0 && parent?.subscription_details?.subscription_item === item,
  );
  if (waiting) {
    const { amount, id: invoice_item, period } = waiting;
    const credited = { invoice_item, type: 'invoice_item' as const };
    return { amount, period, credited } satisfies BilledAmount;
  }
  const filter = {
    parent: idOf(previous.customer),
    contains: { parent: { subscription_details: { subscription: previous.id } } },
    anyOf: { field: 'status', values: ['draft', 'open', 'paid', 'uncollectible'] },
  };
  for (const invoice of await objects.list('invoice', filter)) {
    const line = invoice.lines.data.findLast(
      ({ amount, parent }) =>
        amount >= 0 && parent?.subscription_item_details?.subscription_item === item,
    );
    if (!line) continue;
    const details = { invoice: invoice.id, invoice_line_items: [line.id] };
    const credited = { invoice_line_item_details: details, type: 'invoice_line_items' as const };
    return { amount: netAmount(line), period: line.period, credited } satisfies BilledAmount;
  }
  return undefined;
}

type Proration = {
  item: SubscriptionItem;
  /** Amount in minor units; negative for credit. */
  amount: number;
  description: string;
  period: Period;
  credited: NonNullable<InvoiceItem['proration_details']>['credited_items'];
};

const newProration = (
  { id, customer }: Subscription,
  { item, amount, description, period, credited }: Proration,
  now: number,
): InvoiceItem => ({
  id: newId('ii'),
  object: 'invoiceitem',
  amount,
  currency: item.price.currency,
  customer: idOf(customer),
  customer_account: null,
  date: now,
  description,
  // The amount includes the discounts already.
  discountable: false,
  discounts: [],
  invoice: null,
  livemode: false,
  metadata: {},
  net_amount: amount,
  parent: {
    subscription_details: { subscription: id, subscription_item: item.id },
    type: 'subscription_details',
  },
  period,
  pricing: {
    price_details: { price: item.price.id, product: idOf(item.price.product) },
    type: 'price_details',
    unit_amount_decimal: item.price.unit_amount_decimal,
  },
  proration: true,
  proration_details: { credited_items: credited, discount_amounts: [] },
  quantity: item.quantity ?? 1,
  quantity_decimal: String(item.quantity ?? 1),
  tax_rates: [],
  test_clock: null,
});

/** Returns `3 × Pro`, or `Pro` alone. */
async function label(objects: ObjectRepository, item: SubscriptionItem): Promise<string> {
  const name = await itemProductName(objects, item);
  return item.quantity === 1 ? name : `${item.quantity} × ${name}`;
}

/** Formats a date as `05 Nov 2026`. */
const day = (at: number) =>
  new Date(at * 1_000).toLocaleDateString('en-GB', {
    day: '2-digit',
    month: 'short',
    timeZone: 'UTC',
    year: 'numeric',
  });
