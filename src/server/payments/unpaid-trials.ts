import type { StripeClient } from './stripe/client.ts';
import type { CustomerSnapshot, SubscriptionState } from './stripe/customer-snapshot.ts';

type TrialEndingClient = Pick<
  StripeClient,
  'cancelUnpaidAtTrialEnd' | 'cancelSubscription' | 'reverseInvoice'
>;

/**
 * Lets trials begun by an earlier release end unpaid, like today's, and reverses their later invoices
 * (R-SUB-07). Returns true when something changed. Idempotent.
 */
export async function endUnpaidTrials(
  stripe: TrialEndingClient,
  records: CustomerSnapshot,
): Promise<boolean> {
  const unpaid = records.subscriptions.filter((state) => isUnpaidTrial(state, records));
  for (const state of unpaid) await endUnpaidTrial(stripe, state);
  return unpaid.length > 0;
}

async function endUnpaidTrial(
  stripe: TrialEndingClient,
  { id, status, unpaidInvoice: owed }: SubscriptionState,
) {
  if (status === 'trialing') return stripe.cancelUnpaidAtTrialEnd(id);
  // The invoice first: an open one would hide that the trial ended unpaid (stripe/customer-snapshot.ts).
  if (owed) await stripe.reverseInvoice(owed.invoice, id);
  return stripe.cancelSubscription(id);
}

/** Returns true when the trial ends or ended in an invoice that no card ever could pay. */
function isUnpaidTrial(state: SubscriptionState, { hasCard, payments }: CustomerSnapshot): boolean {
  const { id, status, trialEnd, endsUnpaid, sendsInvoices } = state;
  if (endsUnpaid || sendsInvoices || trialEnd === null) return false;
  if (status === 'trialing') return true;
  const isOverdue = status === 'past_due' || status === 'unpaid';
  return isOverdue && !hasCard && !payments.some(({ subscription }) => subscription === id);
}
