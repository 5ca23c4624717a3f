import type { OperatorRole } from '#contract/access.ts';
import { translate } from '#locales/translate.ts';
import {
  composeMail,
  mailSiteOf,
  pageUrl,
  type MailSiteContext,
} from '#server/platform/mail/compose.ts';
import type { MailRecipient } from '#server/platform/mail/recipient.ts';

type OperatorInvitation = { inviter: string; role: OperatorRole; token: string };

/** Builds the mail that invites an operator; its link carries the token. */
export const operatorInvitationMail = (
  to: MailRecipient,
  context: MailSiteContext,
  { inviter, role, token }: OperatorInvitation,
) =>
  composeMail({
    kind: 'operatorInvitation',
    to,
    site: mailSiteOf(context),
    values: { inviter, role: translate(to.locale, `operators.role.${role}`) },
    link: pageUrl(context.origin(), '/account/operator', { i: token }),
    note: 'mail.invitation.note',
    reason: 'operatorInvited',
  });
