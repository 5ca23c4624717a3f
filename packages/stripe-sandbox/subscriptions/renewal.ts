import { loadDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import { listPendingItems } from '#sandbox/stripe/invoices/lines.ts';
import type { Bill } from '#sandbox/stripe/invoices/new-invoice.ts';
import type { AppliedDiscount } from '#sandbox/stripe/invoices/totals.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type InvoiceItem, type Subscription } from '#sandbox/stripe/store/types.ts';
import type { TaxedCustomer } from '#sandbox/stripe/tax/automatic-tax.ts';
import { subscriptionLines } from './items.ts';
import { periodEndAfter, currentPeriodEnd, shortenedEnd } from './periods.ts';
import { withNewPeriod } from './plan-update.ts';

/** Changes that a preview assumes before they are recorded. */
type RenewalOptions = {
  /** Additional items that would be pending for the invoice. */
  more?: InvoiceItem[];
  discounts?: AppliedDiscount[];
  /** Customer of a preview that is not stored. */
  customer?: TaxedCustomer | undefined;
};

/** Returns a subscription in its next period, and the bill with all pending items. */
export async function planRenewal(
  objects: ObjectRepository,
  previous: Subscription,
  { more = [], discounts, customer }: RenewalOptions = {},
): Promise<{ updated: Subscription; bill: Bill }> {
  const start = currentPeriodEnd(previous);
  const anchor = previous.billing_cycle_anchor;
  const items = previous.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: shortenedEnd(periodEndAfter(start, anchor, item.plan), previous),
  }));
  const invoice = newId('in');
  const updated: Subscription = {
    ...previous,
    items: { ...previous.items, data: items },
    latest_invoice: invoice,
    status: previous.status === 'trialing' ? 'active' : previous.status,
  };
  const inForce = discounts ?? (await loadDiscounts(objects, previous.discounts));
  const bill: Bill = {
    id: invoice,
    customer: customer ?? (await objects.get('customer', idOf(previous.customer))),
    currency: previous.currency,
    subscription: updated,
    reason: 'subscription_cycle',
    lines: await subscriptionLines(objects, updated, { invoice, trial: false }),
    items: [...(await listPendingItems(objects, previous)), ...more],
    discounts: inForce.filter(({ discount: { end } }) => end === null || end > start),
    period: { start: previous.items.data[0]?.current_period_start ?? start, end: start },
  };
  return { updated, bill };
}

/** Returns a paused subscription in the period that begins when it is resumed now, and its bill. */
export async function planResumption(
  objects: ObjectRepository,
  previous: Subscription,
): Promise<{ updated: Subscription; bill: Bill }> {
  const invoice = newId('in');
  const updated: Subscription = {
    ...withNewPeriod(previous, previous.items.data, objects.now),
    latest_invoice: invoice,
  };
  const bill: Bill = {
    id: invoice,
    customer: await objects.get('customer', idOf(previous.customer)),
    currency: previous.currency,
    subscription: updated,
    reason: 'subscription_update',
    lines: await subscriptionLines(objects, updated, { invoice, trial: false }),
    items: await listPendingItems(objects, previous),
    discounts: await loadDiscounts(objects, previous.discounts),
  };
  return { updated, bill };
}
