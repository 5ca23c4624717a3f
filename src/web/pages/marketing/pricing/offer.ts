import type { Api } from '#contract/api-client.ts';
import { defaultProducts } from '#contract/pricing/default-pricing.ts';
import type { OfferedPlan } from '#web/components/pricing/plan-selection.ts';

type Options = {
  api: { products: Pick<Api['products'], 'getAll'> };
  /** True to show the default prices when the server has none or fails. */
  fallback: boolean;
  report: (error: unknown) => void;
};

/**
 * Returns the server's products. Without any, or when the call fails, it reports the error and
 * returns the default products, unless `fallback` is off (R-PRD-08).
 */
export async function loadPlans({ api, fallback, report }: Options) {
  try {
    const plans: OfferedPlan[] = await api.products.getAll();
    if (plans.length > 0 || !fallback) return { plans, isFallback: false };
  } catch (error) {
    if (!fallback) throw error;
    report(error);
  }
  return { plans: defaultProducts as OfferedPlan[], isFallback: true };
}
