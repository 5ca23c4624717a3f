import type { BillingNotification, TenantSubscription } from './billing-notification.ts';

/** Milliseconds before a charge at which a yearly renewal and an expired card are announced. */
export const renewalNoticeLead = 30 * 86_400_000;

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
  if (date <= now || date.getTime() - now.getTime() > renewalNoticeLead) return [];
  const { card } = state;
  const details = { card };
  const hasExpired = card !== null && card.expires <= date;
  const cardCause = `cardExpires:${card?.id}:${card?.expires.toISOString()}`;
  return [
    ...(hasExpired ? [{ kind: 'cardExpires' as const, cause: cardCause, date, details }] : []),
    ...(row.status === 'active' && isLongPeriod(state)
      ? [
          {
            kind: 'renews' as const,
            cause: `renews:${state.id}:${date.toISOString()}`,
            date,
            details,
          },
        ]
      : []),
  ];
}

const isLongPeriod = ({
  currentPeriodStart: start,
  currentPeriodEnd: end,
}: TenantSubscription['state']) =>
  start !== null && end !== null && end.getTime() - start.getTime() > announcedPeriod;
