import { currencyOfLocale, localCurrency, toMinor, type Currency } from '#contract/money.ts';
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
export function selectPrice<P extends PriceTerms>(
  prices: readonly P[],
  period: BillingPeriod,
  currency: Currency,
): P | undefined {
  const inCurrency = prices.filter((price) => offers(price, currency));
  return inCurrency.find((price) => price.billingPeriod === period) ?? inCurrency[0];
}

/** Returns the periods of a toggle: every one but Once that some product has in the currency. */
export function billingPeriodsOf(
  products: readonly { prices: readonly PriceTerms[] }[],
  currency: Currency,
) {
  const periods = products.flatMap(({ prices }) =>
    prices.filter((price) => offers(price, currency)).map((price) => price.billingPeriod),
  );
  return [...new Set(periods)].filter((period) => period !== BillingPeriod.Once).toSorted();
}

const priceOf = (prices: readonly PriceTerms[], period: BillingPeriod, currency: Currency) =>
  prices.find((price) => offers(price, currency) && price.billingPeriod === period)?.price ?? 0;

/** Returns 100 − yearly·100 / (12·monthly), rounded; 0 without a saving. */
export function yearlyDiscountPercent(prices: readonly PriceTerms[], currency: Currency) {
  const monthly = priceOf(prices, BillingPeriod.Monthly, currency);
  const yearly = priceOf(prices, BillingPeriod.Yearly, currency);
  return monthly > 0 && yearly > 0 ? Math.round(100 - (yearly * 100) / (12 * monthly)) : 0;
}

/** Saving of the yearly period on every product: whole months, else a percentage; 0 is nothing. */
export type CommonSaving = { months: number; percent: number };

const noSaving: CommonSaving = { months: 0, percent: 0 };

/**
 * Returns the saving to name beside the yearly period: free months where each product that is sold both
 * monthly and yearly saves the same whole number of monthly prices (two at ten times the monthly price),
 * else the percentage that all of them save, else nothing (R-SITE-09).
 */
export function commonYearlySaving(
  products: readonly { prices: readonly PriceTerms[] }[],
  currency: Currency,
): CommonSaving {
  const savings = products.flatMap(({ prices }) => {
    const monthly = toMinor(priceOf(prices, BillingPeriod.Monthly, currency), currency);
    const yearly = toMinor(priceOf(prices, BillingPeriod.Yearly, currency), currency);
    if (monthly === 0 || yearly === 0) return [];
    return { months: 12 - yearly / monthly, percent: yearlyDiscountPercent(prices, currency) };
  });
  const [first, ...others] = savings;
  if (!first) return noSaving;
  const sameMonths = others.every(({ months }) => months === first.months);
  if (sameMonths && first.months > 0 && Number.isInteger(first.months))
    return { months: first.months, percent: 0 };
  const samePercent = others.every(({ percent }) => percent === first.percent);
  return samePercent ? { months: 0, percent: Math.max(0, first.percent) } : noSaving;
}

/**
 * Returns the currency for a visitor: the chosen one, else that of their country if it has as many of the products on
 * offer (R-PRD-14) as their locale's (R-GEN-07).
 */
export function visitorCurrency(
  chosen: Currency | null,
  locale: string,
  products: readonly ProductTerms<PriceTerms>[] = [],
) {
  const [local, usual] = [localCurrency(locale), currencyOfLocale(locale)];
  const offeredIn = (currency: Currency) => selectableProducts(products, currency).length;
  const isLocal = offeredIn(local) > 0 && offeredIn(local) >= offeredIn(usual);
  return chosen ?? (isLocal ? local : usual);
}

/** Returns true if the price asks for a card: above zero and without a trial (R-SUB-08). */
export const needsCard = ({ price, trialDays }: { price: number; trialDays: number }) =>
  trialDays === 0 && price > 0;
