import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import type { MailSite } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import type { CustomerSnapshot } from '#server/platform/stripe/customer-snapshot.ts';
import { hasLostPayment } from '#server/platform/stripe/dispute-snapshot.ts';
import { grantOf } from '#server/platform/stripe/grant-terms.ts';
import type { BillingNotification } from './billing-notification.ts';
import { endCause } from './billing-notifications.ts';
import { disputeReportEmail } from './mail.ts';
import { endPurchase } from './tenant-product-rows.ts';

/** The operator's rule about disputed payments. */
export type DisputeRule = {
  /** True when a lost dispute ends what the payment was for. */
  endLostDisputes: boolean;
};

/**
 * Ends the subscriptions whose payment was lost in a dispute; a granted one needs no payment. Returns
 * true when something changed. Idempotent.
 */
export async function endLostSubscriptions(
  stripe: Pick<StripeClient, 'cancelSubscription'>,
  snapshot: CustomerSnapshot,
): Promise<boolean> {
  const running = snapshot.subscriptions.filter(
    (state) =>
      state.endedAt === null && hasLostPayment(state, snapshot.disputes) && !grantOf(state),
  );
  for (const { id } of running) await stripe.cancelSubscription(id);
  return running.length > 0;
}

/** Ends the purchases whose payment was lost in a dispute; returns the emails to owners and admins. Idempotent. */
async function endLostPurchases(
  tx: DbTransaction,
  tenantId: TenantId,
  snapshot: Pick<CustomerSnapshot, 'disputes'>,
): Promise<BillingNotification[]> {
  const told: BillingNotification[] = [];
  for (const { invoice, subscription, state } of snapshot.disputes) {
    const isPurchase = subscription === null && state === 'lost';
    const held = isPurchase ? await endPurchase(tx, tenantId, invoice) : undefined;
    if (!held) continue;
    const { date, title: plan } = held;
    const details = { plan, isDisputed: true };
    told.push({ kind: 'purchaseEnded', cause: endCause(held), date, plan, over: null, details });
  }
  return told;
}

type DisputeSender = Pick<CustomerSnapshot, 'disputes'> & {
  tenant: TableRow<'tenants'>;
  site: MailSite;
};

type DisputeSettings = DisputeRule & { operator: { email: string } };

/**
 * Ends purchases by the operator's rule, and emails the operator about each new dispute, once. Returns the emails to
 * owners and admins. The transaction must hold the tenant's lock.
 */
export async function recordDisputes(
  tx: DbTransaction,
  sender: DisputeSender,
  { endLostDisputes, operator }: DisputeSettings,
): Promise<BillingNotification[]> {
  if (sender.disputes.length === 0) return [];
  await reportDisputes(tx, sender, operator.email);
  return endLostDisputes ? endLostPurchases(tx, sender.tenant.id, sender) : [];
}

async function reportDisputes(
  tx: DbTransaction,
  { tenant, site, disputes }: DisputeSender,
  email: string,
) {
  const causes = disputes.map(({ id }) => ({ tenant_id: tenant.id, cause: `dispute:${id}` }));
  const insert = db.insertInto('billing_notifications').values(causes);
  const added = await tx.all(
    insert.onConflict((conflict) => conflict.doNothing()).returning('cause'),
  );
  const to = { email, name: '', locale: 'en-US' } as const;
  for (const dispute of disputes) {
    if (!added.some(({ cause }) => cause === `dispute:${dispute.id}`)) continue;
    await enqueueMail(tx, disputeReportEmail(to, site, { tenant, ...dispute }));
  }
}
