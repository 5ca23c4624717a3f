import { translate } from '#locales/translate.ts';
import { layout } from '#server/mail/layout.ts';
import type { Reader } from '#server/mail/names.ts';

type Link = { origin: string; token: string };
type AccountMail = 'verify' | 'reset' | 'passwordChanged' | 'registeredAgain';

type Letter = { to: Reader; url: URL };

const accountMail = (name: AccountMail, { to, url }: Letter) => {
  const say = (part: 'subject' | 'greeting' | 'text' | 'action' | 'ignore') =>
    translate(to.locale, `mail.${name}.${part}`, { name: to.name });
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

/** Asks to prove an address: the link carries the token. Says nothing that a stranger could have typed. */
export const verifyMail = (to: Reader, { origin, token }: Link) =>
  accountMail('verify', { to, url: linkTo('/account/verify', origin, { e: to.email, t: token }) });

/** Lets the reader choose a new password: the link carries the token. */
export const resetMail = (to: Reader, { origin, token }: Link) =>
  accountMail('reset', { to, url: linkTo('/account/reset', origin, { e: to.email, t: token }) });

/** Says that the password changed, and what to do if it was somebody else. */
export const passwordChangedMail = (to: Reader, origin: string) =>
  accountMail('passwordChanged', { to, url: linkTo('/account/reset', origin, { e: to.email }) });

/** Tells the owner of an address that somebody registered it again, and the way in. */
export const registeredAgainMail = (to: Reader, origin: string) =>
  accountMail('registeredAgain', { to, url: linkTo('/account/reset', origin, { e: to.email }) });
