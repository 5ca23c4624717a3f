import { organizationParameter } from '#contract/access.ts';
import { notificationLink } from '#contract/notifications/kinds.ts';
import { notificationTexts, type NotificationContent } from '#locales/notification-texts.ts';
import { translate } from '#locales/translate.ts';
import {
  composeMail,
  formatDay,
  pageUrl,
  tenantPageUrl,
  type MailSender,
  type MailSite,
} from '#server/platform/mail/compose.ts';
import { nameInMail, type MailRecipient } from '#server/platform/mail/recipient.ts';

const textsFor = (to: MailRecipient, organization: string, content: NotificationContent) =>
  notificationTexts(content, {
    locale: to.locale,
    organization: nameInMail(organization),
    formatDay: (at) => formatDay(to, new Date(at)),
    translate: (key, values) => translate(to.locale, key, values),
  });

/** Builds the email about one notification. */
export const notificationMail = (
  to: MailRecipient,
  { tenant, site }: MailSender,
  content: NotificationContent,
) =>
  composeMail({
    kind: 'notification',
    to,
    site,
    tenant,
    values: textsFor(to, tenant.name, content),
    link: tenantPageUrl({ tenant, site }, notificationLink(content.kind, content.details)),
    reason: 'notified',
  });

export type DigestEntry = NotificationContent & { tenant: { id: string; name: string } };

/** Maximum number of notifications that a digest lists; the app has them all. */
const maxEntries = 50;

/**
 * Builds the daily email about what happened in all organizations of a person (R-NTF-06). Its link opens that of the
 * first entry (R-ORG-12).
 */
export const digestMail = (to: MailRecipient, site: MailSite, entries: readonly DigestEntry[]) =>
  composeMail({
    kind: 'digest',
    to,
    site,
    details: entries.slice(0, maxEntries).map(({ tenant, ...content }) => ({
      label: nameInMail(tenant.name),
      value: textsFor(to, tenant.name, content).title,
    })),
    link: pageUrl(site.origin, '/app/notifications', {
      [organizationParameter]: entries[0]?.tenant.id ?? '',
    }),
    reason: 'digest',
  });
