import { useInfiniteQuery } from '@tanstack/react-query';
import { Webhook } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { api } from '#web/api/api.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import { useListState } from '#web/components/lists/use-list-state.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useAction } from '#web/pages/admin/use-action.ts';
import { useMayCall } from '#web/session/operator.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { providerEventColumns } from './columns.tsx';

export const handle: RouteHandle = { title: 'admin.events.title' };

/** Lists the webhook events of the payment provider, optionally only those that fail. */
export default function ProviderEvents() {
  const { t } = useTranslation();
  const action = useAction();
  const { query, setParams } = useListQuery();
  const may = useMayCall();
  const isFailing = query.get('failed') === 'true';
  const state = useListState({
    columns: providerEventColumns(t),
    filters: [],
    sorting: { key: '', descending: true },
  });
  const list = useInfiniteQuery(
    listQuery(
      ['operator', 'events'],
      { ...state.filterQuery, failed: String(isFailing) },
      api.providerEvents.getAllOfAll,
    ),
  );
  const replay = (id: string) =>
    void action({
      work: () => api.providerEvents.replay({ params: { id } }),
      done: t('admin.events.replayed'),
    });
  return (
    <ListPage title={t('admin.events.title')} text={t('admin.events.text')} list={list}>
      <DataList
        name="operator.events"
        hasSearch={false}
        state={state}
        paging={list}
        bar={
          <SegmentedControl
            label={t('admin.events.show')}
            className="self-start"
            segments={[
              { value: '', label: t('admin.events.all') },
              { value: 'true', label: t('admin.events.failing') },
            ]}
            value={isFailing ? 'true' : ''}
            onChange={({ target }) => setParams({ failed: target.value })}
          />
        }
        caption={t('admin.events.title')}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        renderActions={({ id, type }) =>
          may('providerEvents/replay') && (
            <Button
              size="sm"
              variant="white"
              aria-label={t('admin.events.replayOf', { type })}
              onClick={() => replay(id)}
            >
              {t('admin.events.replay')}
            </Button>
          )
        }
        empty={
          <EmptyState
            icon={<Webhook aria-hidden />}
            title={t(isFailing ? 'admin.events.noneFailing' : 'admin.events.emptyTitle')}
          >
            {t(isFailing ? 'admin.events.noneFailingText' : 'admin.events.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
