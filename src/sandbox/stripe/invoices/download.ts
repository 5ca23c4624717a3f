import { timingSafeEqual } from 'node:crypto';
import { resourceMissing } from '#sandbox/stripe/api/errors.ts';
import { hostedUrl } from '#sandbox/stripe/api/hosted-urls.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import { type ObjectRepository, openReader } from '#sandbox/stripe/store/object-repository.ts';
import type { SandboxStore } from '#sandbox/stripe/store/store.ts';
import { idOf, type InvoiceLine } from '#sandbox/stripe/store/types.ts';
import { type PdfTexts, pdfTextsFor } from './pdf-texts.ts';

/** Returns the URLs of a final invoice; the random key in them is the only credential. */
export const invoiceUrls = (id: string) => {
  const url = hostedUrl(`invoices/${id}.pdf?key=${newId('key')}`);
  return { hosted_invoice_url: url, invoice_pdf: url };
};

/** Returns the PDF of a final invoice. Throws a 404 for a key other than that in its URL. */
export async function readInvoicePdf(
  store: SandboxStore,
  { id, key }: { id: string; key: string },
): Promise<Buffer> {
  const objects = await openReader(store);
  const invoice = await objects.find('invoice', id);
  const right = URL.parse(invoice?.invoice_pdf ?? '')?.searchParams.get('key');
  if (!invoice || !right || !isEqualConstantTime(key, right)) throw resourceMissing('invoice', id);
  // Loaded on demand: the PDF library is large and rarely needed.
  const { renderInvoicePdf } = await import('./pdf.ts');
  const customer = await objects.find('customer', idOf(invoice.customer ?? ''));
  const texts = pdfTextsFor(customer?.preferred_locales ?? []);
  const names = new Map<InvoiceLine, string>();
  for (const line of invoice.lines.data) names.set(line, await describeLine(objects, line, texts));
  return renderInvoicePdf({ invoice, texts, describe: (line) => names.get(line) ?? '' });
}

/** Returns what a line is for, in the language of the texts; a line without a price as it is. */
async function describeLine(
  objects: ObjectRepository,
  line: InvoiceLine,
  texts: PdfTexts,
): Promise<string> {
  const { price: priceId, product: productId } = line.pricing?.price_details ?? {};
  const price = priceId ? await objects.find('price', idOf(priceId)) : undefined;
  const product = productId ? await objects.find('product', productId) : undefined;
  if (!price || !product) return line.description ?? '';
  const { name } = product;
  const { invoice_item_details: item, subscription_item_details: subscription } = line.parent ?? {};
  if (item?.proration || subscription?.proration) {
    return line.amount < 0 ? texts.unused(name) : texts.remaining(name);
  }
  if (!price.recurring) return name;
  if (line.amount === 0 && price.unit_amount) return texts.trial(name);
  return `${name} · ${texts.intervals[price.recurring.interval]}`;
}

const isEqualConstantTime = (sent: string, right: string) => {
  const [a, b] = [Buffer.from(sent), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};
