import { useQuery } from '@tanstack/react-query';
import { Failure } from '#contract/errors.ts';
import type { Webhook } from '#contract/webhooks/webhooks.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { PageTitle } from '#web/components/page-title.tsx';
import { UnknownRecord } from '#web/components/unknown-record.tsx';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Banner } from '#web/ui/banner.tsx';
import { Card } from '#web/ui/card.tsx';
import { PageHeader } from '#web/ui/page-header.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { Route } from './+types/detail.ts';
import { Deliveries } from './deliveries.tsx';
import { EndpointActions } from './endpoint-actions.tsx';
import { EndpointState } from './endpoint-state.tsx';
import { webhookQuery, webhooksPath } from './queries.ts';

export const handle: RouteHandle = { title: 'provisioning.webhooks.deliveries.title' };

/** Shows an endpoint with its deliveries (R-WHK-06, R-WHK-07, R-WHK-08). */
export default function WebhookDetail({ params: { id } }: Route.ComponentProps) {
  const { t } = useTranslation();
  const { data: webhook, error } = useQuery({
    ...webhookQuery(id),
    // The sender changes its state.
    refetchInterval: 5_000,
  });
  if (error instanceof Failure && error.code === 'notFound') {
    return <UnknownRecord error={error} list={webhooksPath} />;
  }
  if (error && !webhook) throw error;
  const pageTitle = <PageTitle>{t('provisioning.webhooks.title')}</PageTitle>;
  if (!webhook) {
    return (
      <>
        {pageTitle}
        <PageHeader title={t('provisioning.webhooks.title')} />
        <Skeleton className="h-24 rounded-lg" />
      </>
    );
  }
  return (
    <>
      {pageTitle}
      <PageHeader
        title={
          <span className="flex flex-wrap items-center gap-3 wrap-anywhere">
            {new URL(webhook.url).host}
            <EndpointState webhook={webhook} />
          </span>
        }
        description={<span className="wrap-anywhere">{webhook.url}</span>}
        actions={<EndpointActions webhook={webhook} />}
      />
      {webhook.disabled && (
        <Banner tone={webhook.disabled.reason === 'member' ? 'info' : 'danger'}>
          {t(`provisioning.webhooks.disabled.${webhook.disabled.reason}`)} ·{' '}
          <DateTime at={webhook.disabled.at} />
        </Banner>
      )}
      {webhook.failingSince && !webhook.disabled && (
        <Banner tone="warning">
          {t('provisioning.webhooks.failing')} <DateTime at={webhook.failingSince} />
        </Banner>
      )}
      <EndpointCard webhook={webhook} />
      <Deliveries webhook={webhook} />
    </>
  );
}

/** Renders the description and the events of an endpoint. */
function EndpointCard({ webhook }: { webhook: Webhook }) {
  const { t } = useTranslation();
  return (
    <Card>
      <div className="grid gap-2 text-sm">
        {webhook.description && <p className="wrap-anywhere">{webhook.description}</p>}
        <ul
          role="list"
          aria-label={t('provisioning.webhooks.events')}
          className="flex flex-wrap gap-1.5"
        >
          {webhook.events.map((event) => (
            <li key={event} className="rounded-sm bg-sunken px-1.5 py-0.5">
              <code className="text-xs">{event}</code>
            </li>
          ))}
        </ul>
        {webhook.formerUntil && (
          <p className="text-muted">
            {t('provisioning.webhooks.formerUntil')} <DateTime at={webhook.formerUntil} />
          </p>
        )}
      </div>
    </Card>
  );
}
