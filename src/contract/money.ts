/** Money is integer minor units in every calculation, and decimals with two places on the wire. */
export const currencies = ['usd', 'mxn', 'eur'] as const;
export type Currency = (typeof currencies)[number];
const defaultCurrency: Currency = 'usd';

/** Decimal (2.55) to minor units (255); exact for values with at most two decimals. */
export const toMinor = (decimal: number) => Math.round(decimal * 100);

/** Minor units (255) to decimal (2.55). */
export const fromMinor = (minor: number) => minor / 100;

/** The currency a locale starts with: mxn for Spanish and Mexican ones, else usd (section 9). */
export const currencyOfLocale = (locale: string): Currency =>
  locale.toLowerCase().startsWith('es') ? 'mxn' : defaultCurrency;
