import type { Subscription, SubscriptionItem } from '#sandbox/stripe/store/types.ts';

/** Billing interval of a price: every `interval_count` intervals. */
export type BillingInterval = {
  interval: string;
  interval_count: number;
};

const daySeconds = 86_400;

/**
 * Returns the end of the n-th period after the anchor, both in epoch seconds. Months and years keep the
 * anchor's day, or take the month's last where it has none: 31 January → 28 February → 31 March.
 */
export function periodEnd(
  anchor: number,
  { interval, interval_count }: BillingInterval,
  nth = 1,
): number {
  const steps = interval_count * nth;
  if (interval === 'day') return anchor + steps * daySeconds;
  if (interval === 'week') return anchor + steps * 7 * daySeconds;
  return addMonths(anchor, interval === 'year' ? steps * 12 : steps);
}

/** Returns the end of the period that starts then: the first end after it, counted from the anchor. */
export function periodEndAfter(start: number, anchor: number, rhythm: BillingInterval): number {
  let nth = 1;
  while (periodEnd(anchor, rhythm, nth) <= start) nth += 1;
  return periodEnd(anchor, rhythm, nth);
}

/** Returns the same day and time so many months later, or the month's last day. */
export function addMonths(anchor: number, months: number): number {
  const from = new Date(anchor * 1_000);
  const year = from.getUTCFullYear();
  const month = from.getUTCMonth() + months;
  const lastDay = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const timeOfDay = anchor % daySeconds;
  return Date.UTC(year, month, Math.min(from.getUTCDate(), lastDay)) / 1_000 + timeOfDay;
}

/** Returns the end of a subscription's current period, which all its items share. */
export const currentPeriodEnd = (subscription: Subscription) =>
  subscription.items.data[0]?.current_period_end ?? 0;

type Ending = Pick<
  Subscription,
  'billing_cycle_anchor' | 'cancel_at' | 'cancel_at_period_end' | 'status'
>;

/** Returns the end of a period, which a date of the end within it shortens (SDK SubscriptionUpdateParams.cancel_at). */
export const shortenedEnd = (end: number, { cancel_at: at, cancel_at_period_end }: Ending) =>
  at === null || cancel_at_period_end ? end : Math.min(end, at);

/** Returns the end that the period of an item has without such a date. */
export const fullPeriodEnd = (
  { cancel_at: at, cancel_at_period_end: follows, billing_cycle_anchor: anchor, status }: Ending,
  { current_period_start: start, current_period_end: end, plan }: SubscriptionItem,
) => (at !== end || follows || status === 'trialing' ? end : periodEndAfter(start, anchor, plan));

/** Part of a period, in epoch seconds. */
export type Period = {
  start: number;
  end: number;
};

/**
 * Returns an amount's share for the time from a moment to the end of its span: by the second, rounded
 * half away from zero to minor units.
 */
export function proratedAmount(amount: number, at: number, { start, end }: Period): number {
  const part = Math.round((Math.abs(amount) * (end - at)) / (end - start));
  return amount < 0 ? -part : part;
}
