import { adminSubdomain } from '#server/tenants/subdomains.ts';

/**
 * Returns true for the operator's own organization, which has every entitlement and no subscription
 * (R-ORG-10).
 */
export const isOperatorTenant = ({ subdomain }: { subdomain: string }) =>
  subdomain === adminSubdomain;
