import { discountsOf } from './discounts.ts';
import { newId } from './ids.ts';
import { pendingItems } from './invoice-lines.ts';
import type { Applied } from './invoice-totals.ts';
import type { Ledger } from './ledger.ts';
import type { Bill } from './new-invoice.ts';
import { endAfter, periodEndOf } from './periods.ts';
import { linesOf } from './subscription-items.ts';
import { idOf, type InvoiceItem, type Subscription } from './wire.ts';

/** Changes that a preview assumes before they are recorded. */
interface Outlook {
  /** Additional items that would be pending for the invoice. */
  more?: InvoiceItem[];
  discounts?: Applied[];
}

/** Returns a subscription in its next period, and the bill with all pending items. */
export async function renewal(
  ledger: Ledger,
  was: Subscription,
  { more = [], discounts }: Outlook = {},
): Promise<{ is: Subscription; bill: Bill }> {
  const start = periodEndOf(was);
  const anchor = was.billing_cycle_anchor;
  const items = was.items.data.map((item) => ({
    ...item,
    current_period_start: start,
    current_period_end: endAfter(start, anchor, item.plan),
  }));
  const invoice = newId('in');
  const is: Subscription = {
    ...was,
    items: { ...was.items, data: items },
    latest_invoice: invoice,
    status: was.status === 'trialing' ? 'active' : was.status,
  };
  const inForce = discounts ?? (await discountsOf(ledger, was.discounts));
  const bill: Bill = {
    id: invoice,
    customer: await ledger.get('customer', idOf(was.customer)),
    currency: was.currency,
    subscription: is,
    reason: 'subscription_cycle',
    lines: await linesOf(ledger, items, { invoice, trial: false }),
    items: [...(await pendingItems(ledger, was)), ...more],
    discounts: inForce.filter(({ discount: { end } }) => end === null || end > start),
    period: { start: was.items.data[0]?.current_period_start ?? start, end: start },
  };
  return { is, bill };
}
