import { voidInvoice } from './invoice-issue.ts';
import { pendingItems } from './invoice-lines.ts';
import type { Ledger } from './ledger.ts';
import { noReasons } from './new-subscription.ts';
import { idOf, type Subscription } from './wire.ts';

type Reasons = Partial<NonNullable<Subscription['cancellation_details']>>;

/**
 * Ends a subscription now; its pending items are never billed. One whose first invoice was never paid
 * expires and owes nothing.
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
    pending_update: null,
    status: incomplete ? 'incomplete_expired' : 'canceled',
  };
  if ((incomplete || was.pending_update) && was.latest_invoice) {
    await voidInvoice(ledger, await ledger.get('invoice', idOf(was.latest_invoice)));
  }
  if (incomplete) await ledger.update('customer.subscription.updated', was, is);
  else {
    await ledger.save(is);
    await ledger.record('customer.subscription.deleted', is);
  }
  await stopCollecting(ledger, was);
  for (const item of await pendingItems(ledger, was)) await ledger.erase(item);
  return is;
}

/** Stops automatic collection: drafts stay drafts, open invoices stay open. */
async function stopCollecting(ledger: Ledger, { id, customer }: Subscription) {
  const filter = {
    parent: idOf(customer),
    contains: { parent: { subscription_details: { subscription: id } } },
    anyOf: { field: 'status', values: ['draft', 'open'] },
  };
  for (const was of await ledger.list('invoice', filter)) {
    const is = { ...was, auto_advance: false, automatically_finalizes_at: null };
    await ledger.update('invoice.updated', was, { ...is, next_payment_attempt: null });
  }
}
