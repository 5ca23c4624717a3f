import { finishOperation } from '#server/billing/payments/billing-operations.ts';
import { claimOperation, abandonOnError } from '#server/billing/payments/claim-operation.ts';
import { findDuplicates } from '#server/billing/payments/duplicates.ts';
import { duplicateReportEmail, sendBillingNotifications } from '#server/billing/payments/mail.ts';
import { lockTenantRow, reconcileTenant } from '#server/billing/payments/reconcile.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { TenantId, DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import type {
  CustomerSnapshot,
  SubscriptionState,
} from '#server/platform/stripe/customer-snapshot.ts';
import { customerOf } from './billing-state.ts';

/**
 * Ends every subscription beyond the one that an organization may have, newest first, and refunds
 * its payments (decision 23, R-SUB-01). Runs while no other billing operation of the organization
 * is open. Refunds before it cancels, so that a crash in between leaves a duplicate that the next
 * run finds. Emails the owners, the admins and the operator.
 */
export async function endDuplicates(context: AppContext, tenantId: TenantId): Promise<void> {
  const { database } = context;
  const claim = await claimOperation(database, { tenantId });
  await abandonOnError(database, claim, async () => {
    const customer = await database.tenant(tenantId, (tx) => customerOf(tx, tenantId));
    const records = customer === null ? null : await context.stripe.readCustomerSnapshot(customer);
    for (const duplicate of records ? findDuplicates(records.subscriptions) : []) {
      await endDuplicate(context, { tenantId, duplicate, payments: records?.payments ?? [] });
    }
    await database.system((tx) => finishOperation(tx, claim));
  });
  await reconcileTenant(context, tenantId);
}

type DuplicateToEnd = {
  tenantId: TenantId;
  duplicate: SubscriptionState;
  payments: CustomerSnapshot['payments'];
};

async function endDuplicate(
  context: AppContext,
  { tenantId, duplicate, payments }: DuplicateToEnd,
) {
  const { stripe, database } = context;
  const paid = payments.filter(({ subscription }) => subscription === duplicate.id);
  const { latestInvoice } = duplicate;
  const invoices = new Set([
    ...paid.map(({ invoice }) => invoice),
    ...(latestInvoice ? [latestInvoice] : []),
  ]);
  for (const invoice of invoices) await stripe.reverseInvoice(invoice, `duplicate:${invoice}`);
  await database.tenant(tenantId, (tx) => suppressReceipts(tx, tenantId, [...invoices]));
  await stripe.cancelSubscription(duplicate.id);
  const ended = { tenantId, duplicate, payments: paid };
  await database.tenant(tenantId, (tx) => notifyDuplicateEnded(tx, context, ended));
}

/**
 * Records refunded payments as reported: they must cause no email about a received payment. This is before the
 * subscription ends, because a reconciliation directly afterwards no longer sees a duplicate.
 */
async function suppressReceipts(tx: DbTransaction, tenantId: TenantId, invoices: string[]) {
  if (invoices.length === 0 || !(await lockTenantRow(tx, tenantId))) return;
  const causes = invoices.map((invoice) => ({ tenant_id: tenantId, cause: `paid:${invoice}` }));
  const insert = db.insertInto('billing_notifications').values(causes);
  await tx.run(insert.onConflict((conflict) => conflict.doNothing()));
}

/** Queues the emails, once per duplicate. */
async function notifyDuplicateEnded(
  tx: DbTransaction,
  context: AppContext,
  { tenantId, duplicate, payments: paid }: DuplicateToEnd,
) {
  const tenant = await lockTenantRow(tx, tenantId);
  if (!tenant) return;
  const amount = paid.reduce((sum, payment) => sum + payment.amount, 0);
  const currency = paid[0]?.currency ?? tenant.currency ?? 'usd';
  const cause = `duplicate:${duplicate.id}`;
  let isNew = false;
  await sendBillingNotifications(tx, { tenant, site: mailSiteOf(context) }, (sentCauses) => {
    isNew = !sentCauses.has(cause);
    const date = duplicate.startedAt;
    return isNew ? [{ kind: 'duplicateEnded', cause, amount, currency, date }] : [];
  });
  if (!isNew) return;
  const operator = { email: context.config.operator.email, name: '', locale: 'en-US' } as const;
  const repaired = { organization: tenant.name, subscription: duplicate.id };
  await enqueueMail(tx, duplicateReportEmail(operator, mailSiteOf(context), repaired));
}
