import type { ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { roleName } from '#web/components/role-name.ts';
import { missingRequirements, type Requirement } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { demoPlans, demoRoles } from './gates.ts';

const subscriptionPath = '/app/settings/organization/subscription';
const refusals = {
  [Role.Owner]: 'tenant.onlyOwner',
  [Role.Admin]: 'tenant.onlyAdmin',
  [Role.Member]: 'tenant.onlyMember',
  [Role.Guest]: 'tenant.onlyMember',
} as const;

/**
 * Returns a function that runs a gated action, or explains which plan or role is missing
 * (R-APP-05).
 */
function useGatedAction() {
  const { t } = useTranslation();
  const session = useSession();
  const dialogs = useDialogs();
  const navigate = useNavigate();
  const offerUpgrade = async (tier: number) => {
    const plan = demoPlans.find((plan) => plan.tier >= tier)?.plan;
    const title = t('errors.access.tier');
    if (!roleAllows(session.role, Role.Admin)) {
      const text = t('app.askAdmin', { organization: session.tenant.name });
      return dialogs.error({ title, text });
    }
    const wanted = await dialogs.confirm({
      title,
      text: t('demo.permissions.upgradeText', { plan }),
      yes: t('common.action.upgrade'),
      no: t('common.action.cancel'),
    });
    if (wanted) await navigate(subscriptionPath);
  };
  return async (action: string, needs: Requirement) => {
    const { tier, role } = missingRequirements(session, needs);
    if (tier !== undefined) return offerUpgrade(tier);
    if (role !== undefined) return dialogs.error({ text: t(`errors.${refusals[role]}`) });
    return dialogs.success({ title: t('demo.permissions.allowed'), text: action });
  };
}

/** Renders buttons that every role sees and only some may use. */
export function DemoButtons() {
  const { t } = useTranslation();
  const attempt = useGatedAction();
  const button = (label: string, needs: Requirement) => (
    <Button key={label} variant="white" onClick={() => void attempt(label, needs)}>
      {label}
    </Button>
  );
  return (
    <Card title={t('demo.permissions.actions')} description={t('demo.permissions.actionsText')}>
      <div className="flex flex-col gap-5">
        <Group label={t('demo.permissions.free')}>
          {button(t('demo.permissions.everyone'), {})}
        </Group>
        <Group label={t('demo.permissions.byPlan')}>
          {demoPlans.map(({ plan, tier }) =>
            button(t('demo.permissions.andUp', { plan }), { tier }),
          )}
        </Group>
        <Group label={t('demo.permissions.byRole')}>
          {demoRoles.map((role) => button(roleName(t, role), { role }))}
        </Group>
      </div>
    </Card>
  );
}

function Group({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div role="group" aria-label={label} className="flex flex-col gap-2">
      <p aria-hidden className="text-sm text-muted">
        {label}
      </p>
      <div className="flex flex-wrap gap-2">{children}</div>
    </div>
  );
}
