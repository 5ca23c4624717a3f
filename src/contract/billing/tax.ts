import { z } from 'zod';
import { singleLine } from '#contract/shapes.ts';
import { countries } from './countries.ts';

/** Place that decides the tax of an organization without an address at the provider (R-TAX-02). */
export const taxLocation = z.object({
  /** Code of ISO 3166-1. */
  country: z.enum(countries, 'field.required'),
  /** Needed in the US and in Canada; may be empty elsewhere. */
  postalCode: singleLine(20),
});
export type TaxLocation = z.infer<typeof taxLocation>;

/** Countries whose tax depends on the postal code. */
export const countriesWithPostalTax: readonly string[] = ['US', 'CA'];

export const taxKinds = ['vat', 'gst', 'salesTax', 'other'] as const;
export type TaxKind = (typeof taxKinds)[number];

/** A tax of an invoice or preview. */
export const invoiceTax = z.object({
  kind: z.enum(taxKinds),
  /** In percent; null when the provider names none. */
  rate: z.number().nullable(),
  country: z.string().nullable(),
  state: z.string().nullable(),
  /** Minor units; negative for a credit. */
  amount: z.int(),
  /** True if the customer accounts for the tax; the amount is 0 then. */
  isReverseCharge: z.boolean(),
});
export type InvoiceTax = z.infer<typeof invoiceTax>;

/** Returns the rate and the place of a tax, as `19% · Germany`; empty when neither is known. */
export function taxTerms(locale: string, { rate, country, state }: InvoiceTax): string {
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 3 });
  const name = country && new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  const place = [state, name].filter(Boolean).join(', ');
  return [rate === null ? '' : percent.format(rate / 100), place].filter(Boolean).join(' · ');
}
