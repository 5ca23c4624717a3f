import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { type Coupon, idOf, type PromotionCode } from '#sandbox/stripe/store/types.ts';

/** Purchase to which a discount would apply. */
export type Purchase = {
  customer: string;
  /** Subscription that the discount belongs to; null for an invoice. */
  subscription: string | null;
  invoice: string | null;
  currency: string;
  /** Amount before the discount, in minor units. */
  amount: number;
};

type DiscountRequest = {
  coupon?: string;
  promotion_code?: string;
};

/**
 * Returns the coupon that a request names directly or by code. Throws when it can't be redeemed for this
 * purchase.
 */
export async function redeemableCoupon(
  objects: ObjectRepository,
  request: DiscountRequest,
  purchase: Purchase & { param: string },
): Promise<{ coupon: Coupon; code: string | null }> {
  const { param } = purchase;
  if (request.promotion_code) {
    const name = `${param}[promotion_code]`;
    const code = await objects.get('promotion_code', request.promotion_code, name);
    await assertCodeApplies(objects, code, purchase);
    const coupon = await objects.get('coupon', idOf(code.promotion.coupon ?? ''), name);
    assertRedeemable(coupon, purchase);
    return { coupon, code: code.id };
  }
  const name = `${param}[coupon]`;
  const coupon = await objects.get('coupon', request.coupon ?? '', name);
  assertRedeemable(coupon, { ...purchase, param: name });
  return { coupon, code: null };
}

function assertRedeemable(coupon: Coupon, { currency, param }: Purchase & { param: string }) {
  const { id, max_redemptions: maxRedemptions, times_redeemed: timesRedeemed } = coupon;
  if (maxRedemptions !== null && timesRedeemed >= maxRedemptions) {
    throw invalidRequest(`Coupon ${id} is used up and cannot be applied.`, param, 'coupon_expired');
  }
  if (!coupon.valid) throw invalidRequest(`Coupon expired: ${id}`, param, 'coupon_expired');
  if (coupon.currency === null || coupon.currency === currency) return;
  throw invalidRequest(
    `The coupon ${id} is in ${coupon.currency}, and cannot be applied to an amount in ${currency}.`,
    param,
  );
}

async function assertCodeApplies(
  objects: ObjectRepository,
  { active, customer, restrictions }: PromotionCode,
  purchase: Purchase & { param: string },
) {
  const param = `${purchase.param}[promotion_code]`;
  const refuse = (why: string) =>
    invalidRequest(`This promotion code cannot be redeemed because ${why}.`, param);
  if (!active) throw refuse('it is not active');
  if (customer && idOf(customer) !== purchase.customer) {
    throw refuse('it is restricted to another customer');
  }
  const { minimum_amount: minimumAmount, minimum_amount_currency: currency } = restrictions;
  if (
    minimumAmount !== null &&
    (currency !== purchase.currency || purchase.amount < minimumAmount)
  ) {
    throw refuse('the minimum amount is not reached');
  }
  if (restrictions.first_time_transaction && (await hasPaid(objects, purchase.customer))) {
    throw refuse('the associated customer has prior transactions');
  }
}

async function hasPaid(objects: ObjectRepository, customer: string) {
  const invoices = await objects.list('invoice', {
    parent: customer,
    contains: { status: 'paid' },
  });
  return invoices.some((invoice) => invoice.amount_paid > 0);
}
