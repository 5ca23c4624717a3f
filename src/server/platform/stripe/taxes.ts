import type { Stripe } from 'stripe';
import type { InvoiceTax, TaxKind } from '#contract/billing/tax.ts';
import type { TaxProfile } from './billing-details.ts';
import { resultOf } from './connection.ts';

/** Parameter that has the provider calculate tax. */
export const taxed = { automatic_tax: { enabled: true } };

/** Returns the parameters of a preview with tax for what decides it, whatever the provider has stored. */
export const taxedFor = ({ address, taxIds }: TaxProfile) => ({
  ...taxed,
  customer_details: {
    address: Object.fromEntries(Object.entries(address).filter(([, value]) => value !== '')),
    ...(taxIds.length > 0 && { tax_ids: taxIds as Stripe.CustomerCreateParams.TaxIdDatum[] }),
  },
});

/** Reads the tax rates that invoices name; each once, since a rate never changes. */
export type TaxRateReader = (invoices: readonly Stripe.Invoice[]) => Promise<TaxRates>;
export type TaxRates = ReadonlyMap<string, Stripe.TaxRate>;

export function createTaxRateReader(stripe: Stripe): TaxRateReader {
  const known = new Map<string, Stripe.TaxRate>();
  return async (invoices) => {
    const ids = new Set(invoices.flatMap((invoice) => shownTaxes(invoice).flatMap(rateIdOf)));
    const unknown = [...ids].filter((id) => !known.has(id));
    const read = unknown.map((id) => resultOf(stripe.taxRates.retrieve(id)));
    for (const rate of await Promise.all(read)) known.set(rate.id, rate);
    return known;
  };
}

const rateIdOf = ({ tax_rate_details: details }: Stripe.Invoice.TotalTax) =>
  details ? [details.tax_rate] : [];

const isReverseCharge = ({ taxability_reason }: Stripe.Invoice.TotalTax) =>
  taxability_reason === 'reverse_charge';

/** Returns the taxes to show: a place where nothing is collected has none. */
const shownTaxes = ({ total_taxes: taxes }: Stripe.Invoice) =>
  (taxes ?? []).filter((tax) => tax.amount !== 0 || isReverseCharge(tax));

/** Returns the taxes of an invoice, with rate and place of the rates that were read. */
export const toInvoiceTaxes = (invoice: Stripe.Invoice, rates: TaxRates): InvoiceTax[] =>
  shownTaxes(invoice).map((tax) => {
    const rate = rates.get(tax.tax_rate_details?.tax_rate ?? '');
    return {
      kind: kinds[rate?.tax_type ?? ''] ?? 'other',
      rate: rate?.effective_percentage ?? rate?.percentage ?? null,
      country: rate?.country ?? null,
      state: rate?.state ?? null,
      amount: tax.amount,
      isReverseCharge: isReverseCharge(tax),
    };
  });

const kinds: Record<string, TaxKind> = {
  vat: 'vat',
  gst: 'gst',
  igst: 'gst',
  hst: 'gst',
  sales_tax: 'salesTax',
};
