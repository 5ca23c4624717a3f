import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Role } from '#contract/access.ts';
import { currentSubscription } from '#web/components/current-subscription.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { CurrentPlan } from './current-plan.tsx';
import { Invoices } from './invoices.tsx';
import { Plans } from './plans.tsx';

export const handle: Titled = { title: 'app.menu.subscription' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requires({ role: Role.Admin })];

/** What the organization has, and what it could have. */
export default function Subscription() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const { data: subscription, error } = useQuery(currentSubscription());
  if (error && !subscription) throw error;
  return (
    <>
      <PageTitle>{t('app.subscription.title')}</PageTitle>
      <PageHeader title={t('app.subscription.title')} description={tenant.name} />
      {tenant.subdomain === 'admin' && (
        <Banner tone="warning">{t('app.subscription.adminTenant')}</Banner>
      )}
      {subscription ? (
        <>
          <CurrentPlan subscription={subscription} />
          <Plans activeProduct={subscription.activeProduct} />
          <Invoices invoices={subscription.invoices} />
        </>
      ) : (
        <>
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-72 rounded-lg" />
        </>
      )}
    </>
  );
}
