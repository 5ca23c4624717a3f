import { Role } from '#contract/access.ts';
import { limitKeys, planLimits } from '#contract/usage/limits.ts';
import type { Locale } from '#locales/locales.ts';
import type { BillingNotification } from './billing/payments/billing-notification.ts';
import {
  billingNotificationEmail,
  disputeReportEmail,
  duplicateReportEmail,
} from './billing/payments/mail.ts';
import { suspendedMail, unsuspendedMail } from './billing/suspensions/mail.ts';
import { usageMail } from './billing/usage/mail.ts';
import { archiveMail } from './enterprise/archives/mail.ts';
import {
  passwordChangedMail,
  registeredAgainMail,
  resetMail,
  verifyMail,
} from './identity/accounts/mail.ts';
import { domainFailingMail, domainLapsedMail } from './identity/domains/mail.ts';
import { factorEvents, factorMail } from './identity/factors/mail.ts';
import { grantMail } from './identity/grants/mail.ts';
import {
  accessAcceptedMail,
  accessRejectedMail,
  accessRequestMail,
  confirmAddressMail,
  invitationMail,
} from './identity/invitations/mail.ts';
import { operatorInvitationMail } from './identity/operators/mail.ts';
import { breakGlassMail, ssoNotRequiredMail } from './identity/policies/mail.ts';
import {
  emailChangedMail,
  emailTakenMail,
  googleLinkedMail,
  googleUnlinkedMail,
  newDeviceMail,
  newEmailMail,
  signInLinkMail,
} from './identity/sign-in/mail.ts';
import { tenantDeletedMail } from './identity/tenants/mail.ts';
import { mailSiteOf, type MailSender, type MailSiteContext } from './platform/mail/compose.ts';
import type { MailMessage } from './platform/mail/outbox.ts';
import type { MailRecipient } from './platform/mail/recipient.ts';
import { unsubscribeUrl } from './platform/mail/unsubscribe.ts';
import { digestMail, notificationMail } from './platform/notifications/mail.ts';

export type SampleMail = MailMessage & { kind: string };

const tenant = {
  id: '01990f3e-5c1a-7b2d-8e4f-0a1b2c3d4e5f',
  name: 'Mesa Paulista de Operações',
  logo: '',
  app_color: 'teal',
};
const person = 'Maria Aparecida Nascimento';
const sampleDate = new Date('2026-12-20T12:00:00Z');
const sampleBrowser = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) Chrome/140.0';
const token = 'sample_0123456789abcdefghijklmnopqrstuvwxyzABCDEF';

const roleChange = {
  kind: 'roleChanged',
  details: { person, before: Role.Member, role: Role.Admin },
} as const;

/** Composes one email of every kind with fictional values, for previews and tests. */
export const sampleMails = (context: MailSiteContext, locale: Locale): SampleMail[] =>
  sampleMailsTo({ ...sampleReader, locale }, context);

const sampleReader = { email: 'maria.aparecida@example.com', name: 'Maria' };

/** Does the same for a reader with a time zone. */
export function sampleMailsTo(to: MailRecipient, context: MailSiteContext): SampleMail[] {
  const sender = { tenant, site: mailSiteOf(context) };
  const unsubscribe = unsubscribeUrl(sender.site, { kind: 'roleChanged', user: token });
  const mails: Record<string, MailMessage> = {
    verify: verifyMail(to, { context, token }),
    reset: resetMail(to, { context, token }),
    passwordChanged: passwordChangedMail(to, context),
    registeredAgain: registeredAgainMail(to, context),
    ...Object.fromEntries(
      factorEvents.map((event) => [`factors.${event}`, factorMail(to, context, event)]),
    ),
    ...sampleSignInMails(to, context),
    archiveReady: archiveMail(to, sender, sampleDate),
    suspended: suspendedMail(to, sender, 'The domain of its emails is not its own.'),
    unsuspended: unsuspendedMail(to, sender),
    organizationDeleted: tenantDeletedMail(to, sender.site, tenant.name),
    invitation: invitationMail(to, sender, { inviter: person, token }),
    operatorInvitation: operatorInvitationMail(to, context, {
      inviter: person,
      role: 'support',
      token,
    }),
    accessRequest: accessRequestMail(to, sender, person),
    accessAccepted: accessAcceptedMail(to, sender),
    accessRejected: accessRejectedMail(to, sender),
    confirmAddress: confirmAddressMail(to, sender, token),
    ...Object.fromEntries(
      sampleNotifications(context.origin()).map((notification) => [
        `billing.${notification.kind}`,
        billingNotificationEmail(to, sender, notification),
      ]),
    ),
    ...Object.fromEntries(
      limitKeys.map((limit_key) => [
        `usage.${limit_key}`,
        usageMail(to, sender, {
          limit_key,
          used: 800 * planLimits[limit_key].unit,
          included: 1_000 * planLimits[limit_key].unit,
          created_at: sampleDate,
        }),
      ]),
    ),
    ...sampleDomainMails(to, sender),
    notification: notificationMail({ ...to, unsubscribe }, sender, roleChange),
    digest: digestMail({ ...to, unsubscribe }, sender.site, [
      { tenant, ...roleChange },
      {
        tenant,
        kind: 'limitReached',
        details: { limit: 'storage', used: 1_000_000_000, included: 1_000_000_000 },
      },
    ]),
    ...sampleOperatorMails(to, sender),
  };
  return Object.entries(mails).map(([kind, mail]) => ({ kind, ...mail }));
}

const disputed = { amount: 4_900, currency: 'usd', number: 'PRE-0042', isInquiry: false };

const sampleOperatorMails = (
  to: MailRecipient,
  { tenant: { name }, site }: MailSender,
): Record<string, MailMessage> => ({
  'billing.disputeReport': disputeReportEmail(to, site, {
    ...disputed,
    tenant: { id: 'sample', name },
  }),
  'billing.inquiryReport': disputeReportEmail(to, site, {
    ...disputed,
    tenant: { id: 'sample', name },
    isInquiry: true,
  }),
  'billing.duplicateReport': duplicateReportEmail(to, site, {
    organization: name,
    subscription: 'sub_1QZ0sample0000000000',
  }),
});

function sampleSignInMails(
  to: MailRecipient,
  context: MailSiteContext,
): Record<string, MailMessage> {
  return {
    newEmail: newEmailMail({ ...to, name: '' }, { context, token }),
    emailTaken: emailTakenMail(to, context),
    emailChanged: emailChangedMail(to, { context, token }),
    googleLinked: googleLinkedMail(to, { context, token }),
    googleUnlinked: googleUnlinkedMail(to, context),
    signInLink: signInLinkMail(to, { context, token }),
    newDevice: newDeviceMail(to, { context, token }, { at: sampleDate, userAgent: sampleBrowser }),
  };
}

function sampleDomainMails(to: MailRecipient, sender: MailSender) {
  const domain = 'mesapaulista.com.br';
  return {
    domainFailing: domainFailingMail(to, sender, { domain, lapsesAt: sampleDate }),
    domainLapsed: domainLapsedMail(to, sender, domain),
    grant: grantMail(to, sender, {
      kind: 'webhook',
      name: 'https://example.com/hook',
      by: person,
      at: sampleDate,
      reason: 'owner',
    }),
    breakGlass: breakGlassMail(to, sender, { person: 'Ana Souza', at: sampleDate }),
    ssoNotRequired: ssoNotRequiredMail(to, sender, 'Ana Souza'),
  };
}

function sampleNotifications(origin: string): BillingNotification[] {
  const date = sampleDate;
  const receipt = {
    plan: 'Unlimited',
    number: 'PRG-2026-0042',
    period: { from: new Date('2026-12-20T12:00:00Z'), to: new Date('2027-12-20T12:00:00Z') },
    card: { brand: 'visa', lastFourDigits: '4242' },
    pdf: `${origin}/invoices/in_1QZ0sample.pdf?key=${token}`,
  };
  const shared = { cause: 'sample', date, details: { plan: 'Unlimited' } };
  const charge = { amount: 4_900, currency: 'usd' };
  const trial = { plan: 'Unlimited', used: { members: 5, transactions: 62 } };
  const due = { ...charge, invoice: 'in_1QZ0sample0000000000' };
  const overdue = { ...shared, details: { plan: 'Unlimited', due, nextAttempt: date } };
  const support = { plan: 'Unlimited', reason: 'The service was unavailable on Monday.' };
  const paid = { ...shared, amount: 123_450, currency: 'usd', details: receipt };
  const free = { ...shared, plan: 'Starter', over: { used: 8, max: 1 } };
  return [
    { kind: 'trialEnds', ...shared, details: trial },
    { kind: 'trialEndsPaid', ...shared, details: { ...trial, charge, card: receipt.card } },
    { kind: 'trialEndsFree', ...free, details: trial },
    { kind: 'trialEnded', ...free, details: trial },
    { kind: 'trialExtended', ...shared },
    { kind: 'planGrantedUntil', ...shared, details: support },
    { kind: 'planGranted', ...shared, details: support },
    { kind: 'grantEnded', ...free },
    { kind: 'credited', ...paid, details: support },
    { kind: 'refunded', ...paid, details: { ...support, number: receipt.number } },
    { kind: 'purchaseEnded', ...free, over: null, details: support },
    { kind: 'movesToFree', ...free },
    { kind: 'movedToFree', ...free },
    { kind: 'paymentFailed', ...overdue },
    { kind: 'paymentFailedAgain', ...overdue },
    { kind: 'paymentOverdue', ...overdue },
    { kind: 'graceEnds', ...overdue },
    { kind: 'cardRemoved', ...shared },
    { kind: 'cardExpires', ...shared, details: { plan: 'Unlimited', card: receipt.card } },
    { kind: 'renews', ...shared },
    { kind: 'resumed', ...shared },
    { kind: 'paused', ...shared },
    { kind: 'unpaused', ...shared },
    { kind: 'paymentsPaused', ...shared },
    { kind: 'paymentsResumed', ...shared },
    { kind: 'planChanged', ...shared },
    { kind: 'paidFromCredit', ...paid },
    { kind: 'readOnly', cause: 'sample', details: { plan: 'Unlimited', due } },
    { kind: 'recovered', ...paid },
    { kind: 'received', ...paid },
    { kind: 'cancels', ...shared },
    { kind: 'ended', ...shared },
    { kind: 'duplicateEnded', ...paid },
  ];
}
