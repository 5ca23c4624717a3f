import type { Ledger } from './ledger.ts';
import { applyPending, dropPending } from './pending-update.ts';
import { idOf, type Invoice, type Subscription } from './wire.ts';

/** Returns the subscription of an invoice. */
export async function subscriptionOf(
  ledger: Ledger,
  invoice: Invoice,
): Promise<Subscription | undefined> {
  const reference = invoice.parent?.subscription_details?.subscription;
  return reference ? ledger.find('subscription', idOf(reference)) : undefined;
}

/** Returns the subscription whose latest invoice this is: older invoices don't affect its status. */
async function whoseLatest(ledger: Ledger, invoice: Invoice) {
  const subscription = await subscriptionOf(ledger, invoice);
  const latest = subscription?.latest_invoice;
  return latest && idOf(latest) === invoice.id ? subscription : undefined;
}

/** Updates the subscription after its invoice was paid. */
export async function subscriptionPaid(ledger: Ledger, invoice: Invoice, method: string | null) {
  const was = await whoseLatest(ledger, invoice);
  if (!was) return;
  const isKept = was.payment_settings?.save_default_payment_method === 'on_subscription';
  const waited = ['incomplete', 'past_due', 'unpaid'].includes(was.status);
  const is: Subscription = {
    ...applyPending(was),
    default_payment_method: isKept && method ? method : was.default_payment_method,
    status: waited ? 'active' : applyPending(was).status,
  };
  await ledger.update('customer.subscription.updated', was, is);
  if (was.pending_update) {
    await ledger.record('customer.subscription.pending_update_applied', is);
  }
}

/** Marks the subscription past due after a payment failed or needs authentication. */
export async function subscriptionOwes(ledger: Ledger, invoice: Invoice) {
  const was = await whoseLatest(ledger, invoice);
  if (was?.status !== 'active' || was.pending_update) return;
  await ledger.update('customer.subscription.updated', was, { ...was, status: 'past_due' });
}

/** Updates the subscription after its invoice was voided. */
export async function subscriptionForgiven(ledger: Ledger, invoice: Invoice) {
  const was = await whoseLatest(ledger, invoice);
  if (was?.pending_update) return dropUpdate(ledger, was);
  if (was?.status !== 'past_due' && was?.status !== 'unpaid') return;
  await ledger.update('customer.subscription.updated', was, { ...was, status: 'active' });
}

/** Drops the pending update of a voided invoice. */
async function dropUpdate(ledger: Ledger, was: Subscription) {
  const is = dropPending(was);
  await ledger.update('customer.subscription.updated', was, is);
  await ledger.record('customer.subscription.pending_update_expired', is);
}
