import { timingSafeEqual } from 'node:crypto';
import { Failure } from '#contract/errors.ts';
import { hostedUrl } from './hosted.ts';
import { newId } from './ids.ts';
import { Ledger } from './ledger.ts';
import { readClock, type Store } from './store.ts';

/** Where a final invoice can be seen, by whoever has the address: its key is made by chance. */
export const invoicePages = (id: string) => {
  const url = hostedUrl(`invoices/${id}.pdf?key=${newId('key')}`);
  return { hosted_invoice_url: url, invoice_pdf: url };
};

/** The PDF of a final invoice, for whoever has the key that its address carries. */
export async function invoiceFile(
  store: Store,
  { id, key }: { id: string; key: string },
): Promise<Buffer> {
  const ledger = new Ledger(store, await readClock(store), { id: '', idempotencyKey: null });
  const invoice = await ledger.find('invoice', id);
  const right = URL.parse(invoice?.invoice_pdf ?? '')?.searchParams.get('key');
  if (!invoice || !right || !isSame(key, right)) throw new Failure('notFound');
  // What draws it is large, and seldom needed.
  const { drawInvoice } = await import('./invoice-pdf.ts');
  return drawInvoice(invoice);
}

const isSame = (sent: string, right: string) => {
  const [a, b] = [Buffer.from(sent), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
};
