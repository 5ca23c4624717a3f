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

/** Symbols that name one currency in every language: `$` alone is dollars to some and pesos to others. */
export const currencySymbols: Record<Currency, string> = { usd: 'US$', mxn: 'MX$', eur: '€' };

/**
 * Returns a formatter of decimals as money, with the separators of the locale and the symbol of
 * `currencySymbols` in its place (R-GEN-08). A currency that is not ours keeps the symbol of `Intl`.
 */
export function moneyFormatter(
  locale: string,
  currency: string,
  options: Intl.NumberFormatOptions = {},
): (amount: number) => string {
  const ours = currencies.find((known) => known === currency.toLowerCase());
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    ...(ours && { currencyDisplay: 'narrowSymbol' }),
    ...options,
  });
  return (amount) =>
    format
      .formatToParts(amount)
      .map(({ type, value }) => (type === 'currency' && ours ? currencySymbols[ours] : value))
      .join('');
}
