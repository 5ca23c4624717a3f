import { awaitsResponse } from '#sandbox/stripe/disputes/dispute-status.ts';
import type { ObjectKind, ObjectsByKind, Subscription } from '#sandbox/stripe/store/types.ts';

/** Seconds before a trial's end at which Stripe announces it. */
export const trialNoticeSeconds = 3 * 86_400;

/** Seconds for which a subscription waits for its first payment. */
export const firstPaymentSeconds = 23 * 3_600;

/** Returns the next time at which the clock changes the object; null when it never does. */
export function nextDueTime(object: ObjectsByKind[ObjectKind], now: number): number | null {
  const moments = dueTimes(object).filter((moment) => typeof moment === 'number');
  const ahead = moments.filter((moment) => moment > now);
  return ahead.length === 0 ? null : Math.min(...ahead);
}

function dueTimes(object: ObjectsByKind[ObjectKind]): (number | null | undefined)[] {
  if ('deleted' in object && object.deleted) return [];
  if (object.object === 'subscription') return subscriptionDueTimes(object);
  if (object.object === 'discount') return [object.end];
  if (object.object === 'coupon') return [object.redeem_by];
  if (object.object === 'promotion_code') return [object.expires_at];
  if (object.object === 'dispute')
    return awaitsResponse(object) ? [object.evidence_details.due_by] : [];
  if (object.object !== 'invoice') return [];
  if (object.status === 'draft') return [object.automatically_finalizes_at];
  return object.status === 'open' ? [object.next_payment_attempt, object.due_date] : [];
}

function subscriptionDueTimes(subscription: Subscription): (number | null | undefined)[] {
  const { status, trial_end: trialEnd, cancel_at: end } = subscription;
  if (status === 'incomplete') return [subscription.created + firstPaymentSeconds];
  if (status === 'trialing') return [trialEnd && trialEnd - trialNoticeSeconds, trialEnd, end];
  if (status === 'paused') return [end];
  const isRunning = status === 'active' || status === 'past_due' || status === 'unpaid';
  const waiting = subscription.pending_update?.expires_at;
  const collects = subscription.pause_collection?.resumes_at;
  return isRunning ? [subscription.items.data[0]?.current_period_end, end, waiting, collects] : [];
}
