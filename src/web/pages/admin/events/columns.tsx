import { Link } from 'react-router';
import type { ProviderEvent } from '#contract/provider-events.ts';
import type { Translate } from '#locales/translation.ts';
import { DateTime } from '#web/components/date-time.tsx';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { Badge } from '#web/ui/badge.tsx';

export const providerEventColumns = (t: Translate): ListColumn<ProviderEvent>[] => [
  {
    key: 'event',
    header: t('admin.events.event'),
    render: ({ id, type }) => (
      <span className="grid min-w-0">
        <code className="text-sm break-all">{type}</code>
        <span className="text-xs font-normal break-all text-muted">{id}</span>
      </span>
    ),
  },
  {
    key: 'createdAt',
    header: t('admin.events.happened'),
    render: ({ createdAt }) => <DateTime at={createdAt} />,
  },
  {
    key: 'organization',
    header: t('admin.events.organization'),
    render: ({ tenant }) =>
      tenant ? (
        <Link to={`/admin/users/${tenant.id}`} className="underline-offset-4 hover:underline">
          {tenant.name}
        </Link>
      ) : (
        <span className="text-muted">{t('admin.events.unknownCustomer')}</span>
      ),
  },
  {
    key: 'state',
    header: t('admin.events.state'),
    render: (event) => <EventState event={event} t={t} />,
  },
];

function EventState({ event, t }: { event: ProviderEvent; t: Translate }) {
  const { settledAt, attempts, lastError } = event;
  if (settledAt) return <Badge tone="success">{t('admin.events.settled')}</Badge>;
  if (!lastError) return <Badge tone="info">{t('admin.events.waiting')}</Badge>;
  return (
    <span className="grid gap-1">
      <Badge tone="danger" className="justify-self-start">
        {t('admin.events.failed', { count: attempts })}
      </Badge>
      <span className="max-w-xs text-xs wrap-anywhere text-muted">{lastError}</span>
    </span>
  );
}
