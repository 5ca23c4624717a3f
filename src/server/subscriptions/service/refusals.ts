import { Failure } from '#contract/errors.ts';
import type { AppContext } from '#server/app-context.ts';
import type { ProviderCoupon } from '#server/payments/stripe/coupons.ts';
import { InvalidRequest, ResourceMissing } from '#server/payments/stripe/errors.ts';
import { usableCoupon } from './coupon.ts';
import type { PriceRow } from './plan.ts';

interface ProviderOrder {
  price: PriceRow;
  coupon: ProviderCoupon | null;
  customer: string | null;
}

/**
 * Maps a refusal of an order to its cause. Our checks passed before, so the state changed in the
 * meantime: the last redemption of a coupon was used, or a price was archived (R-SUB-13).
 */
export const explainRefusal = <T>(
  context: AppContext,
  order: ProviderOrder,
  call: Promise<T>,
): Promise<T> =>
  call.catch(async (error: unknown) => {
    if (!(error instanceof InvalidRequest || error instanceof ResourceMissing)) throw error;
    const { param } = error;
    if (param?.startsWith('discounts')) throw await couponRefusal(context, order);
    if (isAboutPrice(error)) throw new Failure('billing.notOffered');
    throw error;
  });

const isAboutPrice = (error: InvalidRequest | ResourceMissing) =>
  /\bprice\b/.test(error.param ?? '') ||
  (error instanceof InvalidRequest && error.code === 'product_inactive');

/** Reads the coupon again; its check throws the reason why it can't be used any longer. */
async function couponRefusal(
  context: AppContext,
  { price, coupon, customer }: ProviderOrder,
): Promise<unknown> {
  return usableCoupon(context, coupon?.code ?? '', { price, customer }).then(
    () => new Failure('billing.couponNotApplicable'),
    (refusal: unknown) => refusal,
  );
}
