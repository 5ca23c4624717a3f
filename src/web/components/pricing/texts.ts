import { fromMinor } from '#contract/money.ts';
import { numberFieldOf } from '#contract/pricing/computed-features.ts';
import { discountedPrice, type CouponDiscount } from '#contract/pricing/coupons.ts';
import type { SubscriptionFeature, SubscriptionPrice } from '#contract/products.ts';
import type { Translation } from '#locales/translation.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Formats } from '#web/theme/formats.ts';
import { isOneTimePrice, periodName } from './plan-selection.ts';

type Price = Pick<SubscriptionPrice, 'price' | 'currency' | 'billingPeriod' | 'trialDays'>;
type Feature = Pick<SubscriptionFeature, 'key' | 'value' | 'translateInFrontend'>;

/** Returns the texts of products and prices in a language. */
export function pricingTexts({ t, isKey }: Translation, { money }: Formats) {
  // An unknown key is shown as it is.
  const own = (text: string, params: Record<string, unknown> = {}) =>
    isKey(text) ? t(text, params) : text;
  const amount = ({ price, currency }: Price) =>
    price === 0 ? t('pricing.free') : money(price, currency);
  const per = ({ billingPeriod }: Price) => t(`common.per.${periodName(billingPeriod)}`);
  const users = (count: number) =>
    count > 0 ? t('pricing.users', { count }) : t('pricing.unlimitedUsers');
  return {
    /** A badge or a description: a translation key, or the operator's text. */
    own: (text: string) => own(text),
    /** Maximum of users; 0 is unlimited. */
    users,
    /** A feature, whose value the server computed where it shows a number of the product. */
    feature: (feature: Feature) => {
      const { key, value, translateInFrontend } = feature;
      const field = numberFieldOf(feature);
      if (field === 'maxUsers') return users(Number(value));
      if (field && value) return t('pricing.auditDays', { count: Number(value) });
      return translateInFrontend ? own(key, { value }) : [key, value].filter(Boolean).join(' ');
    },
    /** Price: free, or an amount of money. */
    amount,
    /** Period: per month, one-time. */
    per,
    /** Label of an offer's button. */
    choose: (price: Price, product: string) => {
      if (price.trialDays) return t('pricing.try', { product });
      return price.price === 0 ? t('pricing.startFree') : t('pricing.choose', { product });
    },
    /**
     * Label of the registration button: its effect, with the coupon (R-ACC-08) and the total with tax in minor
     * units; null while that is not known.
     */
    register: (
      price: Price | undefined,
      coupon: CouponDiscount | null = null,
      total?: number | null,
    ) => {
      if (price?.trialDays) return t('account.register.startTrial', { days: price.trialDays });
      if (!price || price.price === 0 || total === null) return t('account.register.create');
      const due =
        total === undefined ? discountedPrice(price, coupon) : fromMinor(total, price.currency);
      const cost = money(due, price.currency);
      return isOneTimePrice(price)
        ? t('account.register.pay', { price: cost })
        : t('account.register.subscribe', { price: cost, period: per(price) });
    },
  };
}

/** Returns the texts of products and prices in the language of the page. */
export const usePricingTexts = () => pricingTexts(useTranslation(), useFormats());
