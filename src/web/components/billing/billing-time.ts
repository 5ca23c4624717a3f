import type { TenantProduct } from '#contract/membership.ts';

/** Returns the current time of a product's subscription: the provider's, if its clock was moved. */
export const billingTime = ({ asOf }: Pick<TenantProduct, 'asOf'>) =>
  asOf === null ? new Date() : new Date(asOf);
