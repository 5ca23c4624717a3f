/** Address as far as the tax depends on it. */
export type TaxAddress = {
  country: string | null;
  postal_code: string | null;
  state: string | null;
};

/** Place that decides the rate: a country, and in the US its state. */
export type TaxLocation = {
  country: string;
  state: string | null;
};

/** Rate of one place; 0 where the seller collects nothing. */
export type TaxRateTerms = {
  name: string;
  percent: number;
  type: 'gst' | 'sales_tax' | 'vat';
};

/** Country of the seller: a European VAT id of another country means reverse charge. */
export const sellerCountry = 'US';

/** Standard rates in percent, in countries whose tax is called VAT. */
const vatRates: Record<string, number> = {
  AT: 20,
  BE: 21,
  DE: 19,
  DK: 25,
  ES: 21,
  FI: 25.5,
  FR: 20,
  GB: 20,
  IE: 23,
  IT: 22,
  MX: 16,
  NL: 21,
  PL: 23,
  PT: 23,
  SE: 25,
};
const gstRates: Record<string, number> = { AU: 10, CA: 5, IN: 18, NZ: 15 };
const salesTaxRates: Record<string, number> = { NY: 4, TX: 6.25, WA: 6.5 };

/** States that collect, by the first three digits of their postal codes. */
const postalCodesOfStates: [string, number, number][] = [
  ['NY', 100, 149],
  ['TX', 750, 799],
  ['WA', 980, 994],
];

/**
 * Returns the place of an address; null when it is not precise enough: the US need a postal code of five
 * digits, Canada a province or a postal code.
 */
export function locate({ country, postal_code: code, state }: TaxAddress): TaxLocation | null {
  if (!country || !/^[A-Z]{2}$/.test(country)) return null;
  if (country === 'CA') return code || state ? { country, state: null } : null;
  if (country !== 'US') return { country, state: null };
  if (!code || !/^\d{5}(-\d{4})?$/.test(code)) return null;
  const area = Number(code.slice(0, 3));
  const found = postalCodesOfStates.find(([, from, to]) => area >= from && area <= to);
  return { country, state: found?.[0] ?? null };
}

/** Returns the rate of a place. */
export function rateOf({ country, state }: TaxLocation): TaxRateTerms {
  if (country === 'US') {
    return { name: 'Sales Tax', percent: salesTaxRates[state ?? ''] ?? 0, type: 'sales_tax' };
  }
  const gst = gstRates[country];
  if (gst !== undefined) return { name: 'GST', percent: gst, type: 'gst' };
  return { name: 'VAT', percent: vatRates[country] ?? 0, type: 'vat' };
}
