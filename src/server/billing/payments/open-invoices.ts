import type { StripeClient } from '#server/platform/stripe/client.ts';
import type {
  CustomerSnapshot,
  OpenInvoice,
  SubscriptionState,
} from '#server/platform/stripe/customer-snapshot.ts';
import { grantOf } from '#server/platform/stripe/grant-terms.ts';

type InvoiceSettlingClient = Pick<StripeClient, 'voidInvoice' | 'collectOrVoidInvoice'>;

/**
 * Settles open invoices that nothing else would ever settle: those of an ended subscription are
 * void, so are those of a granted one, and those of a running one whose later invoice was paid are charged once more, or void if
 * that fails (R-SUB-23), but not while the organization is suspended. Returns true when something changed. Idempotent.
 */
export async function settleOpenInvoices(
  stripe: InvoiceSettlingClient,
  { subscriptions }: CustomerSnapshot,
  isSuspended: boolean,
): Promise<boolean> {
  let changed = false;
  for (const subscription of subscriptions) {
    for (const { id } of invoicesToSettle(subscription)) {
      // Oldest first. An ended or granted subscription is never charged again.
      if (subscription.endedAt || grantOf(subscription)) await stripe.voidInvoice(id);
      else if (isSuspended) continue;
      else await stripe.collectOrVoidInvoice(id);
      changed = true;
    }
  }
  return changed;
}

function invoicesToSettle(subscription: SubscriptionState): OpenInvoice[] {
  const { endedAt, status, latestInvoice, changePending, openInvoices } = subscription;
  if (endedAt || grantOf(subscription)) return openInvoices;
  // The status follows the latest invoice alone, so an older one would stay open for ever. While
  // a change of plan waits for its payment, the latest invoice is the change's.
  if (status !== 'active' || changePending) return [];
  return openInvoices.filter(({ id, isRetried }) => id !== latestInvoice && !isRetried);
}
