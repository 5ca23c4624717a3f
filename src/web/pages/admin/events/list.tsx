import { useInfiniteQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { commonEventTypes, eventList, eventStates } from '#contract/lists/operator.ts';
import type { ProviderEvent } from '#contract/provider-events.ts';
import type { Translate } from '#locales/translation.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { OrganizationLink } from '#web/pages/admin/organization-link.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';

export const handle: RouteHandle = { title: 'admin.events.title' };

/** Lists the events of the payment provider with their processing. */
export default function ProviderEvents() {
  const { t } = useTranslation();
  const action = useAction();
  const may = useMayCall();
  const state = useDeclaredList(eventList, {
    columns: providerEventColumns(t),
    filters: {
      state: {
        label: t('admin.events.state'),
        choices: choicesOf(eventStates, (value) => t(`admin.events.${value}`)),
      },
      type: {
        label: t('admin.events.event'),
        choices: choicesOf(commonEventTypes, (value) => value),
        isOpen: true,
      },
      createdAt: { label: t('admin.events.happened') },
    },
    sorts: { receivedAt: t('admin.events.received') },
  });
  const list = useInfiniteQuery(
    listQuery(['operator', 'events'], state.query, api.providerEvents.getAllOfAll),
  );
  const replay = (events: readonly ProviderEvent[]) =>
    action({
      work: async () => {
        for (const { id } of events) await api.providerEvents.replay({ params: { id } });
      },
      done: t('admin.events.replayed', { count: events.length }),
    });
  return (
    <ListPage title={t('admin.events.title')} text={t('admin.events.text')} list={list}>
      <DataList
        name="operator.events"
        state={state}
        paging={list}
        caption={t('admin.events.title')}
        rows={loadedRows(list)}
        csv={exportList(state.query, api.providerEvents.exportOfAll)}
        rowKey={({ id }) => id}
        {...(may('providerEvents/replay') && {
          rowLabel: ({ type, id }: ProviderEvent) => `${type} ${id}`,
          bulkActions: (selected: readonly ProviderEvent[], { clear }: { clear: () => void }) => (
            <Button size="sm" variant="white" onClick={() => void replay(selected).then(clear)}>
              {t('admin.events.replay')}
            </Button>
          ),
        })}
        renderActions={(event) =>
          may('providerEvents/replay') && (
            <Button
              size="sm"
              variant="white"
              aria-label={t('admin.events.replayOf', { type: event.type })}
              onClick={() => void replay([event])}
            >
              {t('admin.events.replay')}
            </Button>
          )
        }
        empty={
          <EmptyState icon={<Webhook aria-hidden />} title={t('admin.events.emptyTitle')}>
            {t('admin.events.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

const providerEventColumns = (t: Translate): ListColumn<ProviderEvent>[] => [
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
        <OrganizationLink tenant={tenant} />
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
