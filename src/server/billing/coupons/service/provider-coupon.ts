import { readCatalogueRows } from '#server/billing/products/service/provider-catalogue.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { InvalidRequest } from '#server/platform/stripe/errors.ts';
import type { CouponRow } from './list.ts';

type CouponTerms = Omit<CouponRow, 'service_id' | 'promotion_code_id' | 'created_at'>;

/**
 * Creates a coupon and its promotion code at the provider and returns their ids; idempotent for the key.
 * The limits belong to the code: the provider's own pages may give the coupon more codes.
 */
export async function createAtProvider(
  { database, stripe }: Pick<AppContext, 'database' | 'stripe'>,
  row: CouponTerms,
  key: string,
) {
  const metadata = { couponId: row.id };
  const { products } = await readCatalogueRows(database);
  const coupon = await stripe.createCoupon(
    {
      name: row.promotion_code,
      percentOff: row.percent_off,
      amountOff: row.amount_off,
      currency: row.currency,
      duration: row.duration as 'once',
      durationInMonths: row.duration_in_months,
      products: row.product_ids && serviceIdsOf(row.product_ids, products),
      metadata,
    },
    `coupon:${key}`,
  );
  const { promotion_code: code, max_redemptions: maxRedemptions, expires_at: expiresAt } = row;
  try {
    const terms = { coupon: coupon.id, code, maxRedemptions, expiresAt, metadata };
    const made = await stripe.createPromotionCode(terms, `promotion_code:${key}`);
    return { service_id: coupon.id, promotion_code_id: made.id };
  } catch (error) {
    // The first error is thrown; a coupon without a code can't be redeemed.
    await stripe.deleteCoupon(coupon.id).catch(() => undefined);
    throw error;
  }
}

/** Returns the service ids of those products that still exist. */
export const serviceIdsOf = (ids: string[], products: { id: string; service_id: string }[]) =>
  products.filter(({ id }) => ids.includes(id)).map(({ service_id: serviceId }) => serviceId);

/** Returns true for the provider's refusal of a code that another active promotion code has. */
export const isAboutCode = (error: unknown) =>
  error instanceof InvalidRequest &&
  (error.param === 'code' || error.code === 'resource_already_exists');
