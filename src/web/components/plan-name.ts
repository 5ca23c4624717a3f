import { entitlementOf } from '#contract/admission/entitlement.ts';
import type { TenantSummary } from '#contract/membership.ts';
import type { Translate } from '#locales/translation.ts';

/** Returns the name of an organization's plan, or what stands in its place. */
export function planName(t: Translate, tenant: TenantSummary) {
  const { isOperators, product } = entitlementOf(tenant);
  if (isOperators) return t('app.everything');
  return product?.subscriptionProduct.title ?? t('app.noPlan');
}
