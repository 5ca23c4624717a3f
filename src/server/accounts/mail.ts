import type { Locale } from '#locales/locales.ts';
import { translate } from '#locales/translate.ts';
import { layout } from '#server/mail/layout.ts';

/** Whom a mail goes to, and in which language. */
export type Recipient = { email: string; firstName: string; locale: Locale };

type Link = { origin: string; token: string };
type AccountMail = 'verify' | 'reset' | 'passwordChanged' | 'registeredAgain';

type Letter = { to: Recipient; url: URL; organization?: string };

const accountMail = (name: AccountMail, { to, url, organization = '' }: Letter) => {
  const say = (part: 'subject' | 'greeting' | 'text' | 'action' | 'ignore') =>
    translate(to.locale, `mail.${name}.${part}`, { name: to.firstName, organization });
  const bodies = layout({
    locale: to.locale,
    title: say('greeting'),
    paragraphs: [say('text')],
    action: { label: say('action'), url: url.href },
    note: say('ignore'),
  });
  return { to: to.email, subject: say('subject'), locale: to.locale, ...bodies };
};

const linkTo = (path: string, origin: string, query: Record<string, string>) => {
  const url = new URL(path, origin);
  url.search = new URLSearchParams(query).toString();
  return url;
};

/** Asks to prove an address: the link carries the token. */
export const verifyMail = (to: Recipient, { origin, token }: Link, organization: string) =>
  accountMail('verify', {
    to,
    url: linkTo('/account/verify', origin, { e: to.email, t: token }),
    organization,
  });

/** Lets the reader choose a new password: the link carries the token. */
export const resetMail = (to: Recipient, { origin, token }: Link) =>
  accountMail('reset', { to, url: linkTo('/account/reset', origin, { e: to.email, t: token }) });

/** Says that the password changed, and what to do if it was somebody else. */
export const passwordChangedMail = (to: Recipient, origin: string) =>
  accountMail('passwordChanged', { to, url: linkTo('/account/reset', origin, { e: to.email }) });

/** Tells the owner of an address that somebody registered it again, and the way in. */
export const registeredAgainMail = (to: Recipient, origin: string) =>
  accountMail('registeredAgain', { to, url: linkTo('/account/reset', origin, { e: to.email }) });
