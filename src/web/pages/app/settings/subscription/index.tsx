import { useQuery } from '@tanstack/react-query';
import { subscriptionQuery } from '#web/components/billing/current-subscription.ts';
import { planEndQuery } from '#web/components/billing/plan-end-query.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { requireOwnDocument, thirdPartyHeaders } from '#web/session/third-party-scripts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { SubscriptionPanels } from './panels.tsx';

export const handle: RouteHandle = { title: 'app.menu.subscription' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwnDocument('stripe')];

export const headers = thirdPartyHeaders('stripe');

/** Renders the organization's subscription and its actions (R-SUB-14). */
export default function Subscription() {
  const { t } = useTranslation();
  const { tenant, isOperators } = useSession();
  const asked = { enabled: !isOperators };
  const { data: subscription, error } = useQuery({ ...subscriptionQuery(), ...asked });
  if (error && !subscription) throw error;
  // The plan's card tells what follows: shown at once, so that nothing moves.
  const { isPending } = useQuery({ ...planEndQuery(), ...asked });
  return (
    <>
      <PageTitle>{t('subscription.title')}</PageTitle>
      <PageHeader title={t('subscription.title')} description={tenant.name} />
      {isOperators && <Banner tone="info">{t('subscription.adminTenant')}</Banner>}
      {!isOperators && subscription && !isPending && (
        <SubscriptionPanels subscription={subscription} />
      )}
      {!isOperators && (!subscription || isPending) && (
        <>
          <Skeleton className="h-56 rounded-lg" />
          <Skeleton className="h-32 rounded-lg" />
          <Skeleton className="h-48 rounded-lg" />
        </>
      )}
    </>
  );
}
