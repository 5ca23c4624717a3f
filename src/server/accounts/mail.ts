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

/**
 * Builds the mail that confirms an address; its link carries the token. Holds no text from a form
 * (R-ACC-27).
 */
export const verifyMail = (to: Reader, { origin, token }: Link) =>
  accountMail('verify', { to, url: linkTo('/account/verify', origin, { e: to.email, t: token }) });

/** Builds the password reset mail; its link carries the token. */
export const resetMail = (to: Reader, { origin, token }: Link) =>
  accountMail('reset', { to, url: linkTo('/account/reset', origin, { e: to.email, t: token }) });

/** Builds the notice of a changed password, with a link to reset it if the owner did not change it. */
export const passwordChangedMail = (to: Reader, origin: string) =>
  accountMail('passwordChanged', { to, url: linkTo('/account/reset', origin, { e: to.email }) });

/**
 * Builds the notice that an address with an account was registered again, with a link to reset its
 * password.
 */
export const registeredAgainMail = (to: Reader, origin: string) =>
  accountMail('registeredAgain', { to, url: linkTo('/account/reset', origin, { e: to.email }) });
