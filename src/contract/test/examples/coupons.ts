import type { coupons } from '#contract/coupons.ts';
import type { Examples } from './example.ts';

const newCoupon = () => ({
  code: `C${crypto.randomUUID().slice(0, 8)}`,
  percentOff: 20,
  duration: 'once' as const,
});

export const couponExamples: Examples<typeof coupons> = {
  calls: {
    get: { params: { id: 'coupon' } },
    create: { body: newCoupon, audit: 'coupon.created' },
    update: { params: { id: 'coupon' }, body: () => ({ active: false }), audit: 'coupon.changed' },
  },
};
