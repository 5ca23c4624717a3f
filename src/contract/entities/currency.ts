/**
 * Currency of an organization's transactions (R-ORG-13). Apart from that of prices, which most pages load.
 */
import { currencies, currencyDigits, decimalsOf, type Currency } from '#contract/money.ts';

/** Currencies with two decimals, which an organization's transactions can have: the amounts are stored with two. */
export const transactionCurrencies = currencies.filter((code) => decimalsOf(code) === 2);

const defaultCurrency: Currency = 'usd';
const transactionCurrencyOfLocale: Partial<Record<string, Currency>> = {
  'pt-BR': 'brl',
  'es-MX': 'mxn',
  'hi-IN': 'inr',
};

/** Returns the currency of transactions with which an organization of a person with this locale starts (R-ORG-13). */
export const initialTransactionCurrency = (locale: string): Currency =>
  transactionCurrencyOfLocale[locale] ?? defaultCurrency;

/**
 * Returns a formatter of decimals with the plain symbol of a currency ($, R$), for amounts of which all readers know the
 * currency (R-ORG-13); without a symbol for null.
 */
export const plainMoneyFormatter = (locale: string, currency: Currency | null) =>
  new Intl.NumberFormat(locale, {
    ...(currency && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    ...currencyDigits(currency ?? defaultCurrency),
  });

/** Returns a formatter of round amounts for an axis, where there is less room. */
export const plainCompactFormatter = (locale: string, currency: Currency | null) =>
  new Intl.NumberFormat(locale, {
    ...(currency && { style: 'currency', currency, currencyDisplay: 'narrowSymbol' }),
    notation: 'compact',
    maximumFractionDigits: 2,
    trailingZeroDisplay: 'stripIfInteger',
  });

/** Returns the plain symbol of a currency; empty for null. */
export const plainCurrencySymbol = (locale: string, currency: Currency | null) =>
  plainMoneyFormatter(locale, currency)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? '';
