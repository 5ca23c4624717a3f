import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import {
  amountRule,
  minimumRule,
  featureFields,
  periodRule,
  priceFields,
  productFields,
} from '#contract/catalogue.ts';
import { defineFields } from '#contract/entities/fields.ts';
import { Failure } from '#contract/errors.ts';
import { currencies } from '#contract/money.ts';
import { forLimitFields } from '#contract/usage/limits.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';

/** Returns the query of one product with its prices and features. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: () => api.products.get({ params: { id } }),
  });

/** Refetches every list of products after a change, including the menu and the plan picker. */
export const refreshProducts = () => queryClient.invalidateQueries({ queryKey: ['products'] });

/**
 * Returns true while a record exists: a product or price with subscribers is archived instead of
 * deleted (R-PRD-04).
 */
export async function recordExists(found: Promise<unknown>) {
  try {
    await found;
    return true;
  } catch (error) {
    if (error instanceof Failure && error.code === 'notFound') return false;
    throw error;
  }
}

/** Removes empty inputs before validation, so that the schema's defaults apply. */
const omitEmptyInputs = <Input>(schema: z.ZodType<Input>) =>
  z.preprocess(
    (values) =>
      Object.fromEntries(Object.entries(values as object).filter(([, one]) => one !== null)),
    schema,
  ) as z.ZodType<Input>;

/** Form of a product. The provider's id is fixed after creation. */
export const productForm = {
  fields: defineFields({
    serviceId: { kind: 'String', optional: true, editable: false },
    title: { kind: 'String' },
    tier: { kind: 'Number' },
    description: { kind: 'TextArea', optional: true },
    badge: { kind: 'String', optional: true },
    ...forLimitFields({ kind: 'Number', min: 0 } as const),
    auditDays: { kind: 'Number', min: 0 },
    active: { kind: 'Bool' },
    image: { kind: 'Image', optional: true },
  }),
  schema: omitEmptyInputs(productFields),
};

/** The names are added where the field is shown, in its language. */
const currencyCodes = Object.fromEntries(currencies.map((code) => [code, code.toUpperCase()]));

/** Form of a price. After creation only `active` and `priceBefore` change (R-PRD-02). */
export const priceForm = {
  fields: defineFields({
    type: { kind: 'SubscriptionPriceType', editable: false },
    billingPeriod: { kind: 'SubscriptionBillingPeriod', editable: false },
    currency: { kind: 'String', editable: false, among: currencyCodes },
    price: { kind: 'Money', editable: false },
    priceBefore: { kind: 'Money', optional: true },
    trialDays: { kind: 'Number', min: 0, editable: false },
    active: { kind: 'Bool' },
    serviceId: { kind: 'String', optional: true, editable: false },
  }),
  schema: omitEmptyInputs(
    priceFields
      .refine(...periodRule)
      .refine(...amountRule)
      .refine(...minimumRule),
  ),
  initial: { currency: 'usd', active: true },
};

/** Form of a feature (R-PRD-09). */
export const featureForm = {
  fields: defineFields({
    order: { kind: 'Number' },
    key: { kind: 'String' },
    value: { kind: 'String', optional: true },
    included: { kind: 'Bool' },
  }),
  schema: omitEmptyInputs(featureFields),
};
/** Returns the initial values of a new feature, which is added at the end. */
export const newFeatureValues = (features: readonly { order: number }[]) => ({
  order: Math.max(0, ...features.map(({ order }) => order)) + 1,
  included: true,
});
