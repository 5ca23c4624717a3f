import { composeMail, pageUrl } from '#server/mail/compose.ts';
import type { MailRecipient } from '#server/mail/recipient.ts';

type TokenLink = { origin: string; token: string };
type AccountMailKind = 'verify' | 'reset' | 'passwordChanged' | 'registeredAgain';

const accountMail = (kind: AccountMailKind, to: MailRecipient, link: URL) =>
  composeMail({ kind, to, link, note: `mail.${kind}.note` });

/**
 * Builds the mail that confirms an address; its link carries the token. Holds no text from a form
 * (R-ACC-27).
 */
export const verifyMail = (to: MailRecipient, { origin, token }: TokenLink) =>
  accountMail('verify', to, pageUrl(origin, '/account/verify', { e: to.email, t: token }));

/** Builds the password reset mail; its link carries the token. */
export const resetMail = (to: MailRecipient, { origin, token }: TokenLink) =>
  accountMail('reset', to, pageUrl(origin, '/account/reset', { e: to.email, t: token }));

/** Builds the notification of a changed password, with a link to reset it if the owner did not change it. */
export const passwordChangedMail = (to: MailRecipient, origin: string) =>
  accountMail('passwordChanged', to, pageUrl(origin, '/account/reset', { e: to.email }));

/**
 * Builds the notification that an address with an account was registered again, with a link to reset its
 * password.
 */
export const registeredAgainMail = (to: MailRecipient, origin: string) =>
  accountMail('registeredAgain', to, pageUrl(origin, '/account/reset', { e: to.email }));
