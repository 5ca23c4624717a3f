import type { TenantProduct } from '#contract/membership.ts';
import { isOneTimePrice } from '#web/components/pricing/plan-selection.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';

type HeldPlan = Pick<TenantProduct, 'granted' | 'endDate' | 'subscriptionPrice'>;

/** Returns a function that says what a plan costs, or until when it is granted free of charge (R-SUP-10). */
export function usePlanPrice() {
  const { t } = useTranslation();
  const { date } = useFormats();
  const pricing = usePricingTexts();
  return ({ granted, endDate, subscriptionPrice: price }: HeldPlan) => {
    if (granted && endDate) return t('support.granted.until', { date: date(endDate, 'short') });
    if (granted) return t('support.granted.forever');
    const isOnce = price.price === 0 || isOneTimePrice(price);
    return isOnce ? pricing.amount(price) : `${pricing.amount(price)} ${pricing.per(price)}`;
  };
}
