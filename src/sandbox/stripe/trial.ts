import { trialNoticeSeconds } from './due.ts';
import type { Ledger } from './ledger.ts';
import type { Subscription } from './wire.ts';

/** Tells that a trial ends soon, when it is so; a short trial is told of as it starts. */
export async function announceTrialEnd(ledger: Ledger, subscription: Subscription) {
  const { status, trial_end: end } = subscription;
  if (status !== 'trialing' || end === null || end - trialNoticeSeconds > ledger.now) return;
  await ledger.record('customer.subscription.trial_will_end', subscription);
}
