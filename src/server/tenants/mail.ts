import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { renderMail } from '#server/mail/layout.ts';
import { nameInMail } from '#server/mail/recipient.ts';

type DeletionRecipient = { email: string; firstName: string; locale: Locale };

/** Builds the notice to a member that the organization was deleted. */
export const tenantDeletedMail = (
  { email, firstName, locale }: DeletionRecipient,
  organization: string,
) => {
  const say = (part: 'subject' | 'greeting' | 'text') =>
    translate(locale, `mail.organizationDeleted.${part}`, {
      name: firstName,
      organization: nameInMail(organization),
    });
  const bodies = renderMail({ locale, title: say('greeting'), paragraphs: [say('text')] });
  return { to: email, subject: say('subject'), locale, ...bodies };
};
