import type { SubscriptionState } from './stripe/customer-snapshot.ts';
import { toTenantProductRow } from './stripe/subscription-snapshot.ts';

const day = 86_400_000;

/**
 * Returns the end of an overdue subscription's grace (R-SUB-09): `graceDays` after its oldest
 * unpaid invoice was finalized, by the provider's clock. Null when nothing is overdue.
 */
export function graceEndsOf(state: SubscriptionState, graceDays: number): Date | null {
  if (toTenantProductRow(state).status !== 'past_due') return null;
  // No invoice: Stripe paused it at the end of its trial, or uses a status this release doesn't
  // know.
  const since = state.unpaidInvoice?.since ?? state.trialEnd ?? state.startedAt;
  return new Date(since.getTime() + graceDays * day);
}
