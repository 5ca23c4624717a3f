import type { TableRow } from '#server/database/query.ts';
import { composeMail, pageUrl, type MailSender } from '#server/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/mail/recipient.ts';

/** Returns the name of a person for mails to others, or the email if there is none (R-ACC-27). */
export const displayNameOf = (
  person: Pick<TableRow<'users'>, 'email' | 'first_name' | 'last_name'>,
) => nameInMail(`${person.first_name} ${person.last_name}`) || person.email;

/** Builds the invitation mail; its link carries the token. */
export const invitationMail = (
  to: MailRecipient,
  from: MailSender,
  { inviter, token }: { inviter: string; token: string },
) =>
  composeMail({
    kind: 'invitation',
    to,
    from,
    values: { inviter },
    link: pageUrl(from.origin, '/invitation', { i: token, e: to.email }),
    note: 'mail.invitation.note',
  });

/** Builds the notice to an owner or admin that a person requests to join. */
export const accessRequestMail = (to: MailRecipient, from: MailSender, person: string) =>
  composeMail({
    kind: 'accessRequest',
    to,
    from,
    values: { person },
    link: pageUrl(from.origin, '/app/settings/organization/members'),
    note: 'mail.accessRequest.note',
  });

/** Builds the notice that a request to join was accepted. */
export const accessAcceptedMail = (to: MailRecipient, from: MailSender) =>
  composeMail({
    kind: 'accessAccepted',
    to,
    from,
    link: pageUrl(from.origin, '/account/login'),
    note: 'mail.accessAccepted.note',
  });

/**
 * Builds the mail that confirms the address of a person who joined by a link; its link carries the token.
 */
export const confirmAddressMail = (to: MailRecipient, from: MailSender, token: string) =>
  composeMail({
    kind: 'confirmAddress',
    to,
    from,
    link: pageUrl(from.origin, '/account/verify', { e: to.email, t: token }),
    note: 'mail.confirmAddress.note',
  });

/** Builds the notice that a request to join was rejected. */
export const accessRejectedMail = (to: MailRecipient, from: MailSender) =>
  composeMail({ kind: 'accessRejected', to, from });
