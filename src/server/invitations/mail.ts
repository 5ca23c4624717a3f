import { translate } from '#locales/translate.ts';
import type { TableRow } from '#server/database/query.ts';
import { toMailBrand } from '#server/mail/brand.ts';
import { renderMail } from '#server/mail/layout.ts';
import type { MailMessage } from '#server/mail/outbox.ts';
import { nameInMail, type MailRecipient } from '#server/mail/recipient.ts';

/** Organization that sends the mail, and the origin of its links. */
type MailSender = { tenant: TableRow<'tenants'>; origin: string };

/** Returns the name of a person for mails to others, or the email if there is none (R-ACC-27). */
export const displayNameOf = (
  person: Pick<TableRow<'users'>, 'email' | 'first_name' | 'last_name'>,
) => nameInMail(`${person.first_name} ${person.last_name}`) || person.email;

/** Returns logo and colors for the mails of an organization. */
const tenantBrand = ({ tenant, origin }: MailSender) =>
  toMailBrand({ ...tenant, name: nameInMail(tenant.name) }, origin);

type InvitationMailKind = 'invitation' | 'accessRequest' | 'accessAccepted' | 'confirmAddress';
type MailLink = { path: string; query?: Record<string, string>; values?: Record<string, string> };

/** Builds a mail with one link. */
const linkMail =
  (kind: InvitationMailKind, { path, query = {}, values = {} }: MailLink) =>
  (to: MailRecipient, { tenant, origin }: MailSender): MailMessage => {
    const say = (part: 'subject' | 'greeting' | 'text' | 'action' | 'note') =>
      translate(to.locale, `mail.${kind}.${part}`, {
        ...values,
        name: to.name,
        organization: nameInMail(tenant.name),
      });
    const url = new URL(path, origin);
    url.search = new URLSearchParams(query).toString();
    const bodies = renderMail({
      locale: to.locale,
      title: say('greeting'),
      paragraphs: [say('text')],
      action: { label: say('action'), url: url.href },
      note: say('note'),
      brand: tenantBrand({ tenant, origin }),
    });
    return { to: to.email, subject: say('subject'), locale: to.locale, ...bodies };
  };

/** Builds the invitation mail; its link carries the token. */
export const invitationMail = (
  to: MailRecipient,
  from: MailSender,
  invitation: { inviter: string; token: string },
) =>
  linkMail('invitation', {
    path: '/invitation',
    query: { i: invitation.token, e: to.email },
    values: { inviter: invitation.inviter },
  })(to, from);

/** Builds the notice to an owner or admin that a person requests to join. */
export const accessRequestMail = (to: MailRecipient, from: MailSender, person: string) =>
  linkMail('accessRequest', {
    path: '/app/settings/organization/members',
    values: { person },
  })(to, from);

/** Builds the notice that a request to join was accepted. */
export const accessAcceptedMail = linkMail('accessAccepted', { path: '/account/login' });

/**
 * Builds the mail that confirms the address of a person who joined by a link; its link carries the token.
 */
export const confirmAddressMail = (to: MailRecipient, from: MailSender, token: string) =>
  linkMail('confirmAddress', { path: '/account/verify', query: { e: to.email, t: token } })(
    to,
    from,
  );

/** Builds the notice that a request to join was rejected. */
export const accessRejectedMail = (
  to: MailRecipient,
  { tenant, origin }: MailSender,
): MailMessage => {
  const say = (part: 'subject' | 'greeting' | 'text') =>
    translate(to.locale, `mail.accessRejected.${part}`, {
      name: to.name,
      organization: nameInMail(tenant.name),
    });
  const bodies = renderMail({
    locale: to.locale,
    title: say('greeting'),
    paragraphs: [say('text')],
    brand: tenantBrand({ tenant, origin }),
  });
  return { to: to.email, subject: say('subject'), locale: to.locale, ...bodies };
};
