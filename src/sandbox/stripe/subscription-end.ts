import { voidInvoice } from './invoice-issue.ts';
import { pendingItems } from './invoice-lines.ts';
import type { Ledger } from './ledger.ts';
import { noReasons } from './new-subscription.ts';
import { idOf, type Subscription } from './wire.ts';

type Reasons = Partial<NonNullable<Subscription['cancellation_details']>>;

/**
 * Ends a subscription now: what waited for its next invoice is never billed. One whose first invoice
 * was never paid expires, and owes nothing.
 */
export async function endSubscription(
  ledger: Ledger,
  was: Subscription,
  details: Reasons = {},
): Promise<Subscription> {
  const wasToEnd = was.cancel_at !== null && was.cancel_at <= ledger.now;
  const incomplete = was.status === 'incomplete';
  const is: Subscription = {
    ...was,
    ...(!wasToEnd && { cancel_at: null, cancel_at_period_end: false, canceled_at: ledger.now }),
    cancellation_details: { ...noReasons, reason: 'cancellation_requested', ...details },
    ended_at: ledger.now,
    status: incomplete ? 'incomplete_expired' : 'canceled',
  };
  if (incomplete && was.latest_invoice) {
    await voidInvoice(ledger, await ledger.get('invoice', idOf(was.latest_invoice)));
  }
  await ledger.save(is);
  await ledger.record('customer.subscription.deleted', is);
  for (const item of await pendingItems(ledger, was)) await ledger.erase(item);
  return is;
}
