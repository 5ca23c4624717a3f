import { isOperatorTenant } from '#contract/access.ts';
import type { TenantProduct, TenantSummary } from '#contract/membership.ts';

/** Entitlement of an organization. */
export type Entitlement = {
  /** True for the operator's own organization, which has everything without a subscription (R-ORG-10). */
  isOperators: boolean;
  /** Active product; null without one, and always for the operator's own organization. */
  product: TenantProduct | null;
  /** Tier that gates compare (R-SEC-05); 0 without a product. */
  tier: number;
  /** Maximum of members; 0 is unlimited (R-MEM-04). */
  maxUsers: number;
};

/**
 * Returns what an organization is entitled to, from what its members receive of it: the decision of `app.entitlement`
 * and `app.seat_limit`, which the guard asks; a suspended one has no tier there, and a canceled plan the seats of the plan
 * that follows. `server/identity/tenants/entitlement.test.ts` compares them for every other kind of organization.
 */
export function entitlementOf(tenant: Pick<TenantSummary, 'subdomain' | 'products'>): Entitlement {
  if (isOperatorTenant(tenant))
    return { isOperators: true, product: null, tier: Infinity, maxUsers: 0 };
  const product = tenant.products.find(({ active }) => active) ?? null;
  const { tier = 0, maxUsers = 1 } = product?.subscriptionProduct ?? {};
  return { isOperators: false, product, tier, maxUsers };
}

/** Returns true for a product that ends because it was canceled; a granted one may have an end of its own (R-SUP-10). */
export const isEnding = ({
  endDate,
  cancelledAt,
  granted,
}: Pick<TenantProduct, 'endDate' | 'cancelledAt' | 'granted'>) =>
  endDate !== null && !(granted && cancelledAt === null);
