import { useQuery } from '@tanstack/react-query';
import { billingDetailsQuery } from '#web/components/billing/billing-details.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useSession } from '#web/session/session.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { BillingDetailsForm } from './form.tsx';

export const handle: RouteHandle = { title: 'invoicing.title' };

/** Renders the form of what invoices show about the organization (R-INV-01). */
export default function BillingSettings() {
  const { t } = useTranslation();
  const { tenant, isOperators } = useSession();
  const { data, error } = useQuery({
    ...billingDetailsQuery(),
    refetchOnWindowFocus: false,
    enabled: !isOperators,
  });
  if (error && !data) throw error;
  return (
    <>
      <PageTitle>{t('invoicing.title')}</PageTitle>
      <PageHeader title={t('invoicing.title')} description={tenant.name} />
      {isOperators && <Banner tone="info">{t('subscription.adminTenant')}</Banner>}
      {data && <BillingDetailsForm details={data} />}
      {!isOperators && !data && <Skeleton className="h-96 rounded-lg" />}
    </>
  );
}
