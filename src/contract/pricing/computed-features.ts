import type { SubscriptionFeature, SubscriptionProduct } from '#contract/products.ts';

/** Numbers of the product that give features their values, by the key of the feature. */
const numberFields = {
  'pricing.features.maxNumberOfUsers': 'maxUsers',
  'pricing.features.auditLog': 'auditDays',
} as const;

type NumberField = (typeof numberFields)[keyof typeof numberFields];
type Feature = Pick<SubscriptionFeature, 'key' | 'translateInFrontend'>;

/** Returns the number of the product that a feature shows; undefined for one with its own value. */
export const numberFieldOf = ({ key, translateInFrontend }: Feature): NumberField | undefined =>
  translateInFrontend
    ? Object.entries(numberFields).find(([computed]) => computed === key)?.[1]
    : undefined;

/**
 * Sets the value of a computed feature to the product's number, null for unlimited, so that the list of features can't
 * contradict the limit that is enforced. Returns any other feature as it is.
 */
export function withComputedValue<F extends Feature & { value: string | null }>(
  feature: F,
  product: Pick<SubscriptionProduct, NumberField>,
): F {
  const field = numberFieldOf(feature);
  return field ? { ...feature, value: product[field] ? String(product[field]) : null } : feature;
}
