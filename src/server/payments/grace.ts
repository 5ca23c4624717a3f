import type { Standing } from './books.ts';
import { productRowOf } from './snapshot.ts';

const day = 86_400_000;

/**
 * Until when an overdue subscription keeps its access: some days from the moment, by the provider's
 * clock, at which its oldest unpaid invoice asked for money. Null when nothing is overdue.
 */
export function graceEndsOf(standing: Standing, graceDays: number): Date | null {
  if (productRowOf(standing).status !== 'past_due') return null;
  // Without an invoice it was paused at the end of its trial, or is something of tomorrow's.
  const since = standing.owed?.since ?? standing.trialEnd ?? standing.startedAt;
  return new Date(since.getTime() + graceDays * day);
}
