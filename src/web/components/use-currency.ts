import type { Currency } from '#contract/money.ts';
import { visitorCurrency } from '#contract/pricing.ts';
import { choicesOf } from '#web/session/visitor.ts';
import { useLocale } from './use-formats.ts';

/** What prices are shown in: the currency that was chosen in this browser, else the language's. */
export const useCurrency = (): Currency => {
  const locale = useLocale();
  return visitorCurrency(choicesOf(document.cookie, '').currency, locale);
};
