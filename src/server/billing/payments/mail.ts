import { Role } from '#contract/access.ts';
import { defaultLocale, isLocale } from '#locales/locales.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import {
  composeMail,
  formatDay,
  pageUrl,
  tenantPageUrl,
  type MailContentOfKind,
  type MailSender,
  type MailSite,
} from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { listRecipients, nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';
import { notify, type NewNotification } from '#server/platform/notifications/service/notify.ts';
import type { CustomerSnapshot } from '#server/platform/stripe/customer-snapshot.ts';
import type { InvoiceDispute } from '#server/platform/stripe/dispute-snapshot.ts';
import type { BillingNotification } from './billing-notification.ts';
import { inLanguage } from './invoice-link.ts';
import { detailRows, formatMoney } from './mail-details.ts';
import { payLink } from './pay-link.ts';
import { publishPayment } from './webhook-events.ts';

/** An organization that gets an email, and the origin for its links. */
type BillingMailSender = MailSender & {
  tenant: TableRow<'tenants'>;
  /** Further recipients of receipts; only reconciliation sends any. */
  receiptCopies?: CustomerSnapshot['receiptCopies'];
};

/**
 * Emails the owners and admins of a tenant (R-SUB-14) about new notifications. The transaction must
 * hold the tenant's lock: the causes are stored in it, so that each is sent once (R-SUB-22).
 */
export async function sendBillingNotifications(
  tx: DbTransaction,
  sender: BillingMailSender,
  find: (sentCauses: ReadonlySet<string>) => BillingNotification[] | Promise<BillingNotification[]>,
): Promise<void> {
  const { id } = sender.tenant;
  const sent = await tx.all(
    db.selectFrom('billing_notifications').select('cause').where('tenant_id', '=', id),
  );
  const notifications = await find(new Set(sent.map(({ cause }) => cause)));
  if (notifications.length === 0) return;
  const causes = notifications.map(({ cause }) => ({ tenant_id: id, cause }));
  await tx.run(db.insertInto('billing_notifications').values(causes));
  const recipients = await listRecipients(tx, id, Role.Admin);
  for (const notification of notifications) {
    await publishPayment(tx, id, notification);
    const mail = (to: MailRecipient) => billingNotificationEmail(to, sender, notification);
    const shown = inAppNotification(notification);
    if (shown) await notify(tx, sender, { ...shown, mail });
    else for (const to of recipients) await enqueueMail(tx, mail(to));
    for (const to of copyRecipients(sender, notification, recipients)) {
      await enqueueMail(tx, receiptCopyEmail(to, sender, notification));
    }
  }
}

/**
 * Returns the notification of which people choose how they get it; null for emails that are always sent: receipts,
 * confirmations, and the end of access (R-NTF-03).
 */
function inAppNotification(
  notification: BillingNotification,
): Omit<NewNotification, 'mail'> | null {
  const { kind, cause } = notification;
  if (!('date' in notification)) return null;
  const details = { date: notification.date.toISOString() };
  switch (kind) {
    case 'paymentFailed':
    case 'paymentFailedAgain':
    case 'paymentOverdue':
      return { kind: 'paymentFailed', cause, details };
    case 'graceEnds':
      return { kind: 'paymentFailed', cause, details, isMailRequired: true };
    case 'trialEnds':
    case 'trialEndsFree':
      return { kind: 'trialEnding', cause, details };
    case 'trialEndsPaid':
      // Card networks require the reminder of a charge after a trial.
      return { kind: 'trialEnding', cause, details, isMailRequired: true };
    default:
      return null;
  }
}

const receiptKinds: BillingNotification['kind'][] = ['received', 'recovered', 'paidFromCredit'];

/** Returns who else gets a receipt: the addresses of the billing details (R-INV-03). */
function copyRecipients(
  { receiptCopies }: BillingMailSender,
  { kind }: BillingNotification,
  recipients: MailRecipient[],
): MailRecipient[] {
  if (!receiptCopies || !receiptKinds.includes(kind)) return [];
  const { emails, locale } = receiptCopies;
  const known = new Set(recipients.map(({ email }) => email));
  const language =
    locale !== null && isLocale(locale) ? locale : (recipients[0]?.locale ?? defaultLocale);
  return emails
    .filter((email) => !known.has(email))
    .map((email) => ({ email, name: '', locale: language }));
}

/** Parts of an email that a copy for others words differently. */
type MailOptions = Partial<Pick<MailContentOfKind, 'link' | 'actionText' | 'reason'>>;

/** Builds the copy of a receipt for a recipient without an account: its button opens the document. */
function receiptCopyEmail(
  to: MailRecipient,
  sender: BillingMailSender,
  notification: BillingNotification,
) {
  const document = notification.details?.pdf;
  const options: MailOptions = {
    reason: 'receiptCopy',
    ...(document && {
      link: new URL(inLanguage(document, to.locale)),
      actionText: 'mail.details.download',
    }),
  };
  return billingNotificationEmail(to, sender, { ...notification, options });
}

/**
 * Builds the email of a notification in the recipient's language. The product sends it for itself, not
 * for the organization: it is the product that charges.
 */
export function billingNotificationEmail(
  to: MailRecipient,
  { tenant, site }: MailSender,
  { options, ...notification }: BillingNotification & { options?: MailOptions },
) {
  const organization = nameInMail(tenant.name);
  const due = notification.details?.due;
  const values = {
    organization,
    ...('date' in notification && { date: formatDay(to, notification.date) }),
    ...('amount' in notification && { amount: formatMoney(to.locale, notification) }),
    ...('plan' in notification && { plan: notification.plan, ...notification.over }),
    ...(due && { due: formatMoney(to.locale, due) }),
  };
  const page = tenantPageUrl({ tenant, site }, '/app/settings/organization/subscription');
  return composeMail({
    kind: `billing.${notification.kind}`,
    to,
    site,
    values,
    ...('over' in notification && notification.over && { more: 'mail.billing.over' }),
    details: detailRows(to, { organization, page: page.href }, notification),
    link: page,
    ...(due && {
      link: payLink(site, { tenant: tenant.id, invoice: due.invoice }),
      actionText: 'mail.billing.pay',
      more: 'mail.billing.payLink',
    }),
    reason: 'billing',
    ...options,
  });
}

/** Builds the operator's email about a duplicate subscription that was ended. */
export const duplicateReportEmail = (
  to: MailRecipient,
  site: MailSite,
  values: { organization: string; subscription: string },
) =>
  composeMail({
    kind: 'billing.duplicateReport',
    to,
    site,
    values,
    link: pageUrl(site.origin, '/admin/events'),
    reason: 'operator',
  });

type ReportedDispute = Pick<InvoiceDispute, 'amount' | 'currency' | 'isInquiry' | 'number'> & {
  tenant: { id: string; name: string };
};

/** Builds the operator's email about a payment that was disputed, or that a bank asks about. */
export const disputeReportEmail = (
  to: MailRecipient,
  site: MailSite,
  { tenant, number, isInquiry, ...money }: ReportedDispute,
) =>
  composeMail({
    kind: isInquiry ? 'billing.inquiryReport' : 'billing.disputeReport',
    to,
    site,
    values: {
      organization: tenant.name,
      amount: formatMoney(to.locale, money),
      invoice: number ?? '',
    },
    link: pageUrl(site.origin, `/admin/tenants/${tenant.id}/support`),
    reason: 'operator',
  });
