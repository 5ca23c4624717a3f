/**
 * Currencies that the provider charges in, the catalog's usual ones first. Money is integer minor units in
 * every calculation, and decimals in JSON (R-GEN-05).
 */
// prettier-ignore
export const currencies = [
  'usd', 'mxn', 'eur', 'brl', 'inr', 'aed', 'afn', 'all', 'amd', 'ang', 'aoa', 'ars', 'aud',
  'awg', 'azn', 'bam', 'bbd', 'bdt', 'bgn', 'bhd', 'bif', 'bmd', 'bnd', 'bob', 'bsd', 'bwp',
  'byn', 'bzd', 'cad', 'cdf', 'chf', 'clp', 'cny', 'cop', 'crc', 'cve', 'czk', 'djf', 'dkk',
  'dop', 'dzd', 'egp', 'etb', 'fjd', 'fkp', 'gbp', 'gel', 'gip', 'gmd', 'gnf', 'gtq', 'gyd',
  'hkd', 'hnl', 'htg', 'huf', 'idr', 'ils', 'isk', 'jmd', 'jod', 'jpy', 'kes', 'kgs', 'khr',
  'kmf', 'krw', 'kwd', 'kyd', 'kzt', 'lak', 'lbp', 'lkr', 'lrd', 'lsl', 'mad', 'mdl', 'mga',
  'mkd', 'mmk', 'mnt', 'mop', 'mur', 'mvr', 'mwk', 'myr', 'mzn', 'nad', 'ngn', 'nio', 'nok',
  'npr', 'nzd', 'omr', 'pab', 'pen', 'pgk', 'php', 'pkr', 'pln', 'pyg', 'qar', 'ron', 'rsd',
  'rub', 'rwf', 'sar', 'sbd', 'scr', 'sek', 'sgd', 'shp', 'sle', 'sos', 'srd', 'std', 'szl',
  'thb', 'tjs', 'tnd', 'top', 'try', 'ttd', 'twd', 'tzs', 'uah', 'ugx', 'uyu', 'uzs', 'vnd',
  'vuv', 'wst', 'xaf', 'xcd', 'xof', 'xpf', 'yer', 'zar', 'zmw',
] as const;
export type Currency = (typeof currencies)[number];
const defaultCurrency: Currency = 'usd';

/** Currencies without minor units at the provider: 500 is ¥500. */
const zeroDecimal = new Set(
  'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '),
);
/** Currencies of three decimals, of which the provider accepts the first two. */
const threeDecimal = new Set('bhd jod kwd omr tnd'.split(' '));
/** Currencies that have minor units at the provider and none in use: their amounts are whole. */
const wholeInUse = new Set(['isk', 'ugx']);

/** Returns the decimals of a currency's minor units at the provider; null: a plain amount, with two. */
function minorDigits(currency: string | null) {
  if (currency === null) return 2;
  const code = currency.toLowerCase();
  if (zeroDecimal.has(code)) return 0;
  return threeDecimal.has(code) ? 3 : 2;
}

/** Returns true for a currency whose prices have no decimals. */
export const isWholeCurrency = (currency: string) =>
  zeroDecimal.has(currency) || wholeInUse.has(currency);

/** Returns the decimals with which amounts of a currency are written. */
export const decimalsOf = (currency: string) =>
  isWholeCurrency(currency.toLowerCase()) ? 0 : minorDigits(currency);

/**
 * Converts decimals (2.55) to minor units of the currency (255; 2,550 fils); exact for up to two decimals.
 * Without a currency: hundredths.
 */
export const toMinor = (decimal: number, currency: string | null) =>
  Math.round(decimal * 10 ** minorDigits(currency));

/** Converts minor units (255) to decimals (2.55). */
export const fromMinor = (minor: number, currency: string | null) =>
  minor / 10 ** minorDigits(currency);

/**
 * Returns the currency a locale starts with: mxn for Spanish and Mexican ones, else usd (R-GEN-07).
 */
export const currencyOfLocale = (locale: string): Currency =>
  locale.toLowerCase().startsWith('es') ? 'mxn' : defaultCurrency;

/**
 * Returns the currency of the country of a locale, in which prices start where the catalog has some (R-PRD-14).
 */
export const localCurrency = (locale: string): Currency =>
  locale.toLowerCase() === 'pt-br' ? 'brl' : currencyOfLocale(locale);

/** Symbols that name one currency in every language: `$` alone is dollars to some and pesos to others. */
const ownSymbols: Partial<Record<string, string>> = {
  usd: 'US$',
  mxn: 'MX$',
  eur: '€',
  brl: 'R$',
  inr: '₹',
};

/** Returns the symbol with which amounts of a currency are written; the usual one of the locale, or ours. */
export const currencySymbol = (locale: string, currency: string) =>
  ownSymbols[currency.toLowerCase()] ??
  new Intl.NumberFormat(locale, { style: 'currency', currency })
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ??
  currency.toUpperCase();

/** Returns the decimals of a currency, as options of a formatter. */
export function currencyDigits(currency: string) {
  const digits = decimalsOf(currency);
  return { minimumFractionDigits: digits, maximumFractionDigits: digits };
}

/**
 * Returns a formatter of decimals as money, with the separators of the locale and the symbol of
 * `currencySymbol` in its place (R-GEN-08). `options` replace the fixed number of decimals.
 */
export function moneyFormatter(
  locale: string,
  currency: string,
  options: Intl.NumberFormatOptions = currencyDigits(currency),
): (amount: number) => string {
  const ours = ownSymbols[currency.toLowerCase()];
  const format = new Intl.NumberFormat(locale, {
    style: 'currency',
    currency,
    ...(ours && { currencyDisplay: 'narrowSymbol' }),
    ...options,
  });
  return (amount) =>
    format
      .formatToParts(amount)
      .map(({ type, value }) => (type === 'currency' && ours ? ours : value))
      .join('');
}
