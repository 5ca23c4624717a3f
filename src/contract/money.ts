/**
 * Money is integer minor units in every calculation, and decimals with two places in JSON
 * (R-GEN-05).
 */
export const currencies = ['usd', 'mxn', 'eur'] as const;
export type Currency = (typeof currencies)[number];
const defaultCurrency: Currency = 'usd';

/** Converts decimals (2.55) to minor units (255); exact for up to two decimals. */
export const toMinor = (decimal: number) => Math.round(decimal * 100);

/** Converts minor units (255) to decimals (2.55). */
export const fromMinor = (minor: number) => minor / 100;

/**
 * Returns the currency a locale starts with: mxn for Spanish and Mexican ones, else usd (R-GEN-07).
 */
export const currencyOfLocale = (locale: string): Currency =>
  locale.toLowerCase().startsWith('es') ? 'mxn' : defaultCurrency;
