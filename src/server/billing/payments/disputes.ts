import {
  insertSupportAction,
  type RecordedAction,
} from '#server/billing/support/service/actions.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import type { MailSite } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import type { StripeClient } from '#server/platform/stripe/client.ts';
import type { CustomerSnapshot } from '#server/platform/stripe/customer-snapshot.ts';
import { hasLostPayment, type InvoiceDispute } from '#server/platform/stripe/dispute-snapshot.ts';
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
  for (const dispute of sender.disputes) await saveDispute(tx, sender.tenant.id, dispute);
  await settleAnswers(tx, sender);
  await reportDisputes(tx, sender, operator.email);
  return endLostDisputes ? endLostPurchases(tx, sender.tenant.id, sender) : [];
}

/** Writes the row of a dispute, which operators find until its answer is due. An inquiry may become a dispute. */
async function saveDispute(tx: DbTransaction, tenantId: TenantId, dispute: InvoiceDispute) {
  const changing = {
    amount: dispute.amount,
    reason: dispute.reason,
    is_inquiry: dispute.isInquiry,
    answer_due_at: dispute.answerDueAt,
  };
  await tx.run(
    db
      .insertInto('disputes')
      .values({
        tenant_id: tenantId,
        service_id: dispute.id,
        invoice_service_id: dispute.invoice,
        invoice: dispute.number,
        currency: dispute.currency,
        ...changing,
      })
      .onConflict((conflict) =>
        conflict
          .columns(['tenant_id', 'service_id'])
          .doUpdateSet(changing)
          .where(
            sql<boolean>`(disputes.amount, disputes.reason, disputes.is_inquiry, disputes.answer_due_at)
              is distinct from (excluded.amount, excluded.reason, excluded.is_inquiry, excluded.answer_due_at)`,
          ),
      ),
  );
}

/**
 * Settles answers whose result was not known: records those that the provider has, and forgets the others, whose disputes
 * await an answer again.
 */
async function settleAnswers(
  tx: DbTransaction,
  { tenant: { id: tenantId }, disputes }: DisputeSender,
) {
  const sent = await tx.all(
    db
      .selectFrom('disputes')
      .select(['service_id', 'answer'])
      .where('tenant_id', '=', tenantId)
      .where('answer', 'is not', null),
  );
  for (const { service_id, answer } of sent) {
    const action = answer as RecordedAction;
    const dispute = disputes.find(({ id }) => id === service_id);
    const hasArrived =
      action.kind === 'dispute_accepted'
        ? dispute?.state === 'lost'
        : dispute?.isAnswered && !dispute.answerDueAt;
    if (hasArrived) await insertSupportAction(tx, tenantId, action);
    await tx.run(
      db
        .updateTable('disputes')
        .set({ answer: null })
        .where('tenant_id', '=', tenantId)
        .where('service_id', '=', service_id),
    );
  }
}

async function reportDisputes(
  tx: DbTransaction,
  { tenant, site, disputes }: DisputeSender,
  email: string,
) {
  const causeOf = ({ id, isInquiry }: InvoiceDispute) =>
    `${isInquiry ? 'inquiry' : 'dispute'}:${id}`;
  // The bank has its answer to an inquiry of before.
  const reported = disputes.filter(({ isInquiry, answerDueAt }) => !isInquiry || answerDueAt);
  if (reported.length === 0) return;
  const causes = reported.map((dispute) => ({ tenant_id: tenant.id, cause: causeOf(dispute) }));
  const insert = db.insertInto('billing_notifications').values(causes);
  const added = await tx.all(
    insert.onConflict((conflict) => conflict.doNothing()).returning('cause'),
  );
  const to = { email, name: '', locale: 'en-US' } as const;
  for (const dispute of reported) {
    if (!added.some(({ cause }) => cause === causeOf(dispute))) continue;
    await enqueueMail(tx, disputeReportEmail(to, site, { tenant, ...dispute }));
  }
}
