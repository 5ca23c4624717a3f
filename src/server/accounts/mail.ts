import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { layout } from '#server/mail/layout.ts';

type Registered = { email: string; firstName: string; organization: string };

/** Asks to prove an address: the link carries the token. */
export const verifyMail = (
  locale: Locale,
  { email, firstName, organization }: Registered,
  { origin, token }: { origin: string; token: string },
) => {
  const say = (key: 'subject' | 'greeting' | 'text' | 'action' | 'ignore') =>
    translate(locale, `mail.verify.${key}`, { name: firstName, organization });
  const query = new URLSearchParams({ e: email, t: token });
  const bodies = layout({
    locale,
    title: say('greeting'),
    paragraphs: [say('text'), say('ignore')],
    action: { label: say('action'), url: `${origin}/account/verify?${query}` },
  });
  return { to: email, subject: say('subject'), locale, ...bodies };
};
