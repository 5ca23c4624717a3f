import { composeMail, type MailSite } from '#server/platform/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';

/** Builds the notice to a member that the organization was deleted. */
export const tenantDeletedMail = (to: MailRecipient, site: MailSite, organization: string) =>
  composeMail({
    kind: 'organizationDeleted',
    to,
    site,
    values: { organization: nameInMail(organization) },
    reason: 'member',
  });
