import type { Stripe } from 'stripe';
import { resultOf } from './connection.ts';
import { withWholeLists } from './embedded-lists.ts';
import { isPayable, toProviderInvoice, type ProviderInvoice } from './invoice-snapshot.ts';
import { subscriptionIdOf } from './payment-snapshot.ts';
import { dateOf, toProviderSubscription } from './subscription-snapshot.ts';
import type { TaxRateReader, TaxRates } from './taxes.ts';

/** Everything that the document of an invoice shows; amounts in minor units. */
export type InvoiceDocument = {
  /** True after the deletion of the organization. */
  isCustomerDeleted: boolean;
  sellerName: string;
  sellerTaxIds: string[];
  customerName: string;
  customerEmail: string | null;
  customerAddress: Stripe.Address | null;
  customerTaxIds: { type: string; value: string }[];
  /** The customer's languages, most preferred first; empty after its deletion. */
  languages: string[];
  /** The customer's own reference; null for none. */
  purchaseOrder: string | null;
  issuedAt: Date;
  paidAt: Date | null;
  dueAt: Date;
  periods: { from: Date; to: Date; quantity: number; unitAmount: number }[];
  subtotal: number;
  discount: number;
  amountPaid: number;
  amountRemaining: number;
} & ProviderInvoice;

const expand = ['customer', 'account_tax_ids'];

/** Reads an invoice with all that its document shows. Throws ResourceMissing for an unknown one. */
export const createInvoiceDocuments = (stripe: Stripe, taxRates: TaxRateReader) => ({
  async retrieveInvoiceDocument(id: string) {
    const found = await resultOf(stripe.invoices.retrieve(id, { expand }));
    const invoice = await withWholeLists(stripe, found);
    return toInvoiceDocument(invoice, await taxRates([invoice]));
  },
  /** Reads what a payer needs of an invoice; it has no `paymentUrl` if it is not payable. Throws ResourceMissing for an unknown one. */
  async retrievePayable(id: string) {
    const invoice = await resultOf(stripe.invoices.retrieve(id));
    const { status, number, amount_remaining: amount, currency } = invoice;
    const subscription = subscriptionIdOf(invoice);
    const debtor =
      status === 'uncollectible' && subscription
        ? toProviderSubscription(await resultOf(stripe.subscriptions.retrieve(subscription)))
        : null;
    const paymentUrl = isPayable(invoice, debtor) ? (invoice.hosted_invoice_url ?? null) : null;
    return { isPaid: status === 'paid', number, amount, currency, paymentUrl };
  },
});

function toInvoiceDocument(invoice: Stripe.Invoice, rates: TaxRates): InvoiceDocument {
  const { customer, status_transitions: at, created, due_date: due } = invoice;
  const issued = at.finalized_at ?? created;
  const known = typeof customer === 'object' && customer && !customer.deleted ? customer : null;
  return {
    ...toProviderInvoice(invoice, { rates }),
    isCustomerDeleted: known === null,
    sellerName: invoice.account_name ?? '',
    sellerTaxIds: (invoice.account_tax_ids ?? []).flatMap((taxId) =>
      typeof taxId === 'object' && 'value' in taxId ? [taxId.value] : [],
    ),
    customerName: invoice.customer_name ?? '',
    customerEmail: invoice.customer_email,
    customerAddress: invoice.customer_address,
    customerTaxIds: (invoice.customer_tax_ids ?? []).flatMap(({ type, value }) =>
      value === null ? [] : [{ type, value }],
    ),
    languages: known?.preferred_locales ?? [],
    purchaseOrder: invoice.custom_fields?.[0]?.value ?? null,
    issuedAt: dateOf(issued),
    paidAt: at.paid_at === null ? null : dateOf(at.paid_at),
    dueAt: dateOf(due ?? issued),
    periods: invoice.lines.data.map(toPeriod),
    subtotal: invoice.subtotal,
    discount: sumOf(invoice.total_discount_amounts ?? []),
    amountPaid: invoice.amount_paid,
    amountRemaining: invoice.amount_remaining,
  };
}

function toPeriod({ period, quantity, pricing, amount }: Stripe.InvoiceLineItem) {
  const unit = pricing?.unit_amount_decimal;
  return {
    from: dateOf(period.start),
    to: dateOf(period.end),
    quantity: quantity ?? 1,
    unitAmount: unit ? Number(unit) : amount / (quantity || 1),
  };
}

const sumOf = (parts: readonly { amount: number }[]) =>
  parts.reduce((total, { amount }) => total + amount, 0);
