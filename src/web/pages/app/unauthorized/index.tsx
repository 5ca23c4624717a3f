import { ShieldAlert } from 'lucide-react';
import { Link, redirect, useSearchParams } from 'react-router';
import { Role, roleAllows } from '#contract/access.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { usePlanWithTier } from '#web/components/pricing/available-products.ts';
import { roleName } from '#web/components/role-name.ts';
import { missingRequirements, parseRequirement, type Requirement } from '#web/session/guard.ts';
import { homePath, loadSession, useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { TransactionsPreview } from './transactions-preview.tsx';

const isEmpty = (requirement: Requirement) => Object.keys(requirement).length === 0;

/** Leaves the address of a refusal that no longer holds, such as after an upgrade. */
const leaveIfAdmitted: Route.ClientMiddlewareFunction = async ({ request }) => {
  const required = parseRequirement(new URL(request.url).searchParams);
  const session = await loadSession();
  if (session && !isEmpty(required) && isEmpty(missingRequirements(session, required)))
    throw redirect(homePath);
};

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [leaveIfAdmitted];

/** Explains which role, plan or type is missing and who can change it (R-APP-02). */
export default function Unauthorized() {
  const { t } = useTranslation();
  const { role, tenant } = useSession();
  const [search] = useSearchParams();
  const missing = parseRequirement(search);
  const mayUpgrade = roleAllows(role, Role.Admin);
  const lacksPlan = missing.tier !== undefined;
  if (lacksPlan && search.get('from') === '/app/transactions') return <TransactionsPreview />;
  return (
    <Card className="mx-auto my-auto w-full max-w-xl">
      <PageTitle>{t('unauthorized.title')}</PageTitle>
      <EmptyState
        icon={<ShieldAlert aria-hidden />}
        title={t('unauthorized.title')}
        isPage
        action={
          lacksPlan && mayUpgrade ? (
            <Button render={<Link to="/app/settings/organization/subscription" />}>
              {t('unauthorized.upgrade')}
            </Button>
          ) : (
            <Button variant="white" render={<Link to={homePath} />}>
              {t('unauthorized.home')}
            </Button>
          )
        }
      >
        <Reason missing={missing} />
        {lacksPlan && !mayUpgrade && (
          <p className="mt-2">{t('app.askAdmin', { organization: tenant.name })}</p>
        )}
      </EmptyState>
    </Card>
  );
}

function Reason({ missing }: { missing: Requirement }) {
  const { t } = useTranslation();
  const { role } = useSession();
  if (missing.member) return <p>{t('unauthorized.member')}</p>;
  if (missing.operator) return <p>{t('unauthorized.operator')}</p>;
  if (missing.tier !== undefined) return <MissingTier tier={missing.tier} />;
  if (missing.role === undefined) return <p>{t('unauthorized.generic')}</p>;
  const names = { role: roleName(t, missing.role), current: roleName(t, role) };
  return <p>{t('unauthorized.role', names)}</p>;
}

function MissingTier({ tier }: { tier: number }) {
  const { t } = useTranslation();
  const { product: current } = useSession();
  const product = usePlanWithTier(tier);
  if (product === undefined) return <Skeleton className="mx-auto h-4 w-72" />;
  return (
    <p>
      {current
        ? t('unauthorized.tier', { product, current: current.subscriptionProduct.title })
        : t('unauthorized.tierNoPlan', { product })}
    </p>
  );
}
