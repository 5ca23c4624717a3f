import { currencies, type Currency } from '#contract/money.ts';
import { BillingPeriod } from '#contract/periods.ts';
import type { DefaultProduct } from '#contract/pricing/default-pricing.ts';
import {
  billingPeriodsOf,
  selectableProducts,
  selectPrice,
  yearlyDiscountPercent,
} from '#contract/pricing/pricing.ts';

/** A product on offer; a local fallback has no ids yet, and neither have its prices. */
export type OfferedPlan = Omit<DefaultProduct, 'prices'> & {
  id?: string;
  prices: (DefaultProduct['prices'][number] & { id?: string })[];
};

/** Names of billing periods in texts and addresses. */
const periodNames = ['once', 'daily', 'weekly', 'monthly', 'yearly'] as const satisfies Record<
  BillingPeriod,
  string
>;
export type PeriodName = (typeof periodNames)[number];

export const periodName = (period: BillingPeriod): PeriodName => periodNames[period];

/** Returns true for a one-time price, which has no period to choose. */
export const isOneTimePrice = ({ billingPeriod }: { billingPeriod: BillingPeriod }) =>
  periodName(billingPeriod) === 'once';

type Discounted = Parameters<typeof yearlyDiscountPercent>[0];
type ShownPrice = Pick<OfferedPlan['prices'][number], 'billingPeriod' | 'currency'>;

/** Returns the saving compared to monthly prices, in percent; 0 without one. */
export const yearlySaving = (price: ShownPrice | undefined, prices: Discounted) =>
  price && periodName(price.billingPeriod) === 'yearly'
    ? Math.max(0, yearlyDiscountPercent(prices, price.currency))
    : 0;

/** Selection by the visitor or an address; its values may be unknown or not on offer. */
export type PlanSelection = {
  /** Id or title of a product. */
  product?: string | null;
  /** False: no product is preselected. Otherwise the offer preselects one. */
  preselect?: boolean;
  period?: string | null;
  currency?: string | null;
};

/**
 * Parses the selection of an address, like
 * `/account/register?product=Pro&period=yearly&currency=usd`.
 */
export const parsePlanSelection = (query: URLSearchParams): PlanSelection => ({
  product: query.get('product'),
  period: query.get('period'),
  currency: query.get('currency'),
});

const periodOf = (periods: BillingPeriod[], name: string | null | undefined) =>
  periods.find((period) => periodName(period) === name) ??
  periods.find((period) => period === BillingPeriod.Monthly) ??
  periods[0] ??
  BillingPeriod.Monthly;

/**
 * Returns the offer nearest to a selection; the defaults are the visitor's currency and monthly.
 */
export function selectOffer<P extends OfferedPlan>(
  products: readonly P[],
  selection: PlanSelection,
  visitorCurrency: Currency,
) {
  const offered = currencies.filter(
    (currency) => selectableProducts(products, currency).length > 0,
  );
  const currency =
    offered.find((currency) => currency === selection.currency) ??
    offered.find((currency) => currency === visitorCurrency) ??
    offered[0] ??
    visitorCurrency;
  const selectable = selectableProducts(products, currency);
  const periods = billingPeriodsOf(selectable, currency);
  return {
    products: selectable,
    currencies: offered,
    currency,
    periods,
    period: periodOf(periods, selection.period),
  };
}

const isNamed = ({ id, title }: OfferedPlan, name: string) =>
  id === name || title.toLowerCase() === name.toLowerCase();

/**
 * Returns the product and price of a selection: the named product, else the one with a badge, else
 * the first; none without preselection.
 */
export function selectPlan<P extends OfferedPlan>(
  products: readonly P[],
  selection: PlanSelection,
  visitorCurrency: Currency,
) {
  const offer = selectOffer(products, selection, visitorCurrency);
  const product =
    offer.products.find((product) => selection.product && isNamed(product, selection.product)) ??
    (selection.preselect === false
      ? undefined
      : (offer.products.find(({ badge }) => badge) ?? offer.products[0]));
  const price =
    product && selectPrice<P['prices'][number]>(product.prices, offer.period, offer.currency);
  return { ...offer, product, price };
}

/** Returns the selection of a price id; null if no product has it. */
export function selectionForPrice(
  products: readonly OfferedPlan[],
  priceId: string | null,
): PlanSelection | null {
  for (const { id, title, prices } of products) {
    const price = prices.find((price) => price.id !== undefined && price.id === priceId);
    if (!price) continue;
    const { billingPeriod, currency } = price;
    return { product: id ?? title, period: periodName(billingPeriod), currency };
  }
  return null;
}

/** Query parameters that are kept from page to page, besides the plan. */
const keptParams = ['e', 'coupon'];

/** Returns the registration link of an offer, with the kept query parameters. */
export function registerPath(
  selection: Omit<PlanSelection, 'preselect'>,
  currentParams: URLSearchParams,
) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(selection)) if (value) query.set(name, value);
  for (const name of keptParams)
    if (currentParams.has(name)) query.set(name, currentParams.get(name) ?? '');
  return `/account/register?${query.toString()}`;
}

/** Removes the trials from products, for customers who have had one (R-SUB-06). */
export const withoutTrials = <P extends { prices: readonly { trialDays: number }[] }>(
  products: readonly P[],
): P[] =>
  products.map((product) => ({
    ...product,
    prices: product.prices.map((price) => ({ ...price, trialDays: 0 })),
  }));
