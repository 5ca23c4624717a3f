import { translate } from '#locales/translate.ts';
import { renderMail } from '#server/mail/layout.ts';
import type { MailRecipient } from '#server/mail/recipient.ts';

type TokenLink = { origin: string; token: string };
type AccountMailKind = 'verify' | 'reset' | 'passwordChanged' | 'registeredAgain';

type AccountMailContent = { to: MailRecipient; url: URL };

const renderAccountMail = (name: AccountMailKind, { to, url }: AccountMailContent) => {
  const say = (part: 'subject' | 'greeting' | 'text' | 'action' | 'ignore') =>
    translate(to.locale, `mail.${name}.${part}`, { name: to.name });
  const bodies = renderMail({
    locale: to.locale,
    title: say('greeting'),
    paragraphs: [say('text')],
    action: { label: say('action'), url: url.href },
    note: say('ignore'),
  });
  return { to: to.email, subject: say('subject'), locale: to.locale, ...bodies };
};

const accountUrl = (path: string, origin: string, query: Record<string, string>) => {
  const url = new URL(path, origin);
  url.search = new URLSearchParams(query).toString();
  return url;
};

/**
 * Builds the mail that confirms an address; its link carries the token. Holds no text from a form
 * (R-ACC-27).
 */
export const verifyMail = (to: MailRecipient, { origin, token }: TokenLink) =>
  renderAccountMail('verify', {
    to,
    url: accountUrl('/account/verify', origin, { e: to.email, t: token }),
  });

/** Builds the password reset mail; its link carries the token. */
export const resetMail = (to: MailRecipient, { origin, token }: TokenLink) =>
  renderAccountMail('reset', {
    to,
    url: accountUrl('/account/reset', origin, { e: to.email, t: token }),
  });

/** Builds the notice of a changed password, with a link to reset it if the owner did not change it. */
export const passwordChangedMail = (to: MailRecipient, origin: string) =>
  renderAccountMail('passwordChanged', {
    to,
    url: accountUrl('/account/reset', origin, { e: to.email }),
  });

/**
 * Builds the notice that an address with an account was registered again, with a link to reset its
 * password.
 */
export const registeredAgainMail = (to: MailRecipient, origin: string) =>
  renderAccountMail('registeredAgain', {
    to,
    url: accountUrl('/account/reset', origin, { e: to.email }),
  });
