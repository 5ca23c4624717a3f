import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRoundMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cancellationReasons } from '#contract/cancellations.ts';
import { api } from '#web/api/api.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useListState } from '#web/components/lists/use-list-state.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useCancellationColumns } from '#web/pages/admin/cancellation-columns.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ReasonCounts } from './reason-counts.tsx';

export const handle: RouteHandle = { title: 'cancellation.title' };

/** Lists the cancellations of all organizations with their reasons (R-OPR-08). */
export default function Cancellations() {
  const { t } = useTranslation();
  const state = useListState({
    columns: useCancellationColumns(),
    filters: [
      {
        key: 'reason',
        label: t('cancellation.column.reason'),
        params: ['reason'],
        kind: 'choice',
        single: true,
        choices: [...cancellationReasons, 'none' as const].map((value) => ({
          value,
          label: t(`cancellation.reason.${value}`),
        })),
      },
    ],
    sorting: { key: '', descending: true },
  });
  const reason = state.active[0]?.values[0];
  const list = useInfiniteQuery(
    listQuery(['operator', 'cancellations'], state.filterQuery, api.cancellations.getAllOfAll),
  );
  return (
    <ListPage title={t('cancellation.title')} text={t('cancellation.text')} list={list}>
      <DataList
        name="operator.cancellations"
        caption={t('cancellation.title')}
        hasSearch={false}
        state={state}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        paging={list}
        bar={<ReasonCounts selected={reason} />}
        empty={
          <EmptyState icon={<UserRoundMinus aria-hidden />} title={t('cancellation.empty')}>
            {t('cancellation.emptyText')}
          </EmptyState>
        }
        nothing={
          <EmptyState
            icon={<UserRoundMinus aria-hidden />}
            title={t('cancellation.emptyReason')}
            action={
              <Button variant="white" onClick={state.clearFilters}>
                {t('cancellation.all')}
              </Button>
            }
          >
            {t('cancellation.emptyReasonText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
