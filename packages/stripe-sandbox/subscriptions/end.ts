import { voidInvoice } from '#sandbox/stripe/invoices/lifecycle.ts';
import { listPendingItems } from '#sandbox/stripe/invoices/lines.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type Subscription } from '#sandbox/stripe/store/types.ts';
import { noCancellationDetails } from './new-subscription.ts';

type CancellationDetails = Partial<NonNullable<Subscription['cancellation_details']>>;

/**
 * Ends a subscription now; its pending items are never billed. One whose first invoice was never paid
 * expires and owes nothing.
 */
export async function endSubscription(
  objects: ObjectRepository,
  previous: Subscription,
  details: CancellationDetails = {},
): Promise<Subscription> {
  const wasToEnd = previous.cancel_at !== null && previous.cancel_at <= objects.now;
  const incomplete = previous.status === 'incomplete';
  const updated: Subscription = {
    ...previous,
    ...(!wasToEnd && { cancel_at: null, cancel_at_period_end: false, canceled_at: objects.now }),
    cancellation_details: {
      ...noCancellationDetails,
      reason: 'cancellation_requested',
      ...details,
    },
    ended_at: objects.now,
    pending_update: null,
    status: incomplete ? 'incomplete_expired' : 'canceled',
  };
  if ((incomplete || previous.pending_update) && previous.latest_invoice) {
    await voidInvoice(objects, await objects.get('invoice', idOf(previous.latest_invoice)));
  }
  if (incomplete) await objects.update('customer.subscription.updated', previous, updated);
  else {
    await objects.saveWithoutEvent(updated);
    await objects.recordEvent('customer.subscription.deleted', updated);
  }
  await stopCollecting(objects, previous);
  for (const item of await listPendingItems(objects, previous))
    await objects.removeWithoutEvent(item);
  return updated;
}

/** Stops automatic collection: drafts stay drafts, open invoices stay open. */
async function stopCollecting(objects: ObjectRepository, { id, customer }: Subscription) {
  const filter = {
    parent: idOf(customer),
    contains: { parent: { subscription_details: { subscription: id } } },
    anyOf: { field: 'status', values: ['draft', 'open'] },
  };
  for (const previous of await objects.list('invoice', filter)) {
    const updated = { ...previous, auto_advance: false, automatically_finalizes_at: null };
    await objects.update('invoice.updated', previous, { ...updated, next_payment_attempt: null });
  }
}
