import { useQuery } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Button } from '#web/ui/button.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/index.ts';
import { ActionLog } from './action-log.tsx';
import { FailedOperations } from './failed-operations.tsx';
import { SupportHeader } from './header.tsx';
import { Invoices } from './invoices.tsx';
import { supportQuery } from './queries.ts';
import { SubscriptionCard } from './subscription-card.tsx';

export const handle: RouteHandle = { title: 'support.title' };

/** Renders the billing of an organization, with the operator's changes (R-SUP-01). */
export default function Support({ params }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { data: record, error, refetch, isFetching } = useQuery(supportQuery(params.tenantId));
  if (error instanceof Failure && error.code === 'notFound') return <UnknownRecord error={error} />;
  if (error && !record) throw error;
  if (!record) {
    return (
      <>
        <PageTitle>{t('support.title')}</PageTitle>
        <PageHeader title={t('support.title')} description={t('support.text')} />
        <Skeleton className="h-72 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
        <Skeleton className="h-48 rounded-lg" />
      </>
    );
  }
  const title = t('support.of', { name: record.tenant.name });
  return (
    <>
      <PageTitle>{title}</PageTitle>
      <SupportHeader record={record} title={title} />
      {!record.providerReached && (
        <Banner
          tone="warning"
          role="status"
          title={t('billing.provider.title')}
          action={
            <Button size="sm" variant="white" loading={isFetching} onClick={() => void refetch()}>
              {t('common.action.retry')}
            </Button>
          }
        />
      )}
      {record.tenant.isOperators ? (
        <Banner tone="info">{t('support.adminTenant')}</Banner>
      ) : (
        <>
          <FailedOperations record={record} />
          <SubscriptionCard record={record} />
          <Invoices record={record} />
        </>
      )}
      <ActionLog actions={record.actions} />
    </>
  );
}
