import type { Api } from '#contract/caller.ts';
import { defaultProducts } from '#contract/default-pricing.ts';
import type { Plan } from '#web/components/pricing-choice.ts';

type Options = {
  api: { products: Pick<Api['products'], 'getAll'> };
  /** Whether the default prices stand in for missing ones. */
  fallback: boolean;
  report: (error: unknown) => void;
};

/**
 * The server's products; where there are none or the call fails, the default ones (specification,
 * section 2), unless that is switched off.
 */
export const loadPlans = async ({ api, fallback, report }: Options) => {
  try {
    const plans: Plan[] = await api.products.getAll();
    if (plans.length > 0 || !fallback) return { plans, isFallback: false };
  } catch (error) {
    if (!fallback) throw error;
    report(error);
  }
  return { plans: defaultProducts as Plan[], isFallback: true };
};
