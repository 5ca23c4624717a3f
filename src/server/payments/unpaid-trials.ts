import type { Books, Standing } from './books.ts';
import type { Gateway } from './gateway.ts';

type Ending = Pick<Gateway, 'endWithTrialUnpaid' | 'cancelSubscription' | 'takeBack'>;

/**
 * Converts trials begun by an earlier release, which would create unpayable invoices, to today's
 * behavior: they end with their trial, and later invoices are reversed (R-SUB-07). Returns true
 * when something changed. Idempotent.
 */
export async function endUnpaidTrials(gateway: Ending, books: Books): Promise<boolean> {
  const unpaid = books.subscriptions.filter((standing) => wouldOwe(standing, books));
  for (const standing of unpaid) await endUnpaid(gateway, standing);
  return unpaid.length > 0;
}

async function endUnpaid(gateway: Ending, { id, status, owed }: Standing) {
  if (status === 'trialing') return gateway.endWithTrialUnpaid(id);
  // The invoice first: an open one would hide that the trial ended unpaid (books.ts).
  if (owed) await gateway.takeBack(owed.invoice, id);
  return gateway.cancelSubscription(id);
}

/**
 * Returns true when the trial will end in an invoice, or has, and there never was a card to pay it.
 */
function wouldOwe(standing: Standing, { hasCard, payments }: Books): boolean {
  const { id, status, trialEnd, endsUnpaid } = standing;
  if (endsUnpaid || trialEnd === null) return false;
  if (status === 'trialing') return true;
  const isOverdue = status === 'past_due' || status === 'unpaid';
  return isOverdue && !hasCard && !payments.some(({ subscription }) => subscription === id);
}
