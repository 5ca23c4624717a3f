import {
  composeMail,
  formatDay,
  tenantPageUrl,
  type MailSender,
} from '#server/platform/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';

/** Builds the email that the archive of an export can be downloaded, after signing in (R-ARC-02). */
export const archiveMail = (to: MailRecipient, { tenant, site }: MailSender, until: Date) =>
  composeMail({
    kind: 'archiveReady',
    to,
    site,
    values: {
      organization: nameInMail(tenant.name),
      date: formatDay(to, until),
    },
    link: tenantPageUrl({ tenant, site }, '/app/settings/organization/data'),
    reason: 'owner',
  });
