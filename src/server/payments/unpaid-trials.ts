import type { Books, Standing } from './books.ts';
import type { Gateway } from './gateway.ts';

type Ending = Pick<Gateway, 'endWithTrialUnpaid' | 'cancelSubscription' | 'takeBack'>;

/**
 * Brings trials that were begun by an earlier release, and would ask for money without a card, to the
 * end that trials have now: they end with their trial, and what was invoiced for afterwards is taken
 * back. Answers whether anything was changed. Safe to repeat.
 */
export async function endUnpaidTrials(gateway: Ending, books: Books): Promise<boolean> {
  const unpaid = books.subscriptions.filter((standing) => wouldOwe(standing, books));
  for (const standing of unpaid) await endUnpaid(gateway, standing);
  return unpaid.length > 0;
}

async function endUnpaid(gateway: Ending, { id, status, owed }: Standing) {
  if (status === 'trialing') return gateway.endWithTrialUnpaid(id);
  // The invoice first: one that is taken back says afterwards that nothing was owed.
  if (owed) await gateway.takeBack(owed.invoice, id);
  return gateway.cancelSubscription(id);
}

/** Asks for money at the end of its trial, or has asked, and there never was a card to pay with. */
function wouldOwe(standing: Standing, { hasCard, payments }: Books): boolean {
  const { id, status, trialEnd, endsUnpaid } = standing;
  if (endsUnpaid || trialEnd === null) return false;
  if (status === 'trialing') return true;
  const isOverdue = status === 'past_due' || status === 'unpaid';
  return isOverdue && !hasCard && !payments.some(({ subscription }) => subscription === id);
}
