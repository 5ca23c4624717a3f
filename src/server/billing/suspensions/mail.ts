import { translate } from '#locales/translate.ts';
import { composeMail, tenantPageUrl, type MailSender } from '#server/platform/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';

/** Builds the email that an organization was suspended; with the reason, which its members may read. */
export const suspendedMail = (to: MailRecipient, { tenant, site }: MailSender, reason: string) =>
  composeMail({
    kind: 'suspended',
    to,
    site,
    values: { organization: nameInMail(tenant.name) },
    details: [{ label: translate(to.locale, 'mail.details.reason'), value: reason }],
    reason: 'owner',
  });

/** Builds the email that the suspension of an organization was lifted. */
export const unsuspendedMail = (to: MailRecipient, { tenant, site }: MailSender) =>
  composeMail({
    kind: 'unsuspended',
    to,
    site,
    values: { organization: nameInMail(tenant.name) },
    link: tenantPageUrl({ tenant, site }, '/app/dashboard'),
    reason: 'owner',
  });
