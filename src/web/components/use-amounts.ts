import { use } from 'react';
import { plainCurrencySymbol, plainMoneyFormatter } from '#contract/entities/currency.ts';
import { OrganizationCurrency } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';

const formatters = new Map<string, (amount: number) => string>();

/**
 * Returns how amounts of the organization's records are written: with the plain symbol of its currency, and without one on
 * pages that belong to no organization (R-ORG-13). Prices of plans name their own currency (`useFormats`).
 */
export function useAmounts() {
  const { locale } = useTranslation();
  const currency = use(OrganizationCurrency);
  const key = `${locale} ${currency}`;
  const amount = formatters.get(key) ?? plainMoneyFormatter(locale, currency).format;
  formatters.set(key, amount);
  return { amount, currency, symbol: () => plainCurrencySymbol(locale, currency) };
}
