import { isPausedBySuspension } from '#server/platform/stripe/subscription-snapshot.ts';
import type { BillingNotification, TenantSubscription } from './billing-notification.ts';

/**
 * Returns the notifications that a pause begins or ends (decision 76): of the subscription, which is read-only meanwhile,
 * or of its payments alone. A suspension pauses payments as well, which it tells itself.
 */
export const pauseNotifications = (
  held: TenantSubscription,
  context: { now: Date; sentCauses: ReadonlySet<string> },
): BillingNotification[] => [
  ...subscriptionPause(held, context),
  ...paymentPause(held, context.sentCauses),
];

/** Its previous status tells that it was paused. */
function subscriptionPause(
  { state: { id, pausedAt, currentPeriodEnd }, row, previous }: TenantSubscription,
  { now }: { now: Date },
): BillingNotification[] {
  if (row.status === 'paused') {
    return [{ kind: 'paused', cause: `paused:${id}:${pausedAt?.toISOString()}` }];
  }
  const isResumed = previous?.status === 'paused' && row.status === 'active' && !row.end_date;
  if (!isResumed || !currentPeriodEnd) return [];
  const cause = `unpaused:${id}:${now.toISOString()}`;
  return [{ kind: 'unpaused', cause, date: currentPeriodEnd }];
}

/** The provider has no time of such a pause, and no row has it: the notifications so far tell whether this one is new. */
function paymentPause(
  { state, row }: TenantSubscription,
  sentCauses: ReadonlySet<string>,
): BillingNotification[] {
  if (row.granted) return [];
  const causeOf = (kind: string, count: number) => `${kind}:${state.id}:${count}`;
  let pauses = 0;
  while (sentCauses.has(causeOf('paymentsPaused', pauses + 1))) pauses += 1;
  const resumption = causeOf('paymentsResumed', pauses);
  const isKnown = pauses > 0 && !sentCauses.has(resumption);
  const isPaused = state.collectionPaused && !isPausedBySuspension(state);
  if (isPaused === isKnown) return [];
  if (isKnown) return [{ kind: 'paymentsResumed', cause: resumption }];
  const details = { paymentsResume: state.collectionResumesAt };
  return [{ kind: 'paymentsPaused', cause: causeOf('paymentsPaused', pauses + 1), details }];
}
