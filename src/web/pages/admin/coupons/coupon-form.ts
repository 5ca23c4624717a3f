import { z } from 'zod';
import { couponInput, type CouponInput } from '#contract/coupons.ts';
import { defineFields } from '#contract/entities/fields.ts';
import { emptyValues, type FormValues } from '#web/components/entity/input.ts';

/** Removes what another choice hides, so that the rest is one coupon. */
function toInput({ kind, ...values }: FormValues) {
  const { duration, products } = values;
  return {
    ...values,
    ...(kind === 'percent' ? { amountOff: null, currency: null } : { percentOff: null }),
    ...(duration !== 'repeating' && { durationInMonths: null }),
    products: Array.isArray(products) && products.length > 0 ? products : null,
  };
}

/** Form of a new coupon; `kind` chooses between percentage and amount and is not sent. */
export const couponForm = {
  fields: defineFields({
    code: { kind: 'String' },
    kind: { kind: 'String' },
    percentOff: { kind: 'Money', optional: true },
    amountOff: { kind: 'Money', optional: true },
    currency: { kind: 'String', optional: true },
    duration: { kind: 'String' },
    durationInMonths: { kind: 'Number', optional: true, min: 1 },
    products: { kind: 'SubscriptionProducts', optional: true },
    maxRedemptions: { kind: 'Number', optional: true, min: 1 },
    expiresOn: { kind: 'Date', optional: true },
  }),
  schema: z.preprocess(
    (values) => toInput(values as FormValues),
    couponInput,
  ) as z.ZodType<CouponInput>,
};

/** Returns the values of an empty form. */
export const newCouponValues = (currency: string): FormValues => ({
  ...emptyValues(couponForm.fields),
  kind: 'percent',
  duration: 'once',
  products: [],
  currency,
});
