import type { DefaultProduct } from '#contract/default-pricing.ts';
import { currencies, type Currency } from '#contract/money.ts';
import type { BillingPeriod } from '#contract/periods.ts';
import {
  billingPeriodsOf,
  selectableProducts,
  selectPrice,
  yearlyDiscountPercent,
} from '#contract/pricing.ts';

/** A product on offer; one of the local fallback has no id yet, and neither have its prices. */
export type Plan = Omit<DefaultProduct, 'prices'> & {
  id?: string;
  prices: (DefaultProduct['prices'][number] & { id?: string })[];
};

/** Billing periods as texts and addresses name them. */
const periodNames = ['once', 'daily', 'weekly', 'monthly', 'yearly'] as const satisfies Record<
  BillingPeriod,
  string
>;
export type PeriodName = (typeof periodNames)[number];

export const periodName = (period: BillingPeriod): PeriodName => periodNames[period];

/** A price that is paid once has no period to choose. */
export const isOnce = ({ billingPeriod }: { billingPeriod: BillingPeriod }) =>
  periodName(billingPeriod) === 'once';

type Discounted = Parameters<typeof yearlyDiscountPercent>[0];
type Shown = Pick<Plan['prices'][number], 'billingPeriod' | 'currency'>;

/** What a price saves against paying the product monthly, in percent; 0 when it does not. */
export const savingOf = (price: Shown | undefined, prices: Discounted) =>
  price && periodName(price.billingPeriod) === 'yearly'
    ? Math.max(0, yearlyDiscountPercent(prices, price.currency))
    : 0;

/** What somebody chose or an address asks for; anything in it may be unknown or not on offer. */
export type Wish = {
  /** A product's id or title. */
  product?: string | null;
  /** False: no product is chosen before one is named. Otherwise the offer chooses one. */
  preselect?: boolean;
  period?: string | null;
  currency?: string | null;
};

/** Reads the wish of an address, like `/account/register?product=Pro&period=yearly&currency=usd`. */
export const wishOf = (query: URLSearchParams): Wish => ({
  product: query.get('product'),
  period: query.get('period'),
  currency: query.get('currency'),
});

const monthly: BillingPeriod = 3;

const periodOf = (periods: BillingPeriod[], wished: string | null | undefined) =>
  periods.find((period) => periodName(period) === wished) ??
  periods.find((period) => period === monthly) ??
  periods[0] ??
  monthly;

/** What is on offer nearest to a wish: the visitor's currency and monthly, unless it says otherwise. */
export const offerOf = <P extends Plan>(products: readonly P[], wish: Wish, visitors: Currency) => {
  const offered = currencies.filter(
    (currency) => selectableProducts(products, currency).length > 0,
  );
  const currency =
    offered.find((currency) => currency === wish.currency) ??
    offered.find((currency) => currency === visitors) ??
    offered[0] ??
    visitors;
  const selectable = selectableProducts(products, currency);
  const periods = billingPeriodsOf(selectable, currency);
  return {
    products: selectable,
    currencies: offered,
    currency,
    periods,
    period: periodOf(periods, wish.period),
  };
};

const isNamed = ({ id, title }: Plan, name: string) =>
  id === name || title.toLowerCase() === name.toLowerCase();

/**
 * The product and price of a wish: the named product, else the one with a badge, else the first;
 * none at all when nothing is to be preselected.
 */
export const pickOf = <P extends Plan>(products: readonly P[], wish: Wish, visitors: Currency) => {
  const offer = offerOf(products, wish, visitors);
  const product =
    offer.products.find((product) => wish.product && isNamed(product, wish.product)) ??
    (wish.preselect === false
      ? undefined
      : (offer.products.find(({ badge }) => badge) ?? offer.products[0]));
  const price =
    product && selectPrice<P['prices'][number]>(product.prices, offer.period, offer.currency);
  return { ...offer, product, price };
};

/** The wish for one price, by its id; null where no product has it. */
export const wishForPrice = (products: readonly Plan[], priceId: string | null): Wish | null => {
  for (const { id, title, prices } of products) {
    const price = prices.find((price) => price.id !== undefined && price.id === priceId);
    if (!price) continue;
    const { billingPeriod, currency } = price;
    return { product: id ?? title, period: periodName(billingPeriod), currency };
  }
  return null;
};

/** What an address carries from page to page, besides the plan. */
const carried = ['e', 'coupon'];

/** Where an offer leads: registering with it. What else the visitor came with goes along. */
export const registerPath = (wish: Omit<Wish, 'preselect'>, came: URLSearchParams) => {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(wish)) if (value) query.set(name, value);
  for (const name of carried) if (came.has(name)) query.set(name, came.get(name) ?? '');
  return `/account/register?${query.toString()}`;
};

/** Products for somebody who has had a trial: they begin at their price. */
export const withoutTrials = <P extends { prices: readonly { trialDays: number }[] }>(
  products: readonly P[],
): P[] =>
  products.map((product) => ({
    ...product,
    prices: product.prices.map((price) => ({ ...price, trialDays: 0 })),
  }));
