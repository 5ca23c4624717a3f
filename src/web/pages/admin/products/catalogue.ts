import { queryOptions } from '@tanstack/react-query';
import { z } from 'zod';
import { featureFields, periodFits, priceFields, productFields } from '#contract/catalogue.ts';
import { Failure } from '#contract/errors.ts';
import { fields } from '#contract/fields.ts';
import { api } from '#web/api/api.ts';
import { queryClient } from '#web/api/queries.ts';

/** Every product, those that are not on sale too. */
export const allProducts = queryOptions({
  queryKey: ['products', 'all'],
  queryFn: () => api.products.getAll({ query: { activeOnly: 'false' } }),
});

/** One product with its prices and features. */
export const productQuery = (id: string) =>
  queryOptions({
    queryKey: ['products', 'one', id],
    queryFn: () => api.products.get({ params: { id } }),
  });

/** After a change: every list of products asks again, also the menu and what is sold in the app. */
export const refreshProducts = () => queryClient.invalidateQueries({ queryKey: ['products'] });

/** Whether a record is still there: what somebody uses is archived instead of deleted. */
export const isStillThere = async (found: Promise<unknown>) => {
  try {
    await found;
    return true;
  } catch (error) {
    if (error instanceof Failure && error.status === 404) return false;
    throw error;
  }
};

/** What is left empty in a form is left out, so that the schema's own default stands. */
const given = <Input>(schema: z.ZodType<Input>) =>
  z.preprocess(
    (values) =>
      Object.fromEntries(Object.entries(values as object).filter(([, one]) => one !== null)),
    schema,
  ) as z.ZodType<Input>;

/** A product's form (section 5). Its service id stays once it is there. */
export const productForm = {
  fields: fields({
    serviceId: { kind: 'String', optional: true, editable: false },
    title: { kind: 'String' },
    tier: { kind: 'Number' },
    description: { kind: 'TextArea', optional: true },
    badge: { kind: 'String', optional: true },
    maxUsers: { kind: 'Number' },
    active: { kind: 'Bool' },
    image: { kind: 'Image', optional: true },
  }),
  schema: given(productFields),
};

/** A price's form. Once it is there, only `active` and `priceBefore` change (section 3). */
export const priceForm = {
  fields: fields({
    type: { kind: 'SubscriptionPriceType', editable: false },
    billingPeriod: { kind: 'SubscriptionBillingPeriod', editable: false },
    currency: { kind: 'String', editable: false, among: { usd: 'USD', mxn: 'MXN', eur: 'EUR' } },
    price: { kind: 'Money', editable: false },
    priceBefore: { kind: 'Money', optional: true },
    trialDays: { kind: 'Number', editable: false },
    active: { kind: 'Bool' },
    serviceId: { kind: 'String', optional: true, editable: false },
  }),
  schema: given(priceFields.refine(...periodFits)),
  initial: { currency: 'usd', active: true },
};

/** A feature's form. */
export const featureForm = {
  fields: fields({
    order: { kind: 'Number' },
    key: { kind: 'String' },
    value: { kind: 'String', optional: true },
    translateInFrontend: { kind: 'Bool' },
    included: { kind: 'Bool' },
  }),
  schema: given(featureFields),
};
/** A new feature comes last. */
export const nextFeature = (features: readonly { order: number }[]) => ({
  order: Math.max(0, ...features.map(({ order }) => order)) + 1,
  included: true,
});
