import { composeMail } from '#server/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/mail/recipient.ts';

/** Builds the notice to a member that the organization was deleted. */
export const tenantDeletedMail = (to: MailRecipient, organization: string) =>
  composeMail({
    kind: 'organizationDeleted',
    to,
    values: { organization: nameInMail(organization) },
  });
