import {
  composeMail,
  formatDay,
  tenantPageUrl,
  type MailSender,
} from '#server/platform/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';

const settingsPath = '/app/settings/organization/sso';

/** Builds the email that the record of a verified domain is missing (R-DOM-04). */
export const domainFailingMail = (
  to: MailRecipient,
  { tenant, site }: MailSender,
  { domain, lapsesAt }: { domain: string; lapsesAt: Date },
) =>
  composeMail({
    kind: 'domainFailing',
    to,
    site,
    values: {
      organization: nameInMail(tenant.name),
      domain,
      date: formatDay(to, lapsesAt),
    },
    link: tenantPageUrl({ tenant, site }, settingsPath),
    reason: 'owner',
  });

/** Builds the email that a domain is no longer verified (R-DOM-04). */
export const domainLapsedMail = (to: MailRecipient, { tenant, site }: MailSender, domain: string) =>
  composeMail({
    kind: 'domainLapsed',
    to,
    site,
    values: { organization: nameInMail(tenant.name), domain },
    link: tenantPageUrl({ tenant, site }, settingsPath),
    reason: 'owner',
  });
