import { decimalsOf, fromMinor, type Currency } from '#contract/money.ts';
import { BillingPeriod } from '#contract/periods.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import { minimumCharge } from './minimum-charge.ts';

/**
 * Markets for which prices are suggested: about how much of the currency one US dollar buys, and by how much a usual price
 * is below a round amount. A suggestion to start from, never a conversion: no charge depends on it.
 */
const markets: Partial<Record<Currency, { perDollar: number; below: number }>> = {
  usd: { perDollar: 1, below: 0.01 },
  brl: { perDollar: 5.4, below: 0.1 },
  inr: { perDollar: 88, below: 1 },
  mxn: { perDollar: 18.5, below: 1 },
  eur: { perDollar: 0.87, below: 0.01 },
  gbp: { perDollar: 0.76, below: 0.01 },
  cad: { perDollar: 1.4, below: 0.01 },
  aud: { perDollar: 1.53, below: 0.01 },
  chf: { perDollar: 0.8, below: 0.1 },
  jpy: { perDollar: 152, below: 0 },
  clp: { perDollar: 950, below: 10 },
  cop: { perDollar: 3_900, below: 100 },
};

/** Price as an operator confirms it for another currency. */
export type LocalPrice = Pick<SubscriptionPrice, 'type' | 'billingPeriod' | 'price' | 'trialDays'>;

/** Returns the currencies with suggestions in which a product has no active price. */
export const unpricedMarkets = (prices: readonly SubscriptionPrice[]) =>
  (Object.keys(markets) as Currency[]).filter(
    (code) => !prices.some(({ active, currency }) => active && currency === code),
  );

/**
 * Suggests the prices of a product in another currency: one for each period of the currency it is priced in, rounded as its
 * market does. The other periods keep their ratio to the monthly price, so that a yearly discount stays. Empty without an active
 * price in a known market.
 */
export function suggestLocalPrices(
  prices: readonly SubscriptionPrice[],
  currency: Currency,
): LocalPrice[] {
  const to = markets[currency];
  const active = prices.filter((price) => price.active && markets[price.currency]);
  const base = active.find((price) => price.currency === 'usd') ?? active[0];
  const from = base && markets[base.currency];
  if (!to || !from) return [];
  const local = active.filter(
    (price, index) =>
      price.currency === base.currency &&
      active.findIndex((one) => isSamePeriod(one, price)) === index,
  );
  const round = (amount: number) => roundForMarket(amount, currency, to.below);
  const rate = to.perDollar / from.perDollar;
  const monthly = local.find(({ billingPeriod }) => billingPeriod === BillingPeriod.Monthly);
  const suggest = (price: number) =>
    monthly && monthly.price > 0
      ? withDecimals((round(monthly.price * rate) * price) / monthly.price, currency)
      : round(price * rate);
  return local.map(({ type, billingPeriod, price, trialDays }) => ({
    type,
    billingPeriod,
    price: suggest(price),
    trialDays,
  }));
}

const isSamePeriod = (one: SubscriptionPrice, other: SubscriptionPrice) =>
  one.currency === other.currency && one.billingPeriod === other.billingPeriod;

/** Rounds up to two digits, or to whole amounts where prices have decimals, less what makes it a usual price. */
function roundForMarket(amount: number, currency: Currency, below: number) {
  if (amount === 0) return 0;
  const step = below > 0 && below < 1 ? 1 : 10 ** Math.max(1, Math.floor(Math.log10(amount)) - 1);
  const rounded = withDecimals(Math.ceil(amount / step) * step - below, currency);
  return Math.max(rounded, fromMinor(minimumCharge(currency), currency));
}

const withDecimals = (amount: number, currency: Currency) =>
  Number(amount.toFixed(decimalsOf(currency)));
