import type { Standing } from './books.ts';
import { productRowOf } from './snapshot.ts';

const day = 86_400_000;

/**
 * Returns the end of an overdue subscription's grace (R-SUB-09): `graceDays` after its oldest
 * unpaid invoice was finalized, by the provider's clock. Null when nothing is overdue.
 */
export function graceEndsOf(standing: Standing, graceDays: number): Date | null {
  if (productRowOf(standing).status !== 'past_due') return null;
  // No invoice: Stripe paused it at the end of its trial, or uses a status this release doesn't
  // know.
  const since = standing.owed?.since ?? standing.trialEnd ?? standing.startedAt;
  return new Date(since.getTime() + graceDays * day);
}
