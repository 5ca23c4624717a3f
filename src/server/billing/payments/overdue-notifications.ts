import type { SubscriptionState } from '#server/platform/stripe/customer-snapshot.ts';
import type { BillingNotification } from './billing-notification.ts';

/** Milliseconds before the end of a period of grace to send its reminder; half of a shorter one. */
const graceNoticeLead = 3 * 86_400_000;

/**
 * Returns the notification of a failed payment, of each further attempt, of the grace that is about to end and of its end.
 */
export function overdueNotifications(
  { id, unpaidInvoice: owed }: SubscriptionState,
  date: Date,
  { now, sentCauses }: { now: Date; sentCauses: ReadonlySet<string> },
): BillingNotification[] {
  const what = owed?.invoice ?? id;
  const details = { due: owed };
  // The grace begins again after a suspension.
  const again = owed?.heldUntil ? `:${owed.heldUntil.toISOString()}` : '';
  if (date <= now) return [{ kind: 'readOnly', cause: readOnlyCause(what) + again, details }];
  const cause = paymentFailureCause(what);
  const retried = { ...details, nextAttempt: owed?.nextAttempt ?? null };
  const kind = owed?.isSent ? 'paymentOverdue' : 'paymentFailed';
  if (!sentCauses.has(cause)) return [{ kind, cause, date, details: retried }];
  if (!owed) return [];
  const { attempts, isSent, since } = owed;
  const lead = Math.min(graceNoticeLead, (date.getTime() - since.getTime()) / 2);
  return [
    ...(attempts > 1 && !isSent
      ? [
          {
            kind: 'paymentFailedAgain' as const,
            cause: `${cause}:${attempts}`,
            date,
            details: retried,
          },
        ]
      : []),
    ...(date.getTime() - now.getTime() <= lead
      ? [{ kind: 'graceEnds' as const, cause: `graceEnds:${what}${again}`, date, details: retried }]
      : []),
  ];
}

/** Returns the cause of the notification that the payment of an invoice failed. */
export const paymentFailureCause = (invoice: string) => `failed:${invoice}`;

/** Returns the cause of the notification that the first grace of an invoice has ended. */
export const readOnlyCause = (invoice: string) => `readOnly:${invoice}`;
