import {
  composeMail,
  mailSiteOf,
  pageUrl,
  type MailSiteContext,
} from '#server/platform/mail/compose.ts';
import type { MailRecipient } from '#server/platform/mail/recipient.ts';

/** Changes of the ways to sign in, of which the owner is notified. */
export const factorEvents = [
  'totpAdded',
  'totpRemoved',
  'recoveryCodesReplaced',
  'recoveryCodeUsed',
  'passkeyAdded',
  'passkeyRemoved',
  'factorsRemoved',
] as const;
export type FactorEvent = (typeof factorEvents)[number];

/** Builds the notice of a changed second factor, with a link to set a new password if the owner did not do it. */
export const factorMail = (to: MailRecipient, context: MailSiteContext, event: FactorEvent) =>
  composeMail({
    kind: `factors.${event}`,
    to,
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/reset', { e: to.email }),
    more: 'mail.factors.note',
    reason: 'account',
  });
