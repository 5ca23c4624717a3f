import { browserOf } from '#contract/calls/browser-name.ts';
import { translate } from '#locales/translate.ts';
import {
  composeMail,
  formatTime,
  mailSiteOf,
  pageUrl,
  type MailSiteContext,
} from '#server/platform/mail/compose.ts';
import type { MailRecipient } from '#server/platform/mail/recipient.ts';

type TokenLink = { context: MailSiteContext; token: string };

/** Builds the mail that confirms the new address of an account; holds no name, as the address is unproven. */
export const newEmailMail = (to: MailRecipient, { context, token }: TokenLink) =>
  composeMail({
    kind: 'newEmail',
    to,
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/email', { t: token }),
    note: 'mail.newEmail.note',
    reason: 'newEmail',
  });

/** Builds the notice that another account was to get this address. */
export const emailTakenMail = (to: MailRecipient, context: MailSiteContext) =>
  composeMail({ kind: 'emailTaken', to, site: mailSiteOf(context), reason: 'account' });

/** Builds the announcement of a new address to the former one, with a link that restores it. */
export const emailChangedMail = (to: MailRecipient, { context, token }: TokenLink) =>
  composeMail({
    kind: 'emailChanged',
    to,
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/email', { undo: token }),
    more: 'mail.emailChanged.note',
    reason: 'formerEmail',
  });

/** Builds the notification of a linked Google account, with a link that secures the account. */
export const googleLinkedMail = (to: MailRecipient, { context, token }: TokenLink) =>
  composeMail({
    kind: 'googleLinked',
    to,
    site: mailSiteOf(context),
    link: secureUrl(context, token),
    more: 'mail.newDevice.note',
    reason: 'account',
  });

/** Builds the notification of an unlinked Google account, with a link to set a new password. */
export const googleUnlinkedMail = (to: MailRecipient, context: MailSiteContext) =>
  composeMail({
    kind: 'googleUnlinked',
    to,
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/reset', { e: to.email }),
    more: 'mail.passwordChanged.note',
    reason: 'account',
  });

/** A sign-in on a new device. The network isn't stored, only a hash of it (decision 28). */
type DeviceSignIn = { at: Date; userAgent: string };

/** Builds the notification of a sign-in on a new device, with a link that secures the account. */
export function newDeviceMail(
  to: MailRecipient,
  { context, token }: TokenLink,
  { at, userAgent }: DeviceSignIn,
) {
  const { browser, system } = browserOf(userAgent);
  const text = (key: 'time' | 'browser') => translate(to.locale, `mail.newDevice.${key}`);
  const known = [browser, system].filter((name) => name !== null).join(', ');
  return composeMail({
    kind: 'newDevice',
    to,
    site: mailSiteOf(context),
    link: secureUrl(context, token),
    details: [
      { label: text('time'), value: formatTime(to, at) },
      { label: text('browser'), value: known || translate(to.locale, 'mail.newDevice.unknown') },
    ],
    more: 'mail.newDevice.note',
    reason: 'account',
  });
}

const secureUrl = (context: MailSiteContext, token: string) =>
  pageUrl(context.origin(), '/account/secure', { t: token });

/** Builds the mail with a link that signs in; its page asks first, as mail scanners open links. */
export const signInLinkMail = (to: MailRecipient, { context, token }: TokenLink) =>
  composeMail({
    kind: 'signInLink',
    to,
    site: mailSiteOf(context),
    link: pageUrl(context.origin(), '/account/link', { t: token }),
    note: 'mail.signInLink.note',
    reason: 'account',
  });
