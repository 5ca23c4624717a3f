import type {
  CustomerSnapshot,
  SubscriptionState,
} from '#server/platform/stripe/customer-snapshot.ts';
import { hasLostPayment } from '#server/platform/stripe/dispute-snapshot.ts';
import { isCanceled } from '#server/platform/stripe/grant-terms.ts';
import type { Payment } from '#server/platform/stripe/payment-snapshot.ts';
import { isPausedBySuspension } from '#server/platform/stripe/subscription-snapshot.ts';
import type {
  BillingNotification,
  NotificationDetails,
  TenantSubscription,
} from './billing-notification.ts';
import { hasEndedByItself } from './grants.ts';
import {
  overdueNotifications,
  paymentFailureCause,
  readOnlyCause,
} from './overdue-notifications.ts';
import { pauseNotifications } from './pause-notifications.ts';
import {
  renewalNotifications,
  trialNoticeCause,
  trialNoticeLead,
} from './renewal-notifications.ts';

/** The free plan that remains, or would, without the subscription. */
export type FreePlanState = {
  title: string;
  /** Seats; 0 is unlimited. */
  maxUsers: number;
  /** Active members. */
  members: number;
};

type NotificationContext = {
  subscriptions: TenantSubscription[];
  payments: (Payment & Pick<NotificationDetails, 'plan'>)[];
  /** Refunds that were made in the provider's dashboard; the operator's refund sends its own email. */
  refunds: CustomerSnapshot['refunds'];
  /** Disputes that end what they are about; none if the operator chose so. */
  disputes: CustomerSnapshot['disputes'];
  hadCard: boolean;
  hasCard: boolean;
  /** The current time, by the provider's clock. */
  now: Date;
  sentCauses: ReadonlySet<string>;
  /** Null when another plan remains, or none. */
  free: FreePlanState | null;
  /** The subscription whose end led to the remaining plan, and has no notification yet; null for none. */
  ended: string | null;
};

/**
 * Returns the notifications that follow from the provider's state and were not sent before. Equal states
 * give equal causes, so repeated runs send each notification once.
 */
export const billingNotificationsOf = (context: NotificationContext): BillingNotification[] =>
  [
    ...context.subscriptions.flatMap((held) =>
      subscriptionNotifications(held, context).map((notification) => ({
        ...notification,
        details: {
          plan: planAfter(notification) ?? held.plan,
          isDisputed: isEndedByDispute(held, context),
          ...notification.details,
        },
      })),
    ),
    ...context.payments.map((payment) => paymentNotification(payment, context)),
    ...context.refunds.map((refund) => refundNotification(refund, context)),
  ].filter(({ cause }) => !context.sentCauses.has(cause));

/** Returns true when a subscription has ended and its payment was lost in a dispute. */
const isEndedByDispute = ({ state, row }: TenantSubscription, { disputes }: NotificationContext) =>
  row.status === 'canceled' && hasLostPayment(state, disputes);

/** Returns the free plan that an organization has already moved to. */
const planAfter = (notification: BillingNotification) =>
  'plan' in notification && !('date' in notification) ? notification.plan : null;

function subscriptionNotifications(
  held: TenantSubscription,
  context: NotificationContext,
): BillingNotification[] {
  if (held.row.status === 'canceled') return endNotifications(held, context);
  return [...pauseNotifications(held, context), ...runningNotifications(held, context)];
}

function runningNotifications(
  held: TenantSubscription,
  context: NotificationContext,
): BillingNotification[] {
  const { state, row } = held;
  const { now } = context;
  const { id } = state;
  switch (row.status) {
    case 'paused':
      return cancelNotifications(row, id, context);
    case 'past_due':
      return [
        ...changeNotifications(held, context),
        // Nothing can be paid, and nothing is charged, while the organization is suspended.
        ...(isPausedBySuspension(state)
          ? []
          : overdueNotifications(state, row.grace_ends ?? now, context)),
        ...renewalNotifications(held, context),
      ];
    default:
      // The end of a granted plan is announced with it; an earlier one was chosen by the organization.
      if (row.end_date && !isCanceled(state)) return [];
      return [
        ...changeNotifications(held, context),
        ...cancelNotifications(row, id, context),
        ...(state.collectionPaused ? [] : trialEndNotifications(row, state, context)),
        ...renewalNotifications(held, context),
      ];
  }
}

/** Returns the notification of an end: the organization is on the free plan now, or on another or none. */
function endNotifications(
  { state, row, previous }: TenantSubscription,
  { ended, free, now }: NotificationContext,
): BillingNotification[] {
  const isLast = state.id === ended;
  const isSeen = previous === null || previous.status === 'canceled';
  if (isSeen && !isLast) return [];
  const isByItself = isLast && hasEndedByItself(state);
  const cause = isByItself ? trialEndCause(state) : endCause(state);
  if (!isLast || !free) return [{ kind: 'ended', cause, date: row.end_date ?? now }];
  const isGrant = Boolean(state.metadata['grantEnds']);
  const kind = isByItself ? (isGrant ? 'grantEnded' : 'trialEnded') : 'movedToFree';
  return [{ kind, cause, ...freePlanFields(free) }];
}

/** Returns the cause of the move to the free plan; once recorded, the move is not repeated. */
export const trialEndCause = ({ id }: Pick<SubscriptionState, 'id'>) => `trialEnded:${id}`;

/** Returns the cause of the notification that a subscription has ended. */
export const endCause = ({ id }: { id: string }) => `ended:${id}`;

/** Returns the free plan of a notification, and whether there are more members than it allows. */
export const freePlanFields = ({ title, maxUsers, members: used }: FreePlanState) => ({
  plan: title,
  over: maxUsers > 0 && used > maxUsers ? { used, max: maxUsers } : null,
});

/** Returns the notifications that only the previous row tells: a withdrawn cancellation, a changed plan. */
function changeNotifications(
  { state, row, previous, isPlanChanged }: TenantSubscription,
  { now }: NotificationContext,
): BillingNotification[] {
  const { id, currentPeriodEnd } = state;
  if (!previous || previous.status === 'canceled' || row.granted) return [];
  if (isPlanChanged)
    return [{ kind: 'planChanged', cause: `planChanged:${id}:${now.toISOString()}` }];
  const wasEnding = previous.end_date !== null && !previous.granted;
  const isResumed = wasEnding && row.end_date === null && previous.status !== 'paused';
  const date = row.status === 'trialing' ? row.trial_ends : currentPeriodEnd;
  if (!isResumed || !date) return [];
  const canceled = (previous.canceled_at ?? previous.end_date)?.toISOString();
  return [{ kind: 'resumed', cause: `resumed:${id}:${canceled}`, date }];
}

function cancelNotifications(
  { end_date: date, canceled_at: canceled }: TenantSubscription['row'],
  id: string,
  { free }: NotificationContext,
): BillingNotification[] {
  if (!date) return [];
  // Each cancellation has its own time: after a resumption the same end is announced again.
  const which = [id, date, canceled].map((part) =>
    part instanceof Date ? part.toISOString() : part,
  );
  const cause = which.join(':');
  return free
    ? [{ kind: 'movesToFree', cause: `movesToFree:${cause}`, date, ...freePlanFields(free) }]
    : [{ kind: 'cancels', cause: `cancels:${cause}`, date }];
}

function trialEndNotifications(
  row: TenantSubscription['row'],
  { id, card }: SubscriptionState,
  context: NotificationContext,
): BillingNotification[] {
  const { now, hasCard, free } = context;
  const { status, trial_ends: date, end_date: end } = row;
  if (status !== 'trialing' || end || !date || date <= now) return [];
  if (date.getTime() - now.getTime() > trialNoticeLead) return [];
  const cause = trialNoticeCause(id, date);
  if (hasCard) return [{ kind: 'trialEndsPaid', cause, date, details: { card } }];
  return [
    free
      ? { kind: 'trialEndsFree', cause, date, ...freePlanFields(free) }
      : { kind: 'trialEnds', cause, date },
  ];
}

/** Returns the notification of a payment; one that was announced as failed before is a recovery. */
function paymentNotification(
  payment: NotificationContext['payments'][number],
  { sentCauses, subscriptions }: NotificationContext,
): BillingNotification {
  const { invoice, subscription, amount, currency, paidAt: date } = payment;
  const { plan, number, period, card, pdf } = payment;
  const details = { plan, number, period, card, pdf };
  const paid = { cause: `paid:${invoice}`, amount, currency, date, details };
  if (payment.isFromCredit) return { kind: 'paidFromCredit', ...paid };
  const wasLate =
    sentCauses.has(paymentFailureCause(invoice)) || sentCauses.has(readOnlyCause(invoice));
  // A later invoice may still be open.
  const isSettled = subscriptions.some(
    ({ state, row }) => state.id === subscription && row.status === 'active',
  );
  const kind = wasLate && isSettled ? 'recovered' : 'received';
  return { kind, ...paid };
}

const refundNotification = (
  { id, invoice, number, amount, currency }: CustomerSnapshot['refunds'][number],
  { payments }: NotificationContext,
): BillingNotification => ({
  kind: 'refunded',
  cause: `refunded:${id}`,
  amount,
  currency,
  details: { number, plan: payments.find((paid) => paid.invoice === invoice)?.plan },
});
