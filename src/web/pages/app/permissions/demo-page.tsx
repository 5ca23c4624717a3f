import { Lock, LockOpen } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { planName } from '#web/components/plan-name.ts';
import { roleName } from '#web/components/role-name.ts';
import { missingRequirements, type Requirement } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { DetailsList } from '#web/ui/details-list.tsx';
import { useDialogs } from '#web/ui/dialogs/dialogs.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { pageGates, type Gate, demoPlans, demoRoles } from './gates.ts';

/** Renders a demo page with the member's plan and role and links to the gated pages (R-APP-05). */
export function DemoPage({ title, children }: { title: string; children: string }) {
  const { t } = useTranslation();
  const { tenant, role } = useSession();
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <PageHeader
        above={<Badge className="self-start">{t('demo.mark')}</Badge>}
        title={title}
        description={children}
      />
      <Card title={t('demo.permissions.you')}>
        <DetailsList
          details={[
            { key: 'plan', label: t('app.menu.subscription'), value: planName(t, tenant) },
            { key: 'role', label: t('demo.role'), value: roleName(t, role) },
          ]}
        />
      </Card>
      <div className="grid items-start gap-4 xl:grid-cols-2">
        <DemoButtons />
        <GatedPages />
      </div>
    </>
  );
}

/** Renders a page behind a gate and the requirement of that gate. */
export function GatedPage({ gate }: { gate: Gate }) {
  const { t } = useTranslation();
  const gateText = useGateText();
  return <DemoPage title={t(`demo.pages.${gate}`)}>{gateText(pageGates[gate])}</DemoPage>;
}

const pages = [
  { gate: 'starter', to: '/app/permissions/subscriptions/starter' },
  { gate: 'pro', to: '/app/permissions/subscriptions/pro' },
  { gate: 'unlimited', to: '/app/permissions/subscriptions/unlimited' },
  { gate: 'owner', to: '/app/permissions/roles/owner' },
  { gate: 'admin', to: '/app/permissions/roles/admin' },
  { gate: 'member', to: '/app/permissions/roles/member' },
] as const;

/** Links to the gated pages; a locked one leads to the explanation of what is missing. */
function GatedPages() {
  const { t } = useTranslation();
  const session = useSession();
  const gateText = useGateText();
  return (
    <Card title={t('demo.pages.title')} description={t('demo.pages.text')}>
      <ul role="list" className="grid gap-2 sm:grid-cols-2">
        {pages.map(({ gate, to }) => {
          const closed = Object.keys(missingRequirements(session, pageGates[gate])).length > 0;
          const Icon = closed ? Lock : LockOpen;
          return (
            <li key={gate}>
              <Link to={to} className={linkClass}>
                <Icon
                  role="img"
                  aria-label={closed ? t('demo.pages.closed') : t('demo.pages.open')}
                  className="mt-0.5 size-4 shrink-0"
                />
                <span className="min-w-0">
                  <span className="block font-medium text-ink">{t(`demo.pages.${gate}`)}</span>
                  <span className="block text-muted">{gateText(pageGates[gate])}</span>
                </span>
              </Link>
            </li>
          );
        })}
      </ul>
    </Card>
  );
}

const linkClass =
  'flex h-full gap-3 rounded-md border border-line p-3 text-sm text-muted transition-colors hover:border-line-strong hover:bg-sunken';

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
function DemoButtons() {
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

/** Returns a function that describes a requirement in words. */
function useGateText() {
  const { t } = useTranslation();
  return ({ tier, role }: Requirement) => {
    if (role !== undefined) return t('demo.pages.needsRole', { role: roleName(t, role) });
    const plan = demoPlans.find((plan) => plan.tier === tier)?.plan;
    return t('demo.pages.needsPlan', { plan });
  };
}
