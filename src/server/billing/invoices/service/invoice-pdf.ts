import { Failure } from '#contract/errors.ts';
import { fallbackLocale, isLocale, locales, type Locale } from '#locales/locales.ts';
import { isInvoiceKey } from '#server/billing/payments/invoice-link.ts';
import { toInvoiceRecords } from '#server/billing/subscriptions/service/current.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { ResourceMissing } from '#server/platform/stripe/errors.ts';
import type { InvoiceDocument } from '#server/platform/stripe/invoice-document.ts';

type InvoicePdfRequest = { invoice: string; key: string; lang: string | undefined };

/**
 * Returns an invoice as PDF to the holder of its link (R-INV-05), in the requested language. Throws
 * `notFound` for a wrong key, and once the organization and with it the customer is deleted.
 */
export async function readInvoicePdf(
  context: AppContext,
  { invoice, key, lang }: InvoicePdfRequest,
): Promise<Buffer> {
  if (!isInvoiceKey(context, invoice, key)) throw new Failure('notFound');
  const document = await findDocument(context, invoice);
  if (document.isCustomerDeleted) throw new Failure('notFound');
  return renderInvoice(context, document, lang);
}

/** Returns a provider's invoice as PDF, in the language of the customer: for its own pages. */
export const renderProviderInvoice = async (context: AppContext, invoice: string) =>
  renderInvoice(context, await findDocument(context, invoice));

const findDocument = ({ stripe }: AppContext, invoice: string) =>
  stripe.retrieveInvoiceDocument(invoice).catch((error: unknown) => {
    throw error instanceof ResourceMissing ? new Failure('notFound') : error;
  });

async function renderInvoice(context: AppContext, document: InvoiceDocument, lang?: string) {
  const [record] = await toInvoiceRecords(context, [document]);
  const { supportEmail, postalAddress } = context.config.site;
  // Loaded on demand: the PDF library is large and rarely needed.
  const { drawInvoice } = await import('./pdf/draw-invoice.ts');
  return drawInvoice({
    document,
    lines: record?.lines ?? [],
    locale: languageOf([lang ?? '', ...document.languages]),
    seller: { email: supportEmail, address: postalAddress },
  });
}

/** Returns the first language that we have; English otherwise. */
function languageOf(wanted: readonly string[]): Locale {
  for (const tag of wanted) {
    if (isLocale(tag)) return tag;
    const similar = locales.find((locale) => locale.slice(0, 2) === tag.slice(0, 2));
    if (similar && tag.length > 1) return similar;
  }
  return fallbackLocale;
}
