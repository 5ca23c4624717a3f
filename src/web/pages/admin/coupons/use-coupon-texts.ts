import { useQuery } from '@tanstack/react-query';
import type { CouponRecord } from '#contract/coupons.ts';
import { currencies } from '#contract/money.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { allProductsQuery } from '#web/pages/admin/products/queries.ts';
import { useTranslation } from '#web/session/translation.ts';

/** Returns functions that describe the terms of a coupon. */
export function useCouponTexts() {
  const { t } = useTranslation();
  const formats = useFormats();
  const { data: products = [] } = useQuery(allProductsQuery);
  /** The provider may have codes in currencies that we don't sell in. */
  const amount = (value: number, currency: string | null) => {
    const known = currencies.find((one) => one === currency);
    return known
      ? formats.money(value, known)
      : `${formats.number(value)} ${currency?.toUpperCase() ?? ''}`;
  };
  return {
    /** The discount that a coupon gave, in each currency. */
    given: ({ discounts }: { discounts: { amount: number; currency: string }[] }) =>
      discounts.map((one) => amount(one.amount, one.currency)).join(' · ') ||
      t('coupons.performance.none'),
    discount: ({ percentOff, amountOff, currency }: CouponRecord) =>
      percentOff === null
        ? t('coupons.amountOff', { amount: amount(amountOff ?? 0, currency) })
        : t('coupons.percentOff', { percent: formats.number(percentOff) }),
    duration: ({ duration, durationInMonths }: CouponRecord) =>
      duration === 'repeating'
        ? t('coupons.months', { count: durationInMonths ?? 0 })
        : t(`coupons.${duration}`),
    products: ({ products: only }: CouponRecord) =>
      only === null
        ? t('coupons.allProducts')
        : products
            .filter(({ id }) => only.includes(id))
            .map(({ title }) => title)
            .join(', ') || '–',
    redemptions: ({ redemptions, maxRedemptions: max }: CouponRecord) =>
      max === null
        ? formats.number(redemptions)
        : t('coupons.redemptionsOf', { count: redemptions, max }),
  };
}
