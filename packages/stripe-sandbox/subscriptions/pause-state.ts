import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import type { Invoice, Subscription } from '#sandbox/stripe/store/types.ts';

type PauseReason = 'pause_requested' | 'trial_end_without_payment_method';

/** Makes a subscription paused: no period begins and nothing is invoiced until it is resumed. */
export async function enterPause(
  objects: ObjectRepository,
  previous: Subscription,
  reason: PauseReason,
): Promise<Subscription> {
  const paused = {
    subscription: { type: reason },
    transitioned_at: objects.now,
    type: 'subscription' as const,
  };
  const updated: Subscription = { ...previous, status: 'paused', status_details: { paused } };
  await objects.saveWithoutEvent(updated);
  await objects.recordEvent('customer.subscription.paused', updated);
  return updated;
}

/** Returns true for the invoice whose payment resumes its subscription. */
export const isResumption = ({ status, status_details: details }: Subscription, invoice: Invoice) =>
  status === 'paused' &&
  invoice.billing_reason === 'subscription_update' &&
  invoice.created >= (details?.paused.transitioned_at ?? 0);

/** Makes a paused subscription active again. */
export async function endPause(objects: ObjectRepository, previous: Subscription) {
  const { status_details: _details, ...rest } = previous;
  const updated: Subscription = { ...rest, status: 'active' };
  await objects.saveWithoutEvent(updated);
  await objects.recordEvent('customer.subscription.resumed', updated);
}
