import { Failure } from '#contract/errors.ts';
import type { House } from '#server/house.ts';
import { InvalidRequest, NotAtProvider } from '#server/payments/errors.ts';
import type { ProviderCoupon } from '#server/payments/gateway-coupons.ts';
import { usableCoupon } from './coupon.ts';
import type { Price } from './plan.ts';

interface Order {
  price: Price;
  coupon: ProviderCoupon | null;
  customer: string | null;
}

/**
 * Asks the provider for an order. What it refuses although we had checked it has changed meanwhile:
 * the last redemption of a coupon was taken, a price was archived. The caller is told which.
 */
export const orRefusal = <T>(house: House, order: Order, asked: Promise<T>): Promise<T> =>
  asked.catch(async (error: unknown) => {
    if (!(error instanceof InvalidRequest || error instanceof NotAtProvider)) throw error;
    const { param } = error;
    if (param?.startsWith('discounts')) throw await couponRefusal(house, order);
    if (isAboutPrice(error)) throw new Failure('billing.notOffered');
    throw error;
  });

const isAboutPrice = (error: InvalidRequest | NotAtProvider) =>
  /\bprice\b/.test(error.param ?? '') ||
  (error instanceof InvalidRequest && error.code === 'product_inactive');

/** Reads the coupon once more: it says itself why it cannot be used any longer. */
async function couponRefusal(house: House, { price, coupon, customer }: Order): Promise<unknown> {
  return usableCoupon(house, coupon?.code ?? '', { price, customer }).then(
    () => new Failure('billing.couponNotApplicable'),
    (refusal: unknown) => refusal,
  );
}
