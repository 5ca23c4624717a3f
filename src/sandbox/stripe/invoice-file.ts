import { timingSafeEqual } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { hostedUrl } from './hosted.ts';
import { newId } from './ids.ts';
import { Ledger } from './ledger.ts';
import { readClock, type Store } from './store.ts';

/** Returns the URLs of a final invoice; the random key in them is the only credential. */
export const invoicePages = (id: string) => {
  const url = hostedUrl(`invoices/${id}.pdf?key=${newId('key')}`);
  return { hosted_invoice_url: url, invoice_pdf: url };
};

/** Returns the PDF of a final invoice to a caller with the key from its URL. */
export async function invoiceFile(
  store: Store,
  { id, key }: { id: string; key: string },
): Promise<Buffer> {
  const ledger = new Ledger(store, await readClock(store), { id: '', idempotencyKey: null });
  const invoice = await ledger.find('invoice', id);
  const right = URL.parse(invoice?.invoice_pdf ?? '')?.searchParams.get('key');
  if (!invoice || !right || !isSame(key, right)) throw new Failure('notFound');
  // Loaded on demand: the PDF library is large and rarely needed.
  const { drawInvoice } = await import('./invoice-pdf.ts');
  return drawInvoice(invoice);
}

const isSame = (sent: string, right: string) => {
  const [a, b] = [Buffer.from(sent), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};
