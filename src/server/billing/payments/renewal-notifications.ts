import type { BillingNotification, TenantSubscription } from './billing-notification.ts';

/** Milliseconds before a charge at which a yearly renewal and an expired card are announced. */
export const renewalNoticeLead = 30 * 86_400_000;

/** Milliseconds before the end of a trial to send its notification, as in Stripe's `trial_will_end`. */
export const trialNoticeLead = 3 * 86_400_000;

/** Returns the cause of the notification that a trial ends. */
export const trialNoticeCause = (id: string, end: Date) => `trialEnds:${id}:${end.toISOString()}`;

/** Periods from half a year on are announced before they begin: who pays monthly knows of it. */
const announcedPeriod = 180 * 86_400_000;

type RenewalContext = {
  hadCard: boolean;
  hasCard: boolean;
  /** The current time, by the provider's clock. */
  now: Date;
};

/** Returns the notifications about the next charge of a subscription; none if it ends, is granted or is not charged. */
export function renewalNotifications(
  { state, row }: Pick<TenantSubscription, 'state' | 'row'>,
  { hadCard, hasCard, now }: RenewalContext,
): BillingNotification[] {
  const date = row.status === 'trialing' ? row.trial_ends : state.currentPeriodEnd;
  if (row.status === 'canceled' || row.end_date || row.granted || !date) return [];
  if (state.collectionPaused || state.sendsInvoices) return [];
  if (!hasCard) {
    const cause = `cardRemoved:${state.id}:${now.toISOString()}`;
    // Before a trial ends its own notification asks for a card.
    return hadCard && row.status !== 'trialing' ? [{ kind: 'cardRemoved', cause, date }] : [];
  }
  if (date <= now) return [];
  const isNear = (at: Date) => at.getTime() - now.getTime() <= renewalNoticeLead;
  const { card } = state;
  const announced = { date, details: { card } };
  // A card that outlives the next charge is announced with a later one.
  const isExpiring =
    card !== null && card.expires <= date && (isNear(date) || isNear(card.expires));
  const cardCause = `cardExpires:${card?.id}:${card?.expires.toISOString()}`;
  const cause = `renews:${state.id}:${date.toISOString()}`;
  return [
    ...(isExpiring ? [{ kind: 'cardExpires' as const, cause: cardCause, ...announced }] : []),
    ...(row.status === 'active' && isNear(date) && isLongPeriod(state)
      ? [{ kind: 'renews' as const, cause, ...announced }]
      : []),
  ];
}

const isLongPeriod = ({
  currentPeriodStart: start,
  currentPeriodEnd: end,
}: TenantSubscription['state']) =>
  start !== null && end !== null && end.getTime() - start.getTime() > announcedPeriod;
