import { organizationParameter } from '#contract/access.ts';
import { translate } from '#locales/translate.ts';
import type { TextKey } from '#locales/translation.ts';
import type { TableRow } from '#server/platform/database/query.ts';
import { toMailBrand } from './brand.ts';
import { renderMail, type MailDetail } from './layout.ts';
import type { MailMessage } from './outbox.ts';
import { nameInMail, type MailRecipient } from './recipient.ts';

/** Details of the operator that every email shows, and the origin of its links. */
export type MailSite = {
  origin: string;
  supportEmail: string;
  /** Null when none is configured. */
  postalAddress: string | null;
  /** Secret with which links that stop emails are signed. */
  linkKey: Buffer;
};

/** Source of a site; `AppContext` satisfies it. */
export type MailSiteContext = {
  config: { site: Omit<MailSite, 'origin' | 'linkKey'> };
  origin: () => string;
  linkKey: Buffer;
};

export function mailSiteOf({ config, origin, linkKey }: MailSiteContext): MailSite {
  const { supportEmail, postalAddress } = config.site;
  return { origin: origin(), supportEmail, postalAddress, linkKey };
}

/** Organization that an email is sent for; the email shows its name, logo and color. */
export type MailSender = {
  tenant: Pick<TableRow<'tenants'>, 'name' | 'logo' | 'app_color'> & { id: string };
  site: MailSite;
};

/** The kinds of email whose texts (`mail.<kind>`) have this part. */
type KindWith<Part extends string, Key = TextKey> = Key extends `mail.${infer Kind}.${Part}`
  ? Kind
  : never;
type LinkKind = KindWith<'action'>;

export type MailContentOfKind = (
  | { kind: LinkKind; link: URL }
  | { kind: Exclude<KindWith<'subject'>, LinkKind>; link?: undefined }
) & {
  to: MailRecipient;
  site: MailSite;
  /** Organization that the email is sent for; the product sends for itself by default. */
  tenant?: MailSender['tenant'];
  /** Values of the texts besides the name of the recipient and of the organization (`tenant`). */
  values?: Record<string, string | number>;
  /** Key of the button's text, instead of that of the kind. */
  actionText?: TextKey;
  /** Key of a second paragraph. */
  more?: TextKey;
  details?: MailDetail[];
  /** Key of the advice for recipients who don't expect the email. */
  note?: TextKey;
  /** Why the recipient gets the email (`mail.reason`). */
  reason: Reason;
};

type Reason<Key = TextKey> = Key extends `mail.reason.${infer Name}` ? Name : never;

/** Composes an email from the texts of its kind, in the recipient's language. */
export function composeMail(content: MailContentOfKind): MailMessage {
  const { to, site, more, note, details } = content;
  const tenant = content.tenant && { ...content.tenant, name: nameInMail(content.tenant.name) };
  const values = { name: to.name, organization: tenant?.name, ...content.values };
  const text = (key: TextKey) => translate(to.locale, key, values);
  const subject = text(`mail.${content.kind}.subject`);
  const message = text(`mail.${content.kind}.text`);
  const bodies = renderMail({
    locale: to.locale,
    title: subject,
    preview: message,
    paragraphs: [
      ...(to.name === '' ? [] : [text('mail.greeting')]),
      message,
      ...(more ? [text(more)] : []),
    ],
    ...(details && { details }),
    ...(content.link && {
      action: {
        label: text(content.actionText ?? `mail.${content.kind}.action`),
        url: content.link.href,
        fallback: text('mail.fallback'),
      },
    }),
    ...(note && { note: text(note) }),
    footer: [
      text(`mail.reason.${content.reason}`),
      ...(tenant ? [text('mail.sentFor')] : []),
      translate(to.locale, 'mail.support', { email: site.supportEmail }),
      ...(site.postalAddress === null ? [] : [site.postalAddress]),
    ],
    ...(to.unsubscribe && {
      unsubscribe: { label: text('mail.unsubscribe'), url: to.unsubscribe },
    }),
    ...(tenant && { brand: toMailBrand(tenant, site.origin) }),
  });
  return {
    to: to.email,
    subject,
    locale: to.locale,
    ...bodies,
    ...(to.unsubscribe && { unsubscribeUrl: to.unsubscribe }),
  };
}

/** Language and time zone of a date; it is in UTC, which is then named, if the zone is unknown. */
type DateReader = Pick<MailRecipient, 'locale' | 'timeZone'>;

function formatIn(
  { locale, timeZone = 'UTC' }: DateReader,
  style: Intl.DateTimeFormatOptions,
  write: (format: Intl.DateTimeFormat) => string,
) {
  const text = write(new Intl.DateTimeFormat(locale, { ...style, timeZone }));
  return timeZone === 'UTC' && !style.timeStyle ? `${text} (UTC)` : text;
}

/** Formats a moment for its reader, with the time zone. */
export const formatTime = (reader: DateReader, at: Date) =>
  formatIn(reader, { dateStyle: 'long', timeStyle: 'long' }, (format) => format.format(at));

/** Formats the day of a moment for its reader. */
export const formatDay = (reader: DateReader, at: Date) =>
  formatIn(reader, { dateStyle: 'long' }, (format) => format.format(at));

/** Formats the days from one moment to another for their reader. */
export const formatDays = (reader: DateReader, { from, to }: { from: Date; to: Date }) =>
  formatIn(reader, { dateStyle: 'medium' }, (format) => format.formatRange(from, to));

/** Returns the URL of one of our pages. */
export function pageUrl(origin: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(path, origin);
  url.search = new URLSearchParams(query).toString();
  return url;
}

/** Returns the URL of a page of an organization, which opens in it whichever one the recipient used last (R-ORG-12). */
export const tenantPageUrl = ({ tenant, site }: MailSender, path: string) =>
  pageUrl(site.origin, path, { [organizationParameter]: tenant.id });
