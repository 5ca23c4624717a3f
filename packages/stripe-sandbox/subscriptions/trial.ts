import { trialNoticeSeconds } from '#sandbox/stripe/clock/due-time.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Subscription } from '#sandbox/stripe/store/types.ts';

/** Records the event for a trial's end within three days; for a short trial as it starts. */
export async function recordTrialWillEnd(objects: ObjectRepository, subscription: Subscription) {
  const { status, trial_end: end } = subscription;
  if (status !== 'trialing' || end === null || end - trialNoticeSeconds > objects.now) return;
  await objects.recordEvent('customer.subscription.trial_will_end', subscription);
}
