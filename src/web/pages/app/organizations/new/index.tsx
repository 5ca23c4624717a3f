import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { availableProducts } from '#web/components/available-products.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { withoutTrials } from '#web/components/pricing-choice.ts';
import type { Titled } from '#web/layouts/breadcrumb.tsx';
import { inOwnDocument, loading } from '#web/session/own-document.ts';
import { useSession } from '#web/session/session.ts';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { NewOrganizationForm } from './form.tsx';

export const handle: Titled = { title: 'settings.newOrganization.title' };

export const clientMiddleware: Route.ClientMiddlewareFunction[] = [inOwnDocument('stripe')];

export const headers = loading('stripe');

/** Renders the page on which a signed-in person creates another organization. */
export default function NewOrganization() {
  const { t } = useTranslation();
  const { user } = useSession();
  const { data: plans, error } = useQuery(availableProducts);
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
