import type { Coupon } from '#contract/billing/coupon.ts';
import { Failure } from '#contract/errors.ts';
import { type Currency, fromMinor } from '#contract/money.ts';
import type { CouponDiscount } from '#contract/pricing/coupons.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import type { ProviderCoupon } from '#server/platform/stripe/coupons.ts';

/** Returns a code's discount in a currency; throws if unknown, inactive or used up (R-SUB-12). */
export async function getCoupon(
  context: CouponContext,
  { code, currency }: { code: string; currency: Currency },
): Promise<Coupon> {
  const found = await findUsableCoupon(context, code, currency);
  const products = found.products && (await productsOf(context, found.products));
  const { name, amountOff, percentOff, active: valid, timesRedeemed, maxRedemptions } = found;
  return {
    name,
    amountOff,
    percentOff,
    currency,
    valid,
    timesRedeemed,
    maxRedemptions,
    products: products?.map(({ id }) => id) ?? null,
    minimumAmount: found.minimum?.amount ?? null,
    firstOrderOnly: found.firstOrderOnly,
    restrictedToCustomer: found.customer !== null,
  };
}

type CouponContext = Pick<AppContext, 'stripe' | 'database'>;

type Purchase = {
  price: Pick<TableRow<'subscription_prices'>, 'currency' | 'price' | 'subscription_product_id'>;
  /** The customer at the provider; null for a new one. */
  customer: string | null;
};

/** Returns a code's coupon for a purchase; checks its restrictions, as the provider does again. */
export async function usableCoupon(
  context: CouponContext,
  code: string,
  { price, customer }: Purchase,
): Promise<ProviderCoupon> {
  const coupon = await findUsableCoupon(context, code, price.currency);
  const { minimum, firstOrderOnly, products } = coupon;
  if (products !== null) {
    const known = await productsOf(context, products);
    if (!known.some(({ id }) => id === price.subscription_product_id)) {
      throw new Failure('billing.couponNotApplicable');
    }
  }
  if (coupon.customer !== null && coupon.customer !== customer) {
    throw new Failure('billing.invalidCoupon');
  }
  if (minimum !== null && price.price < minimum.amount) {
    const { amount, currency } = minimum;
    const params = { minimum: fromMinor(amount, currency), currency: currency.toUpperCase() };
    throw new Failure('billing.couponMinimum', { params });
  }
  if (firstOrderOnly && customer !== null && (await hasPaid(context, customer))) {
    throw new Failure('billing.couponFirstOrder');
  }
  return coupon;
}

/** Returns the coupon of a code in a currency. Throws when it is unknown, inactive or used up. */
async function findUsableCoupon(
  { stripe }: Pick<AppContext, 'stripe'>,
  code: string,
  currency: string,
) {
  const trimmed = code.trim();
  const coupon = trimmed === '' ? null : await stripe.findCoupon(trimmed);
  if (!coupon) throw new Failure('billing.invalidCoupon');
  const { active, timesRedeemed, maxRedemptions, minimum } = coupon;
  // Checked first, because a used-up code is inactive too and this reason is more precise.
  if (maxRedemptions !== null && timesRedeemed >= maxRedemptions) {
    throw new Failure('billing.couponMaxRedeems');
  }
  if (!active) throw new Failure('billing.couponInactive');
  const isForeign = coupon.amountOff !== null && coupon.currency !== currency;
  if (isForeign || (minimum !== null && minimum.currency !== currency)) {
    throw new Failure('billing.invalidCoupon');
  }
  return coupon;
}

/** Returns our products with these service ids. */
const productsOf = ({ database }: Pick<AppContext, 'database'>, serviceIds: string[]) =>
  database.system((tx) =>
    tx.all(
      db
        .selectFrom('subscription_products')
        .select('id')
        .where((eb) => eb('service_id', '=', eb.fn.any(eb.val(serviceIds)))),
    ),
  );

const hasPaid = async ({ stripe }: Pick<AppContext, 'stripe'>, customer: string) =>
  (await stripe.listInvoices(customer)).some(({ status, total }) => status === 'paid' && total > 0);

/** Returns the discount in the form that `discounted` expects. */
export const discountOf = ({
  percentOff,
  amountOff,
  currency,
}: ProviderCoupon): CouponDiscount => ({ percentOff, amountOff, currency });
