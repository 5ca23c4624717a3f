import { activateDiscounts } from '#sandbox/stripe/catalogue/discounts.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type Invoice, type Subscription } from '#sandbox/stripe/store/types.ts';
import { endPause, isResumption } from './pause-state.ts';
import { applyPendingUpdate, removePendingUpdate } from './pending-update.ts';

/** Returns the subscription of an invoice. */
export async function invoiceSubscription(
  objects: ObjectRepository,
  invoice: Invoice,
): Promise<Subscription | undefined> {
  const reference = invoice.parent?.subscription_details?.subscription;
  return reference ? objects.find('subscription', idOf(reference)) : undefined;
}

/** Returns the subscription whose latest invoice this is: older invoices don't affect its status. */
async function subscriptionIfLatest(objects: ObjectRepository, invoice: Invoice) {
  const subscription = await invoiceSubscription(objects, invoice);
  const latest = subscription?.latest_invoice;
  return latest && idOf(latest) === invoice.id ? subscription : undefined;
}

/** Updates the subscription after its invoice was paid. */
export async function onInvoicePaid(
  objects: ObjectRepository,
  invoice: Invoice,
  method: string | null,
) {
  const previous = await subscriptionIfLatest(objects, invoice);
  if (!previous) return;
  const isKept = previous.payment_settings?.save_default_payment_method === 'on_subscription';
  const waited = ['incomplete', 'past_due', 'unpaid'].includes(previous.status);
  const applied = applyPendingUpdate(previous, objects.now);
  const updated: Subscription = {
    ...applied,
    default_payment_method: isKept && method ? method : previous.default_payment_method,
    status: waited ? 'active' : applied.status,
  };
  await objects.update('customer.subscription.updated', previous, updated);
  if (isResumption(updated, invoice)) await endPause(objects, updated);
  if (previous.pending_update) {
    await activateDiscounts(objects, { previous, updated, invoice });
    await objects.recordEvent('customer.subscription.pending_update_applied', updated);
  }
}

/** Marks the subscription past due after a payment failed or needs authentication. */
export async function onPaymentFailed(objects: ObjectRepository, invoice: Invoice) {
  const previous = await subscriptionIfLatest(objects, invoice);
  if (previous?.status !== 'active' || previous.pending_update) return;
  await objects.update('customer.subscription.updated', previous, {
    ...previous,
    status: 'past_due',
  });
}

/** Updates the subscription after its invoice was voided. */
export async function onInvoiceVoided(objects: ObjectRepository, invoice: Invoice) {
  const previous = await subscriptionIfLatest(objects, invoice);
  if (previous?.pending_update) return expirePendingUpdate(objects, previous);
  if (previous?.status !== 'past_due' && previous?.status !== 'unpaid') return;
  await objects.update('customer.subscription.updated', previous, {
    ...previous,
    status: 'active',
  });
}

/** Drops the pending update of a voided invoice. */
async function expirePendingUpdate(objects: ObjectRepository, previous: Subscription) {
  const updated = removePendingUpdate(previous);
  await objects.update('customer.subscription.updated', previous, updated);
  await objects.recordEvent('customer.subscription.pending_update_expired', updated);
}
