import type { ParseKeys } from 'i18next';
import { translate } from '#locales/translate.ts';
import type { TableRow } from '#server/database/query.ts';
import { toMailBrand } from './brand.ts';
import { renderMail } from './layout.ts';
import type { MailMessage } from './outbox.ts';
import { nameInMail, type MailRecipient } from './recipient.ts';

/** Organization that an email is about; the email shows its name, logo and color. */
export type MailSender = {
  tenant: Pick<TableRow<'tenants'>, 'name' | 'logo' | 'app_color'>;
  /** Origin of its links. */
  origin: string;
};

/** The kinds of email whose texts (`mail.<kind>`) have this part. */
type KindWith<Part extends string, Key = ParseKeys> = Key extends `mail.${infer Kind}.${Part}`
  ? Kind
  : never;
type LinkKind = KindWith<'action'>;

type MailContent = (
  | { kind: LinkKind; link: URL }
  | { kind: Exclude<KindWith<'subject'>, LinkKind>; link?: undefined }
) & {
  to: MailRecipient;
  /** The product by default. */
  from?: MailSender;
  /** Values of the texts besides the name of the recipient and of the organization (`from`). */
  values?: Record<string, string | number>;
  /** Key of a second paragraph. */
  more?: ParseKeys;
  /** Key of the small print. */
  note?: ParseKeys;
};

/** Composes an email from the texts of its kind, in the recipient's language. */
export function composeMail(content: MailContent): MailMessage {
  const { to, from, more, note } = content;
  const tenant = from && { ...from.tenant, name: nameInMail(from.tenant.name) };
  const values = { name: to.name, organization: tenant?.name, ...content.values };
  const text = (key: ParseKeys) => translate(to.locale, key, values);
  const subject = text(`mail.${content.kind}.subject`);
  const bodies = renderMail({
    locale: to.locale,
    title: to.name === '' ? subject : text('mail.greeting'),
    paragraphs: [text(`mail.${content.kind}.text`), ...(more ? [text(more)] : [])],
    ...(content.link && {
      action: { label: text(`mail.${content.kind}.action`), url: content.link.href },
    }),
    ...(note && { note: text(note) }),
    ...(tenant && { brand: toMailBrand(tenant, from.origin) }),
  });
  return { to: to.email, subject, locale: to.locale, ...bodies };
}

/** Returns the URL of one of our pages. */
export function pageUrl(origin: string, path: string, query: Record<string, string> = {}): URL {
  const url = new URL(path, origin);
  url.search = new URLSearchParams(query).toString();
  return url;
}
