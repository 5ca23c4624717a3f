import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { invoiceLink } from '#server/billing/payments/invoice-link.ts';
import { billingNotificationEmail } from '#server/billing/payments/mail.ts';
import { billingStateOf } from '#server/billing/subscriptions/service/billing-state.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { listRecipients } from '#server/platform/mail/recipient.ts';
import { insertSupportAction } from './actions.ts';
import type { SupportCall } from './billing.ts';
import { findPaidTitle, supportedTenant } from './organization.ts';

/** Emails the receipt of a paid invoice to the owners and admins again (R-SUP-06). */
export async function resendReceipt(
  context: AppContext,
  { operator, id, body: { invoiceId, reason } }: SupportCall<{ invoiceId: string; reason: string }>,
) {
  const { row, tenant } = await supportedTenant(context, id);
  const { customer } = await billingStateOf(tenant);
  if (customer === null) throw new Failure('notFound');
  const { payments } = await context.stripe.readCustomerSnapshot(customer);
  const payment = payments.find(({ invoice }) => invoice === invoiceId);
  if (!payment) throw new Failure('support.notPaid');
  const { number, period, card, amount, currency, paidAt: date } = payment;
  await tenant.run(async (tx) => {
    const plan = await findPaidTitle(tx, payment.priceServiceId);
    const pdf = payment.pdf && invoiceLink(context, invoiceId);
    const details = { plan, number, period, card, pdf };
    const cause = `paid:${invoiceId}`;
    const kind = payment.isFromCredit ? ('paidFromCredit' as const) : ('received' as const);
    const sender = { tenant: row, site: mailSiteOf(context) };
    for (const to of await listRecipients(tx, tenant.id, Role.Admin)) {
      const receipt = { kind, cause, amount, currency, date, details };
      await enqueueMail(tx, billingNotificationEmail(to, sender, receipt));
    }
    const action = { kind: 'receipt_resent', reason, invoice: number ?? invoiceId } as const;
    await insertSupportAction(tx, tenant.id, { ...action, operator });
  });
}
