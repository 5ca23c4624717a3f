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
  /** The product that remains after a canceled one, with fewer seats, which count already (decision 24); null for none. */
  next: TenantProduct | null;
};

/**
 * Returns what an organization is entitled to, from what its members receive of it: the decision of `app.entitlement`
 * and `app.seat_limit`, which the guard asks; only a suspended one has no tier there.
 * `server/identity/tenants/entitlement.test.ts` compares them for every kind of organization.
 */
export function entitlementOf(tenant: Pick<TenantSummary, 'subdomain' | 'products'>): Entitlement {
  if (isOperatorTenant(tenant))
    return { isOperators: true, product: null, tier: Infinity, maxUsers: 0, next: null };
  const running = tenant.products.filter(({ active }) => active);
  const product = running[0] ?? null;
  const { tier = 0, maxUsers = 1 } = product?.subscriptionProduct ?? {};
  const remaining = running.find((held) => !isEnding(held)) ?? null;
  const isSmaller = seatsOf(remaining) < (maxUsers || Infinity);
  return { isOperators: false, product, tier, maxUsers, next: isSmaller ? remaining : null };
}

const seatsOf = (held: TenantProduct | null) => held?.subscriptionProduct.maxUsers || Infinity;

/** Returns how many seats can be taken; 0 is unlimited (R-MEM-04). */
export const seatLimitOf = ({ maxUsers, next }: Pick<Entitlement, 'maxUsers' | 'next'>) =>
  next?.subscriptionProduct.maxUsers ?? maxUsers;

/** Returns true for a product that ends because it was canceled; a granted one may have an end of its own (R-SUP-10). */
export const isEnding = ({
  endDate,
  cancelledAt,
  granted,
}: Pick<TenantProduct, 'endDate' | 'cancelledAt' | 'granted'>) =>
  endDate !== null && !(granted && cancelledAt === null);
