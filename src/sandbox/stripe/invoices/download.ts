import { timingSafeEqual } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { hostedUrl } from '#sandbox/stripe/api/hosted-urls.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { readClock, type SandboxStore } from '#sandbox/stripe/store/store.ts';

/** Returns the URLs of a final invoice; the random key in them is the only credential. */
export const invoiceUrls = (id: string) => {
  const url = hostedUrl(`invoices/${id}.pdf?key=${newId('key')}`);
  return { hosted_invoice_url: url, invoice_pdf: url };
};

/** Returns the PDF of a final invoice to a caller with the key from its URL. */
export async function readInvoicePdf(
  store: SandboxStore,
  { id, key }: { id: string; key: string },
): Promise<Buffer> {
  const objects = new ObjectRepository(store, await readClock(store), {
    id: '',
    idempotencyKey: null,
  });
  const invoice = await objects.find('invoice', id);
  const right = URL.parse(invoice?.invoice_pdf ?? '')?.searchParams.get('key');
  if (!invoice || !right || !isEqualConstantTime(key, right)) throw new Failure('notFound');
  // Loaded on demand: the PDF library is large and rarely needed.
  const { renderInvoicePdf: drawInvoice } = await import('./pdf.ts');
  return drawInvoice(invoice);
}

const isEqualConstantTime = (sent: string, right: string) => {
  const [a, b] = [Buffer.from(sent), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};
