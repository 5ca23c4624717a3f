import { composeMail, pageUrl, type MailSender } from '#server/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/mail/recipient.ts';

type Entry = { person: string; at: Date };

/** Builds the email that an owner has entered without single sign-on (R-POL-09). */
export const breakGlassMail = (
  to: MailRecipient,
  { tenant, site }: MailSender,
  { person, at }: Entry,
) => {
  const time = new Intl.DateTimeFormat(to.locale, {
    dateStyle: 'long',
    timeStyle: 'long',
    timeZone: 'UTC',
  }).format(at);
  return composeMail({
    kind: 'breakGlass',
    to,
    site,
    values: { organization: nameInMail(tenant.name), person, time },
    link: pageUrl(site.origin, '/app/settings/organization/audit'),
    reason: 'owner',
  });
};
