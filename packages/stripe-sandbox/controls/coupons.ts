import { callApi, type ApiContext } from '#sandbox/stripe/api/dispatch.ts';

/** Coupon to create: a percentage, or an amount in minor units of a currency. */
export interface CouponWithCode {
  code: string;
  amountOff?: number;
  percentOff?: number;
  currency?: string;
  maxRedemptions?: number;
  active?: boolean;
  duration?: 'once' | 'repeating' | 'forever';
  durationInMonths?: number;
}

/** Creates a coupon that customers redeem by its code, and retires an older one with the same code. */
export async function createCouponWithCode(provider: ApiContext, order: CouponWithCode) {
  const { code, percentOff, amountOff, currency = 'usd', maxRedemptions, active = true } = order;
  await retire(provider, code);
  const limit: Record<string, string> =
    maxRedemptions === undefined ? {} : { max_redemptions: `${maxRedemptions}` };
  const coupon = await callApi<{ id: string }>(provider, 'POST /v1/coupons', {
    name: code,
    duration: order.duration ?? 'once',
    ...(order.durationInMonths && { duration_in_months: `${order.durationInMonths}` }),
    ...(percentOff === undefined
      ? { amount_off: `${amountOff}`, currency }
      : { percent_off: `${percentOff}` }),
    ...limit,
  });
  await callApi(provider, 'POST /v1/promotion_codes', {
    'promotion[type]': 'coupon',
    'promotion[coupon]': coupon.id,
    code,
    active: `${active}`,
    ...limit,
  });
  return { ...coupon, code, active };
}

async function retire(provider: ApiContext, code: string) {
  const older = await callApi<{ data: { id: string }[] }>(provider, 'GET /v1/promotion_codes', {
    code,
    active: 'true',
  });
  for (const { id } of older.data) {
    await callApi(provider, `POST /v1/promotion_codes/${id}`, { active: 'false' });
  }
}
