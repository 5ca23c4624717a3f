import type { Stripe } from 'stripe';
import type { Currency } from '#contract/money.ts';
import { discountedAmount } from '#contract/pricing/coupons.ts';
import { resultOf } from './connection.ts';
import { idOf, type ProviderSubscription } from './subscription-snapshot.ts';

/** Stripe expands four levels: in a list of subscriptions too few for the products of a coupon. */
const expand = ['discounts.source.coupon.applies_to'];

/** Reads what the running discounts take off each renewal of a subscription, in minor units and without tax. */
export const readRecurringDiscount = async (
  stripe: Stripe,
  { id, endedAt, isDiscounted }: Pick<ProviderSubscription, 'id' | 'endedAt' | 'isDiscounted'>,
) =>
  isDiscounted && endedAt === null
    ? recurringDiscountOf(await resultOf(stripe.subscriptions.retrieve(id, { expand })))
    : 0;

/**
 * Returns the sum of the discounts that apply to more than one invoice, as the renewals of now are charged
 * (docs.stripe.com/billing/subscriptions/coupons). Those of the customer or of an item don't count.
 */
export function recurringDiscountOf({ items, discounts, currency }: Stripe.Subscription): number {
  const [item] = items.data;
  const amount = item?.price.unit_amount ?? 0;
  const product = idOf(item?.price.product);
  const left = discounts.reduce((rest, discount) => {
    if (typeof discount === 'string') return rest;
    const { coupon } = discount.source;
    if (coupon === null || typeof coupon === 'string' || coupon.duration === 'once') return rest;
    // One that was over when the period began did not reduce it, should it still be listed.
    if (discount.end !== null && discount.end <= (item?.current_period_start ?? 0)) return rest;
    const products = coupon.applies_to?.products;
    if (products && !products.some((id) => id === product)) return rest;
    return discountedAmount(rest, currency as Currency, {
      percentOff: coupon.percent_off,
      amountOff: coupon.amount_off,
      currency: coupon.currency,
    });
  }, amount);
  return amount - left;
}
