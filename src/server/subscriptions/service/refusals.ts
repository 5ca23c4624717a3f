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
 * Maps a refusal of an order to its cause. Our checks passed before, so the state changed in the
 * meantime: the last redemption of a coupon was used, or a price was archived (R-SUB-13).
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

/** Reads the coupon again; its check throws the reason why it can't be used any longer. */
async function couponRefusal(house: House, { price, coupon, customer }: Order): Promise<unknown> {
  return usableCoupon(house, coupon?.code ?? '', { price, customer }).then(
    () => new Failure('billing.couponNotApplicable'),
    (refusal: unknown) => refusal,
  );
}
