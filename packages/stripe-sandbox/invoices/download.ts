import { timingSafeEqual } from 'node:crypto';
import { resourceMissing } from '#sandbox/stripe/api/errors.ts';
import { hostedUrl } from '#sandbox/stripe/api/hosted-urls.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import { openReader } from '#sandbox/stripe/store/object-repository.ts';
import type { SandboxStore } from '#sandbox/stripe/store/store.ts';

/** Returns the URLs of a final invoice; the random key in them is the only credential. */
export function invoiceUrls(id: string) {
  const key = newId('key');
  return {
    hosted_invoice_url: hostedUrl(`invoices/${id}?key=${key}`),
    invoice_pdf: hostedUrl(`invoices/${id}.pdf?key=${key}`),
  };
}

/** Throws a 404 for a key other than that in the URL of a final invoice. */
export async function authorizeInvoice(
  store: SandboxStore,
  { id, key }: { id: string; key: string },
): Promise<void> {
  const invoice = await (await openReader(store)).find('invoice', id);
  const right = URL.parse(invoice?.invoice_pdf ?? '')?.searchParams.get('key');
  if (!right || !isEqualConstantTime(key, right)) throw resourceMissing('invoice', id);
}

function isEqualConstantTime(sent: string, right: string) {
  const [a, b] = [Buffer.from(sent), Buffer.from(right)];
  return a.length === b.length && timingSafeEqual(a, b);
}
