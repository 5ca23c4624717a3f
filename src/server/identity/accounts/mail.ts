import {
  composeMail,
  mailSiteOf,
  pageUrl,
  type MailSiteContext,
} from '#server/platform/mail/compose.ts';
import type { MailDetail } from '#server/platform/mail/layout.ts';
import type { MailRecipient } from '#server/platform/mail/recipient.ts';

type TokenLink = { context: MailSiteContext; token: string };

/** Builds the mail that confirms an address by token; holds no text from a form (R-ACC-27). */
export const verifyMail = (to: MailRecipient, { context, token }: TokenLink) =>
  composeMail({
    kind: 'verify',
    to,
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/verify', { e: to.email, t: token }),
    note: 'mail.verify.note',
    reason: 'registered',
  });

/** Builds the password reset mail; its link carries the token. */
export const resetMail = (
  to: MailRecipient,
  { context, token }: TokenLink,
  ended: MailDetail[] = [],
) =>
  composeMail({
    kind: 'reset',
    to,
    ...(ended.length > 0 && { more: 'mail.reset.ended', details: ended }),
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/reset', { e: to.email, t: token }),
    note: 'mail.reset.note',
    reason: 'account',
  });

/** Builds the notification of a changed password, with a link to reset it if the owner did not change it. */
export const passwordChangedMail = (to: MailRecipient, context: MailSiteContext) =>
  composeMail({
    kind: 'passwordChanged',
    to,
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/reset', { e: to.email }),
    more: 'mail.passwordChanged.note',
    reason: 'account',
  });

/** Builds the notice that a known address was registered again, with a link to reset its password. */
export const registeredAgainMail = (to: MailRecipient, context: MailSiteContext) =>
  composeMail({
    kind: 'registeredAgain',
    to,
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/reset', { e: to.email }),
    note: 'mail.registeredAgain.note',
    reason: 'account',
  });
