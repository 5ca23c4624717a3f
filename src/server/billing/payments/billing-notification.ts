import type { TableRow } from '#server/platform/database/query.ts';
import type { SubscriptionState } from '#server/platform/stripe/customer-snapshot.ts';
import type { Payment } from '#server/platform/stripe/payment-snapshot.ts';
import type { toTenantProductRow } from '#server/platform/stripe/subscription-snapshot.ts';

/** A subscription at the provider with its new and its previous row. */
export type TenantSubscription = {
  state: SubscriptionState;
  row: ReturnType<typeof toTenantProductRow> &
    Pick<TableRow<'tenant_products'>, 'grace_ends' | 'paid' | 'recurring_discount'>;
  /** The row before; null when there was none. */
  previous: Pick<
    TableRow<'tenant_products'>,
    'status' | 'end_date' | 'canceled_at' | 'granted'
  > | null;
  /** True when the price was changed at the provider, outside of a billing operation. */
  isPlanChanged: boolean;
  /** The title of the plan; undefined when our catalog does not have it. */
  plan: string | undefined;
};

/** A notification that owners and admins get by email, once per cause. */
export type BillingNotification = { cause: string; details?: NotificationDetails } & (
  | {
      kind:
        | 'trialEnds'
        | 'trialEndsPaid'
        | 'trialExtended'
        | 'planGrantedUntil'
        | 'paymentFailed'
        | 'paymentFailedAgain'
        | 'paymentOverdue'
        | 'graceEnds'
        | 'cardRemoved'
        | 'cardExpires'
        | 'renews'
        | 'cancels'
        | 'resumed'
        | 'unpaused'
        | 'ended';
      date: Date;
    }
  | { kind: 'credited' | 'refunded'; amount: number; currency: string }
  | {
      kind: 'trialEndsFree' | 'movesToFree' | 'purchaseEnded';
      date: Date;
      plan: string;
      over: SeatExcess | null;
    }
  | { kind: 'trialEnded' | 'grantEnded' | 'movedToFree'; plan: string; over: SeatExcess | null }
  | {
      kind:
        | 'readOnly'
        | 'paused'
        | 'paymentsPaused'
        | 'paymentsResumed'
        | 'planGranted'
        | 'planChanged';
    }
  | {
      kind: 'received' | 'paidFromCredit' | 'recovered' | 'duplicateEnded';
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
  /** True when it ended because a payment was lost in a dispute. */
  isDisputed?: boolean;
  /** The unpaid invoice, which the email lets its reader pay, and the amount in minor units. */
  due?: { invoice: string; amount: number; currency: string } | null;
  /** Use of a plan during its trial. */
  used?: { members: number; transactions: number };
  /** Charge to the card at the end of a trial, in minor units; null if it is unknown. */
  charge?: { amount: number; currency: string } | null;
  /** When paused payments are collected again; null when no date is set. */
  paymentsResume?: Date | null;
  /** When the provider tries again; null when it will not. */
  nextAttempt?: Date | null;
};

/** The organization has more members than the free plan allows. */
type SeatExcess = { used: number; max: number };
