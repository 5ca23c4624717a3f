import { translate } from '#locales/translate.ts';
import {
  composeMail,
  formatTime,
  tenantPageUrl,
  type MailSender,
} from '#server/platform/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';

type Entry = { person: string; at: Date };

/** Builds the email that an owner has entered without single sign-on (R-POL-09). */
export function breakGlassMail(
  to: MailRecipient,
  { tenant, site }: MailSender,
  { person, at }: Entry,
) {
  return composeMail({
    kind: 'breakGlass',
    to,
    site,
    values: { organization: nameInMail(tenant.name), person, time: formatTime(to, at) },
    link: tenantPageUrl({ tenant, site }, '/app/settings/organization/audit'),
    reason: 'owner',
  });
}

/**
 * Builds the email that members no longer need single sign-on (R-POL-10). `person`: who changed that; null for the product,
 * when a domain lapsed.
 */
export const ssoNotRequiredMail = (
  to: MailRecipient,
  { tenant, site }: MailSender,
  person: string | null,
) =>
  composeMail({
    kind: 'ssoNotRequired',
    to,
    site,
    values: { organization: nameInMail(tenant.name) },
    ...(person !== null && {
      details: [{ label: translate(to.locale, 'mail.details.by'), value: person }],
    }),
    link: tenantPageUrl({ tenant, site }, '/app/settings/organization/security'),
    reason: 'owner',
  });
