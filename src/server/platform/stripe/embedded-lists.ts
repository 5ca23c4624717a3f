import type { Stripe } from 'stripe';
import { allOf } from './connection.ts';

/** Reads all of a list inside of an object, of which Stripe sends the first ten records only (SDK Invoices.listLineItems). */
async function complete<T>(
  list: Stripe.ApiList<T> | null | undefined,
  readAll: () => Stripe.ApiListPromise<T>,
) {
  if (list?.has_more) list.data = await allOf(readAll());
}

/** Returns an invoice with all of its lines and, if they are expanded, its payments. */
export async function withWholeLists<I extends Stripe.Invoice>(
  stripe: Stripe,
  invoice: I,
): Promise<I> {
  const { id, lines, payments } = invoice;
  const page = { limit: 100, expand: ['data.payment.payment_intent'] };
  await complete(lines, () => stripe.invoices.listLineItems(id, { limit: 100 }));
  await complete(payments, () => stripe.invoicePayments.list({ invoice: id, ...page }));
  return invoice;
}

/** Lists invoices with all of their lines and, if they are expanded, their payments. */
export async function listWholeInvoices(stripe: Stripe, params: Stripe.InvoiceListParams) {
  const invoices = await allOf(stripe.invoices.list({ ...params, limit: 100 }));
  for (const invoice of invoices) await withWholeLists(stripe, invoice);
  return invoices;
}

/** Lists the charges of a customer with all of their refunds. */
export async function listRefundedCharges(stripe: Stripe, customer: string) {
  const charges = await allOf(
    stripe.charges.list({ customer, expand: ['data.refunds'], limit: 100 }),
  );
  for (const { id, refunds } of charges)
    await complete(refunds, () => stripe.refunds.list({ charge: id, limit: 100 }));
  return charges;
}
