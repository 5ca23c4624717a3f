import type { TenantProduct } from '#contract/membership.ts';

/** The time that the days of a product are measured from: the provider's, where its clock was moved. */
export const billingTime = ({ asOf }: Pick<TenantProduct, 'asOf'>) =>
  asOf === null ? new Date() : new Date(asOf);
