import type { SubscriptionState } from './stripe/customer-snapshot.ts';
import { grantOf } from './stripe/grant-terms.ts';
import type { Payment } from './stripe/payment-snapshot.ts';
import type { toTenantProductRow } from './stripe/subscription-snapshot.ts';

/** A subscription at the provider with its new row and the previous status. */
export interface TenantSubscription {
  state: SubscriptionState;
  row: ReturnType<typeof toTenantProductRow> & { grace_ends: Date | null };
  /** The previous status of the row; null when there was none. */
  previousStatus: string | null;
  /** The title of the plan; undefined when our catalog does not have it. */
  plan: string | undefined;
}

/** A notification that owners and admins get by email, once per cause. */
export type BillingNotification = { cause: string; details?: NotificationDetails } & (
  | {
      kind:
        | 'trialEnds'
        | 'trialEndsPaid'
        | 'trialExtended'
        | 'planGrantedUntil'
        | 'paymentFailed'
        | 'cancels'
        | 'ended';
      date: Date;
    }
  | { kind: 'credited' | 'refunded'; amount: number; currency: string }
  | { kind: 'trialEndsFree' | 'movesToFree'; date: Date; plan: string; over: SeatExcess | null }
  | { kind: 'trialEnded' | 'grantEnded' | 'movedToFree'; plan: string; over: SeatExcess | null }
  | { kind: 'readOnly' | 'planGranted' }
  | {
      kind: 'received' | 'recovered' | 'duplicateEnded';
      amount: number;
      currency: string;
      date: Date;
    }
);

/** Facts that the email lists besides the amount and the date. */
export type NotificationDetails = Partial<Pick<Payment, 'number' | 'period' | 'card' | 'pdf'>> & {
  /** The title of the plan that was paid, or that the subscription is for. */
  plan?: string | undefined;
  /** Why an operator did it. */
  reason?: string;
  /** The unpaid amount, in minor units. */
  due?: { amount: number; currency: string } | null;
};

/** The free plan that an organization has beside its paid plan, or could move to. */
export interface FreePlanState {
  title: string;
  /** Seats; 0 is unlimited. */
  maxUsers: number;
  isHeld: boolean;
  usedSeats: number;
}

/** The organization has more members than the free plan allows. */
type SeatExcess = { used: number; max: number };

interface NotificationContext {
  subscriptions: TenantSubscription[];
  payments: (Payment & Pick<NotificationDetails, 'plan'>)[];
  hasCard: boolean;
  /** The current time, by the provider's clock. */
  now: Date;
  sentCauses: ReadonlySet<string>;
  /** Null when no free plan is held or on offer. */
  free: FreePlanState | null;
  /** The subscription whose trial ended unpaid and has no notification yet; null for none. */
  ended: string | null;
}

/** Milliseconds before the end of a trial to send its notification, as in Stripe's `trial_will_end`. */
const trialNoticeLead = 3 * 86_400_000;

/**
 * Returns the notifications that follow from the provider's state and were not sent before. Equal states
 * give equal causes, so repeated runs send each notification once.
 */
export const billingNotificationsOf = (context: NotificationContext): BillingNotification[] =>
  [
    ...context.subscriptions.flatMap((held) =>
      subscriptionNotifications(held, context).map((notification) => ({
        ...notification,
        details: { plan: held.plan, ...notification.details },
      })),
    ),
    ...context.payments.map((payment) => paymentNotification(payment, context)),
  ].filter(({ cause }) => !context.sentCauses.has(cause));

function subscriptionNotifications(
  { state, row, previousStatus: before }: TenantSubscription,
  context: NotificationContext,
): BillingNotification[] {
  const { now, free } = context;
  const { id } = state;
  const cause = trialEndCause(state);
  switch (row.status) {
    case 'canceled':
      if (id === context.ended) {
        const kind = state.metadata['grantEnds'] ? 'grantEnded' : 'trialEnded';
        return [
          free
            ? { kind, ...freePlanFields(free), cause }
            : { kind: 'ended', cause, date: row.end_date ?? now },
        ];
      }
      if (before === null || before === 'canceled') return [];
      return hasFreePlan(free)
        ? [{ kind: 'movedToFree', cause: endCause(state), ...freePlanFields(free) }]
        : [{ kind: 'ended', cause: endCause(state), date: row.end_date ?? now }];
    case 'past_due':
      return overdueNotifications(state, row.grace_ends ?? now, now);
    default:
      // The end of a granted plan is announced with it; an earlier one was chosen by the organization.
      if (row.end_date && Number(grantOf(state)?.ends) === Number(row.end_date)) return [];
      return [...cancelNotifications(row, id, context), ...trialEndNotifications(row, id, context)];
  }
}

/** Returns the cause of the move to the free plan; once recorded, the move is not repeated. */
export const trialEndCause = ({ id }: Pick<SubscriptionState, 'id'>) => `trialEnded:${id}`;

/** Returns the cause of the notification that a subscription has ended. */
export const endCause = ({ id }: { id: string }) => `ended:${id}`;

const hasFreePlan = (free: FreePlanState | null): free is FreePlanState => free?.isHeld === true;

const freePlanFields = ({ title, maxUsers, usedSeats: used }: FreePlanState) => ({
  plan: title,
  over: maxUsers > 0 && used > maxUsers ? { used, max: maxUsers } : null,
});

/** Returns a notification when the payment fails, and another when its grace has ended. */
function overdueNotifications(
  { id, unpaidInvoice: owed }: SubscriptionState,
  graceEnds: Date,
  now: Date,
): BillingNotification[] {
  const what = owed?.invoice ?? id;
  const details = { due: owed };
  return graceEnds > now
    ? [{ kind: 'paymentFailed', cause: paymentFailureCause(what), date: graceEnds, details }]
    : [{ kind: 'readOnly', cause: `readOnly:${what}`, details }];
}

function cancelNotifications(
  { end_date: date }: TenantSubscription['row'],
  id: string,
  { free }: NotificationContext,
): BillingNotification[] {
  if (!date) return [];
  const day = date.toISOString();
  return hasFreePlan(free)
    ? [{ kind: 'movesToFree', cause: `movesToFree:${id}:${day}`, date, ...freePlanFields(free) }]
    : [{ kind: 'cancels', cause: `cancels:${id}:${day}`, date }];
}

function trialEndNotifications(
  row: TenantSubscription['row'],
  id: string,
  context: NotificationContext,
): BillingNotification[] {
  const { now, hasCard, free } = context;
  const { status, trial_ends: date, end_date: end } = row;
  if (status !== 'trialing' || end || !date || date <= now) return [];
  if (date.getTime() - now.getTime() > trialNoticeLead) return [];
  const cause = `trialEnds:${id}:${date.toISOString()}`;
  if (hasCard) return [{ kind: 'trialEndsPaid', cause, date }];
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
  const wasLate =
    sentCauses.has(paymentFailureCause(invoice)) || sentCauses.has(`readOnly:${invoice}`);
  const runs = subscriptions.some(
    ({ state, row }) => state.id === subscription && row.status !== 'canceled',
  );
  const kind = wasLate && runs ? 'recovered' : 'received';
  const details = { plan, number, period, card, pdf };
  return { kind, cause: `paid:${invoice}`, amount, currency, date, details };
}

const paymentFailureCause = (invoice: string) => `failed:${invoice}`;
