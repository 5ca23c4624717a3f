import { roleName } from '#web/components/role-name.ts';
import type { Requirement } from '#web/session/guard.ts';
import { useTranslation } from '#web/session/translation.ts';
import { demoPlans } from './gates.ts';

/** Returns a function that describes a requirement in words. */
export function useGateText() {
  const { t } = useTranslation();
  return ({ tier, role }: Requirement) => {
    if (role !== undefined) return t('demo.pages.needsRole', { role: roleName(t, role) });
    const plan = demoPlans.find((plan) => plan.tier === tier)?.plan;
    return t('demo.pages.needsPlan', { plan });
  };
}
