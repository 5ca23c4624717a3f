import type { Database, DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import type { CustomerSnapshot } from '#server/platform/stripe/customer-snapshot.ts';
import { InvalidRequest, ResourceMissing } from '#server/platform/stripe/errors.ts';
import type { BillingNotification, NotificationDetails } from './billing-notification.ts';
import { findSeatHolders } from './free-plan.ts';
import { trialNoticeCause, trialNoticeLead } from './renewal-notifications.ts';

type TrialContext = {
  database: Pick<Database, 'tenant'>;
  stripe: Pick<StripeClient, 'previewInvoice'>;
};
type Trial = { tenantId: TenantId; customer: string; snapshot: CustomerSnapshot; now: Date };

/**
 * Returns what the card is charged at the end of a trial that is about to be announced, by the provider's preview, which
 * the subscription page shows as well. Null if nothing is, it was announced, or the provider refuses to preview it.
 */
export async function previewTrialCharge(
  { database, stripe }: TrialContext,
  { tenantId, customer, snapshot, now }: Trial,
): Promise<NotificationDetails['charge']> {
  const trial = snapshot.subscriptions.find(
    ({ status, endedAt, cancelAt }) => status === 'trialing' && !endedAt && !cancelAt,
  );
  const left = (trial?.trialEnd?.getTime() ?? 0) - now.getTime();
  if (!trial?.trialEnd || !snapshot.hasCard || left <= 0 || left > trialNoticeLead) return null;
  const cause = trialNoticeCause(trial.id, trial.trialEnd);
  const announced = await database.tenant(tenantId, (tx) =>
    tx.first(
      db
        .selectFrom('billing_notifications')
        .select('cause')
        .where('tenant_id', '=', tenantId)
        .where('cause', '=', cause),
    ),
  );
  if (announced) return null;
  const preview = await stripe
    .previewInvoice({ customer, subscription: trial.id })
    .catch(nullIfRefused);
  return preview && { amount: preview.amountDue, currency: preview.currency };
}

/** Returns null for a refusal: the subscription may have ended at the provider meanwhile. Throws any other error. */
function nullIfRefused(error: unknown) {
  if (error instanceof InvalidRequest || error instanceof ResourceMissing) return null;
  throw error;
}

const trialEndKinds: BillingNotification['kind'][] = [
  'trialEnds',
  'trialEndsPaid',
  'trialEndsFree',
  'trialEnded',
];

/** Adds to the notifications of a trial's end what was used in it, and what is charged then. */
export async function withTrialRecap(
  tx: DbTransaction,
  notifications: BillingNotification[],
  { tenantId, charge }: { tenantId: TenantId; charge: NotificationDetails['charge'] },
): Promise<BillingNotification[]> {
  const isTrialEnd = ({ kind }: BillingNotification) => trialEndKinds.includes(kind);
  if (!notifications.some(isTrialEnd)) return notifications;
  const { members } = await findSeatHolders(tx, tenantId);
  const used = { members, transactions: await countTransactions(tx, tenantId) };
  return notifications.map((notification) =>
    isTrialEnd(notification)
      ? {
          ...notification,
          details: {
            ...notification.details,
            used,
            ...(notification.kind === 'trialEndsPaid' && { charge }),
          },
        }
      : notification,
  );
}

/** Returns the number of recorded transactions of an organization, without sample data. */
export async function countTransactions(tx: DbTransaction, tenantId: TenantId) {
  const { transactions } = await tx.one(
    sql<{ transactions: number }>`select count(*)::int as transactions from transactions
      where tenant_id = ${tenantId}::uuid and not sample`,
  );
  return transactions;
}
