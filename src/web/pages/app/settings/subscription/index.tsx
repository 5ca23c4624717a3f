import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Role } from '#contract/access.ts';
import { currentSubscription } from '#web/components/current-subscription.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { requires } from '#web/session/guard.ts';
import { inOwnDocument, loading } from '#web/session/own-document.ts';
import { useSession } from '#web/session/session.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { Panels } from './panels.tsx';

export const handle: Titled = { title: 'app.menu.subscription' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [
  requires({ role: Role.Admin }),
  inOwnDocument('stripe'),
];

export const headers = loading('stripe');

/** Renders the organization's subscription and its actions (R-SUB-14). */
export default function Subscription() {
  const { t } = useTranslation();
  const { tenant } = useSession();
  const { data: subscription, error } = useQuery(currentSubscription());
  if (error && !subscription) throw error;
  const isOperators = tenant.subdomain === 'admin';
  return (
    <>
      <PageTitle>{t('app.subscription.title')}</PageTitle>
      <PageHeader title={t('app.subscription.title')} description={tenant.name} />
      {isOperators && <Banner tone="warning">{t('app.subscription.adminTenant')}</Banner>}
      {!isOperators && subscription && <Panels subscription={subscription} />}
      {!isOperators && !subscription && (
        <>
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </>
      )}
    </>
  );
}
