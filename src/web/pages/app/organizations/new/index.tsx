import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { PageTitle } from '#web/components/page-title.tsx';
import { availableProductsQuery } from '#web/components/pricing/available-products.ts';
import { withoutTrials } from '#web/components/pricing/plan-selection.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { requireOwnDocument, thirdPartyHeaders } from '#web/session/third-party-scripts.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { NewOrganizationForm } from './form.tsx';

export const handle: RouteHandle = { title: 'settings.newOrganization.title' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [requireOwnDocument('stripe')];

export const headers = thirdPartyHeaders('stripe');

/** Renders the page on which a signed-in person creates another organization. */
export default function NewOrganization() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data: plans, error } = useQuery(availableProductsQuery);
  if (error && !plans) throw error;
  return (
    <>
      <PageTitle>{t('settings.newOrganization.title')}</PageTitle>
      <PageHeader
        title={t('settings.newOrganization.title')}
        description={t('settings.newOrganization.text')}
      />
      {plans ? (
        <NewOrganizationForm plans={user.hadTrial ? withoutTrials(plans) : plans} />
      ) : (
        <Skeleton className="h-96 rounded-lg" />
      )}
    </>
  );
}
