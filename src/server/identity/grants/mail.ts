import { type GrantKind, grantPages } from '#contract/calls/grants.ts';
import { translate } from '#locales/translate.ts';
import {
  composeMail,
  formatTime,
  tenantPageUrl,
  type MailSender,
} from '#server/platform/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';

type Grant = { kind: GrantKind; name: string; by: string; at: Date; reason: 'owner' | 'notified' };

/** Builds the email that access to an organization was given: its name, the person, the time, and a link to end it (R-ACC-40). */
export function grantMail(
  to: MailRecipient,
  { tenant, site }: MailSender,
  { kind, name, by, at, reason }: Grant,
) {
  const text = (key: 'by' | 'time' | 'name') => translate(to.locale, `mail.details.${key}`);
  return composeMail({
    kind: 'grant',
    to,
    site,
    values: {
      organization: nameInMail(tenant.name),
      what: translate(to.locale, `mail.grant.what.${kind}`),
    },
    details: [
      ...(name === '' ? [] : [{ label: text('name'), value: nameInMail(name) }]),
      { label: text('by'), value: by },
      { label: text('time'), value: formatTime(to, at) },
    ],
    link: tenantPageUrl({ tenant, site }, `/app/settings/organization/${grantPages[kind]}`),
    reason,
  });
}
