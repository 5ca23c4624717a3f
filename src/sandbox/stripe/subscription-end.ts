import { voidInvoice } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { noReasons } from './new-subscription.ts';
import { idOf, type Subscription } from './wire.ts';

/** The statuses of a subscription that has not ended. */
export const liveStatuses = [
  'active',
  'incomplete',
  'past_due',
  'paused',
  'trialing',
  'unpaid',
] as const;
export const endedStatuses = ['canceled', 'incomplete_expired'] as const;

type Reasons = Partial<NonNullable<Subscription['cancellation_details']>>;

/** Ends a subscription now. One whose first invoice was never paid expires, and owes nothing. */
export async function endSubscription(
  ledger: Ledger,
  was: Subscription,
  reasons: Reasons = {},
): Promise<Subscription> {
  const incomplete = was.status === 'incomplete';
  const is: Subscription = {
    ...was,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: ledger.now,
    cancellation_details: { ...noReasons, ...reasons, reason: 'cancellation_requested' },
    ended_at: ledger.now,
    status: incomplete ? 'incomplete_expired' : 'canceled',
  };
  if (incomplete && was.latest_invoice) await voidInvoice(ledger, idOf(was.latest_invoice));
  await ledger.update('customer.subscription.deleted', was, is);
  return is;
}
