import type { Locale } from '#locales/locales.ts';
import { html, Html } from './html.ts';

export interface MailBrand {
  name: string;
  /** URL of a picture. */
  logo?: string;
  /** Color of the button, `#rrggbb`. */
  color?: string;
}

export interface MailContent {
  /** Language of the other values. */
  locale: Locale;
  title: string;
  paragraphs: string[];
  /** Call to action. */
  action?: { label: string; url: string };
  /** Small print at the end. */
  note?: string;
  /** Sender's brand; the product's by default. */
  brand?: MailBrand;
}

const productBrand: MailBrand = { name: 'Pregão' };
const defaultButtonColor = '#0f766e';
const fontStyle =
  "font-family:system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans','Noto Sans Devanagari',sans-serif";

// Inline colors are for clients that drop style sheets. Clients with dark mode use these instead; others
// show dark text on white or invert both themselves.
const darkModeStyles = `@media (prefers-color-scheme: dark) {
  .page { background: #0b1220 !important; }
  .card { background: #111a2e !important; border-color: #26324d !important; }
  .text { color: #e5e9f2 !important; }
  .quiet { color: #9aa6bf !important; }
}`;

/** Renders an email as HTML and plain text. Throws on URLs other than http(s). */
export function renderMail(content: MailContent): { html: string; text: string } {
  return { html: toHtml(content).source, text: toText(content) };
}

function toText({
  title,
  paragraphs,
  action,
  note = '',
  brand = productBrand,
}: MailContent): string {
  const call = action ? `${action.label}:\n${assertWebUrl(action.url)}` : '';
  const parts = [title, ...paragraphs, call, note, `-- \n${brand.name}`];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toHtml({
  locale,
  title,
  paragraphs,
  action,
  note,
  brand = productBrand,
}: MailContent): Html {
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
      <body class="page" style="margin:0;padding:0;background:#f4f5f7">
        <table
          role="presentation"
          class="page"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#f4f5f7"
        >
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                class="card"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:560px;background:#ffffff;border:1px solid #e2e5ea;border-radius:12px"
              >
                <tr>
                  <td style="padding:32px;${fontStyle}">
                    ${letterhead(brand)}
                    <h1
                      class="text"
                      style="margin:0 0 16px;font-size:22px;line-height:1.3;color:#111827"
                    >
                      ${title}
                    </h1>
                    ${paragraphs.map(paragraph)} ${action && button(action, brand)}
                    ${note && smallPrint(note)}
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html> `;
}

function letterhead({ name, logo }: MailBrand): Html {
  return logo
    ? html`<img
        src="${assertWebUrl(logo)}"
        alt="${name}"
        height="40"
        style="display:block;margin:0 0 24px;border:0"
      />`
    : html`<p class="text" style="margin:0 0 24px;font-size:18px;font-weight:700;color:#111827">
        ${name}
      </p>`;
}

function paragraph(content: string): Html {
  return html`<p class="text" style="margin:0 0 16px;font-size:16px;line-height:1.5;color:#374151">
    ${content}
  </p>`;
}

// Shows the URL in full as well: for clients without buttons, and for readers who check it first.
function button({ label, url }: NonNullable<MailContent['action']>, brand: MailBrand): Html {
  const color =
    brand.color && /^#[\da-f]{6}$/i.test(brand.color) ? brand.color : defaultButtonColor;
  const address = assertWebUrl(url);
  return html`<p style="margin:24px 0">
      <a
        href="${address}"
        style="display:inline-block;padding:12px 20px;border-radius:8px;background:${color};color:${contrastingTextColor(color)};font-size:16px;font-weight:600;text-decoration:none"
        >${label}</a
      >
    </p>
    ${smallPrint(html`<a class="quiet" href="${address}" style="color:#6b7280">${address}</a>`)}`;
}

function smallPrint(content: string | Html): Html {
  return html`<p
    class="quiet"
    style="margin:0 0 16px;font-size:13px;line-height:1.5;color:#6b7280;overflow-wrap:anywhere"
  >
    ${content}
  </p>`;
}

/** Returns black or white, whichever has more contrast (relative luminance, WCAG 2). */
function contrastingTextColor(color: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.040_45 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 ? '#000000' : '#ffffff';
}

function assertWebUrl(address: string): string {
  const { protocol, href } = new URL(address);
  if (protocol !== 'https:' && protocol !== 'http:') throw new TypeError('URL must be http(s)');
  return href;
}
