import { translate } from '#locales/translate.ts';
import type { Row } from '#server/database/query.ts';
import { brandOf } from '#server/mail/brand.ts';
import { layout } from '#server/mail/layout.ts';
import { nameInMail, type Reader } from '#server/mail/names.ts';
import type { Message } from '#server/mail/outbox.ts';

/** Organization that sends the mail, and the origin of its links. */
type Sender = { tenant: Row<'tenants'>; origin: string };

/** Returns the name of a person for mails to others, or the email if there is none (R-ACC-27). */
export const fullName = (person: Pick<Row<'users'>, 'email' | 'first_name' | 'last_name'>) =>
  nameInMail(`${person.first_name} ${person.last_name}`) || person.email;

/** Returns logo and colors for the mails of an organization. */
const brandFor = ({ tenant, origin }: Sender) =>
  brandOf({ ...tenant, name: nameInMail(tenant.name) }, origin);

type Letter = 'invitation' | 'accessRequest' | 'accessAccepted' | 'confirmAddress';
type Way = { path: string; query?: Record<string, string>; values?: Record<string, string> };

/** Builds a mail with one link. */
const letter =
  (kind: Letter, { path, query = {}, values = {} }: Way) =>
  (to: Reader, { tenant, origin }: Sender): Message => {
    const say = (part: 'subject' | 'greeting' | 'text' | 'action' | 'note') =>
      translate(to.locale, `mail.${kind}.${part}`, {
        ...values,
        name: to.name,
        organization: nameInMail(tenant.name),
      });
    const url = new URL(path, origin);
    url.search = new URLSearchParams(query).toString();
    const bodies = layout({
      locale: to.locale,
      title: say('greeting'),
      paragraphs: [say('text')],
      action: { label: say('action'), url: url.href },
      note: say('note'),
      brand: brandFor({ tenant, origin }),
    });
    return { to: to.email, subject: say('subject'), locale: to.locale, ...bodies };
  };

/** Builds the invitation mail; its link carries the token. */
export const invitationMail = (to: Reader, from: Sender, by: { inviter: string; token: string }) =>
  letter('invitation', {
    path: '/invitation',
    query: { i: by.token, e: to.email },
    values: { inviter: by.inviter },
  })(to, from);

/** Builds the notice to an owner or admin that a person requests to join. */
export const requestMail = (to: Reader, from: Sender, person: string) =>
  letter('accessRequest', {
    path: '/app/settings/organization/members',
    values: { person },
  })(to, from);

/** Builds the notice that a request to join was accepted. */
export const acceptedMail = letter('accessAccepted', { path: '/account/login' });

/**
 * Builds the mail that confirms the address of a person who joined by a link; its link carries the token.
 */
export const confirmMail = (to: Reader, from: Sender, token: string) =>
  letter('confirmAddress', { path: '/account/verify', query: { e: to.email, t: token } })(to, from);

/** Builds the notice that a request to join was rejected. */
export const rejectedMail = (to: Reader, { tenant, origin }: Sender): Message => {
  const say = (part: 'subject' | 'greeting' | 'text') =>
    translate(to.locale, `mail.accessRejected.${part}`, {
      name: to.name,
      organization: nameInMail(tenant.name),
    });
  const bodies = layout({
    locale: to.locale,
    title: say('greeting'),
    paragraphs: [say('text')],
    brand: brandFor({ tenant, origin }),
  });
  return { to: to.email, subject: say('subject'), locale: to.locale, ...bodies };
};
