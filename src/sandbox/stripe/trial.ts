import { trialNoticeSeconds } from './due.ts';
import type { Ledger } from './ledger.ts';
import type { Subscription } from './wire.ts';

/** Records the event for a trial's end within three days; for a short trial as it starts. */
export async function announceTrialEnd(ledger: Ledger, subscription: Subscription) {
  const { status, trial_end: end } = subscription;
  if (status !== 'trialing' || end === null || end - trialNoticeSeconds > ledger.now) return;
  await ledger.record('customer.subscription.trial_will_end', subscription);
}
