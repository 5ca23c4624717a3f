import type { Locale } from '#locales/locales.ts';
import { contrastingTextColor, productBrand, type MailBrand } from './brand.ts';
import { html, Html } from './html.ts';
import { darkModeStyles, fontStyle, light } from './styles.ts';

/** Row of the table under the text; one with a `url` is a link. */
export type MailDetail = { label: string; value: string; url?: string };

export type MailContent = {
  /** Language of the other values. */
  locale: Locale;
  title: string;
  /** Text that lists of emails show after the subject. */
  preview: string;
  paragraphs: string[];
  details?: MailDetail[];
  /** Call to action; `fallback` leads to its URL in full. */
  action?: { label: string; url: string; fallback: string };
  /** Advice for recipients who don't expect the email. */
  note?: string;
  /** Lines about the sender and the reason of the email. */
  footer: string[];
  /** Link that stops emails of this kind, below the footer. */
  unsubscribe?: { label: string; url: string };
  /** Letterhead; the product's by default. */
  brand?: MailBrand;
};

/** Renders an email as HTML and plain text. Throws on URLs other than http(s). */
export function renderMail(content: MailContent): { html: string; text: string } {
  return { html: toHtml(content).source, text: toText(content) };
}

function toText(content: MailContent): string {
  const { title, paragraphs, details = [], action, note = '', footer, unsubscribe } = content;
  const { name } = content.brand ?? productBrand;
  const rows = details.map(
    ({ label, value, url }) => `${label}: ${url === undefined ? value : assertWebUrl(url)}`,
  );
  const call = action ? `${action.label}:\n${assertWebUrl(action.url)}` : '';
  const stop = unsubscribe ? [`${unsubscribe.label}: ${assertWebUrl(unsubscribe.url)}`] : [];
  const signature = ['-- ', name, ...footer, ...stop].join('\n');
  const parts = [title, ...paragraphs, rows.join('\n'), call, note, signature];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toHtml(content: MailContent): Html {
  const { locale, title } = content;
  return html`<!doctype html>
    <html lang="${locale}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <title>${title}</title>
        <style>
          ${new Html(darkModeStyles)}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background:${light.page}">
        ${preview(content.preview)} ${sheet(content)}
      </body>
    </html> `;
}

function sheet(content: MailContent): Html {
  const brand = content.brand ?? productBrand;
  return html`<table
    role="presentation"
    class="page"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="background:${light.page}"
  >
    <tr>
      <td align="center" style="padding:24px 12px;${fontStyle}">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="max-width:560px;table-layout:fixed"
        >
          <tr>
            <td style="padding:0 4px 20px">${letterhead(brand)}</td>
          </tr>
          <tr>
            <td
              class="card"
              style="padding:28px 22px 12px;background:${light.card};border:1px solid ${light.line};border-radius:14px;overflow-wrap:anywhere"
            >
              ${message(content, brand)}
            </td>
          </tr>
          <tr>
            <td
              class="quiet"
              style="padding:20px 4px 0;font-size:13px;line-height:1.6;color:${light.quiet};overflow-wrap:anywhere"
            >
              ${content.footer.map((line) => html`<p style="margin:0 0 4px">${line}</p>`)}
              ${content.unsubscribe && stopLink(content.unsubscribe)}
            </td>
          </tr>
        </table>
      </td>
    </tr>
  </table>`;
}

const stopLink = ({ label, url }: { label: string; url: string }) =>
  html`<p style="margin:0 0 4px">
    <a class="quiet" href="${assertWebUrl(url)}" target="_blank" style="color:${light.quiet}"
      >${label}</a
    >
  </p>`;

function message(
  { title, paragraphs, details = [], action, note }: MailContent,
  brand: MailBrand,
): Html {
  return html`<h1
      class="text"
      style="margin:0 0 16px;font-size:22px;line-height:1.3;color:${light.text}"
    >
      ${title}
    </h1>
    ${paragraphs.map(paragraph)} ${details.length > 0 ? detailTable(details) : undefined}
    ${action && button(action, brand)} ${note && smallPrint(note)}`;
}

/** Hides the preview text; the characters after it keep clients from adding the letterhead to it. */
const preview = (content: string) =>
  html`<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">
    ${content}${new Html('&#847;&zwnj;&nbsp;'.repeat(60))}
  </div>`;

const letterhead = ({ name, logo }: MailBrand) =>
  logo === undefined
    ? html`<table role="presentation" cellpadding="0" cellspacing="0">
        <tr>
          ${name === productBrand.name ? html`<td style="padding-right:10px">${productMark}</td>` : undefined}
          <td class="text" style="font-size:18px;font-weight:700;color:${light.text}">${name}</td>
        </tr>
      </table>`
    : html`<img
        src="${assertWebUrl(logo)}"
        alt="${name}"
        height="40"
        style="display:block;max-width:100%;border:0"
      />`;

const block = (width: number, height: number) =>
  html`<div
    style="width:${String(width)}px;height:${String(height)}px;margin:0 auto;border-radius:1px;background:#ffffff;font-size:0;line-height:0"
  >
    &nbsp;
  </div>`;

/** A candle of the logo: heights of its upper wick, its body and its lower wick, and its distance from the top, in pixels. */
const candle = ([upper, body, lower]: [number, number, number], top: number) =>
  html`<td valign="top" style="width:5px;padding:${String(top)}px 1.5px 0">
    ${block(1.5, upper)}${block(5, body)}${block(1.5, lower)}
  </td>`;

/** The logo of the product, drawn without a picture: many clients block pictures, and few show SVG. */
const productMark = html`<table
  role="presentation"
  aria-hidden="true"
  cellpadding="0"
  cellspacing="0"
  style="width:34px;height:34px;border-radius:9px;background:${productBrand.color}"
>
  <tr>
    <td align="center" valign="top">
      <table role="presentation" cellpadding="0" cellspacing="0">
        <tr>
          ${candle([3, 7, 3], 12)}${candle([3, 8, 3], 7)}${candle([3, 8, 3], 9)}
        </tr>
      </table>
    </td>
  </tr>
</table>`;

const paragraph = (content: string) =>
  html`<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.55;color:${light.text}">
    ${content}
  </p>`;

const detailTable = (details: MailDetail[]) =>
  html`<table
    class="line"
    width="100%"
    cellpadding="0"
    cellspacing="0"
    style="margin:8px 0 20px;border-collapse:collapse;border-bottom:1px solid ${light.line};font-size:15px;line-height:1.45"
  >
    ${details.map(detailRow)}
  </table>`;

const detailRow = ({ label, value, url }: MailDetail) =>
  html`<tr>
    <th
      class="quiet line"
      scope="row"
      align="left"
      valign="top"
      style="width:38%;padding:10px 12px 10px 0;border-top:1px solid ${light.line};overflow-wrap:normal;font-weight:400;color:${light.quiet}"
    >
      ${label}
    </th>
    <td
      class="text line"
      align="right"
      valign="top"
      style="padding:10px 0;border-top:1px solid ${light.line};font-weight:600;color:${light.text}"
    >
      ${url === undefined ? value : html`<a class="text" href="${assertWebUrl(url)}" target="_blank" style="color:${light.text}">${value}</a>`}
    </td>
  </tr>`;

// Shows the URL in full as well: for clients without buttons, and for readers who check it first.
function button({ label, url, fallback }: NonNullable<MailContent['action']>, brand: MailBrand) {
  const isColor = /^#[\da-f]{6}$/i.test(brand.color ?? '');
  const color = isColor && brand.color ? brand.color : productBrand.color;
  const address = assertWebUrl(url);
  return html`<p style="margin:24px 0">
      <a
        href="${address}"
        target="_blank"
        style="display:inline-block;padding:13px 22px;border-radius:10px;background:${color};color:${contrastingTextColor(color)};font-size:16px;font-weight:600;text-decoration:none"
        >${label}</a
      >
    </p>
    ${smallPrint(html`${fallback}<br /><a class="quiet" href="${address}" target="_blank" style="color:${light.quiet}">${address}</a>`)}`;
}

const smallPrint = (content: string | Html) =>
  html`<p class="quiet" style="margin:0 0 16px;font-size:13px;line-height:1.5;color:${light.quiet}">
    ${content}
  </p>`;

function assertWebUrl(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('URL must be http(s)');
  return href;
}
