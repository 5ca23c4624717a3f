import type { Currency } from '#contract/money.ts';
import { visitorCurrency } from '#contract/pricing/pricing.ts';
import { useTranslation } from '#web/session/translation.ts';
import { parseVisitorChoices } from '#web/session/visitor.ts';

/**
 * Returns the currency of prices: the one chosen in this browser, else the country's or language's (R-GEN-07, R-PRD-14).
 */
export function useCurrency(plans: Parameters<typeof visitorCurrency>[2]): Currency {
  const { locale } = useTranslation();
  return visitorCurrency(parseVisitorChoices(document.cookie, '').currency, locale, plans);
}
