import {
  composeMail,
  mailSiteOf,
  pageUrl,
  tenantPageUrl,
  type MailSender,
  type MailSiteContext,
} from '#server/platform/mail/compose.ts';
import type { MailRecipient } from '#server/platform/mail/recipient.ts';

/** Returns an organization as the sender of emails. */
export const toMailSender = (
  context: MailSiteContext,
  tenant: MailSender['tenant'],
): MailSender => ({ tenant, site: mailSiteOf(context) });

/** Builds the invitation mail; its link carries the token. */
export const invitationMail = (
  to: MailRecipient,
  { tenant, site }: MailSender,
  { inviter, token }: { inviter: string; token: string },
) =>
  composeMail({
    kind: 'invitation',
    to,
    site,
    tenant,
    values: { inviter },
    link: pageUrl(site.origin, '/invitation', { i: token, e: to.email }),
    note: 'mail.invitation.note',
    reason: 'invited',
  });

/** Builds the notice to an owner or admin that a person requests to join. */
export const accessRequestMail = (
  to: MailRecipient,
  { tenant, site }: MailSender,
  person: string,
) =>
  composeMail({
    kind: 'accessRequest',
    to,
    site,
    tenant,
    values: { person },
    link: tenantPageUrl({ tenant, site }, '/app/settings/organization/members'),
    reason: 'manages',
  });

/** Builds the notice that a request to join was accepted. */
export const accessAcceptedMail = (to: MailRecipient, { tenant, site }: MailSender) =>
  composeMail({
    kind: 'accessAccepted',
    to,
    site,
    tenant,
    // A signed-in person is not asked to sign in, but led to the organization that accepted them.
    link: tenantPageUrl({ tenant, site }, '/app/dashboard'),
    reason: 'requested',
  });

/** Builds the mail that confirms the address of a person who joined by a link; its link has the token. */
export const confirmAddressMail = (
  to: MailRecipient,
  { tenant, site }: MailSender,
  token: string,
) =>
  composeMail({
    kind: 'confirmAddress',
    to,
    site,
    tenant,
    link: pageUrl(site.origin, '/account/verify', { e: to.email, t: token }),
    note: 'mail.confirmAddress.note',
    reason: 'requested',
  });

/** Builds the notice that a request to join was rejected. */
export const accessRejectedMail = (to: MailRecipient, { tenant, site }: MailSender) =>
  composeMail({ kind: 'accessRejected', to, site, tenant, reason: 'requested' });
