import { currencyOfLocale, toMinor, type Currency } from '#contract/money.ts';
import { BillingPeriod } from '#contract/periods.ts';
import type { SubscriptionPrice, SubscriptionProduct } from '#contract/products.ts';

/** The part of a price that is needed to choose one; fallback prices have no ids yet. */
type PriceTerms = Pick<SubscriptionPrice, 'billingPeriod' | 'currency' | 'active' | 'price'>;
type ProductTerms<P extends PriceTerms> = Pick<SubscriptionProduct, 'tier' | 'active'> & {
  prices: P[];
};

/** Returns active products with an active price in the currency, by tier. */
export const selectableProducts = <P extends PriceTerms, T extends ProductTerms<P>>(
  products: readonly T[],
  currency: Currency,
) =>
  products
    .filter(({ active, prices }) => active && prices.some((price) => offers(price, currency)))
    .toSorted((a, b) => a.tier - b.tier);

const offers = (price: PriceTerms, currency: Currency) =>
  price.active && price.currency === currency;

/** Returns the price of the chosen period and currency, otherwise the first in that currency. */
export const selectPrice = <P extends PriceTerms>(
  prices: readonly P[],
  period: BillingPeriod,
  currency: Currency,
): P | undefined => {
  const inCurrency = prices.filter((price) => offers(price, currency));
  return inCurrency.find((price) => price.billingPeriod === period) ?? inCurrency[0];
};

/** Returns the periods of a toggle: every one but Once that some product has in the currency. */
export const billingPeriodsOf = (
  products: readonly { prices: readonly PriceTerms[] }[],
  currency: Currency,
) => {
  const periods = products.flatMap(({ prices }) =>
    prices.filter((price) => offers(price, currency)).map((price) => price.billingPeriod),
  );
  return [...new Set(periods)].filter((period) => period !== BillingPeriod.Once).toSorted();
};

const priceOf = (prices: readonly PriceTerms[], period: BillingPeriod, currency: Currency) =>
  prices.find((price) => offers(price, currency) && price.billingPeriod === period)?.price ?? 0;

/** Returns 100 − yearly·100 / (12·monthly), rounded; 0 without a saving. */
export const yearlyDiscountPercent = (prices: readonly PriceTerms[], currency: Currency) => {
  const monthly = priceOf(prices, BillingPeriod.Monthly, currency);
  const yearly = priceOf(prices, BillingPeriod.Yearly, currency);
  return monthly > 0 && yearly > 0 ? Math.round(100 - (yearly * 100) / (12 * monthly)) : 0;
};

/** Returns how many monthly prices a yearly price saves, in whole months; not above 0 when it saves none. */
const monthsSaved = (prices: readonly PriceTerms[], currency: Currency) => {
  const monthly = toMinor(priceOf(prices, BillingPeriod.Monthly, currency));
  const yearly = toMinor(priceOf(prices, BillingPeriod.Yearly, currency));
  return yearly > 0 ? Math.floor((12 * monthly - yearly) / monthly) : 0;
};

/**
 * Returns the free months of the yearly period: the fewest among the products sold both monthly and
 * yearly; 0 when there are none to show (R-SITE-09).
 */
export const freeMonthsOf = (
  products: readonly { prices: readonly PriceTerms[] }[],
  currency: Currency,
) => {
  const months = products.map(({ prices }) => monthsSaved(prices, currency));
  const fewest = Math.min(...months.filter((count) => count > 0));
  return Number.isFinite(fewest) ? fewest : 0;
};

/** Returns the currency for a visitor: the chosen one, else their locale's (R-GEN-07). */
export const visitorCurrency = (chosen: Currency | null, locale: string) =>
  chosen ?? currencyOfLocale(locale);

/** Returns true if the price asks for a card: above zero and without a trial (R-SUB-08). */
export const needsCard = ({ price, trialDays }: { price: number; trialDays: number }) =>
  trialDays === 0 && price > 0;
