import type { Currency } from '#contract/money.ts';
import { visitorCurrency } from '#contract/pricing.ts';
import { choicesOf } from '#web/session/visitor.ts';
import { useLocale } from './use-formats.ts';

/**
 * Returns the currency of prices: the one chosen in this browser, else the language's (R-GEN-07).
 */
export const useCurrency = (): Currency => {
  const locale = useLocale();
  return visitorCurrency(choicesOf(document.cookie, '').currency, locale);
};
