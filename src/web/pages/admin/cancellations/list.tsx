import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRoundMinus } from 'lucide-react';
import { cancellationReasons } from '#contract/cancellations.ts';
import { cancellationList } from '#contract/lists/operator.ts';
import { api } from '#web/api/api.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useCancellationColumns } from '#web/pages/admin/cancellation-columns.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { ReasonCounts } from './reason-counts.tsx';

export const handle: RouteHandle = { title: 'cancellation.title' };

/** Lists the cancellations of all organizations with their reasons (R-OPR-08). */
export default function Cancellations() {
  const { t } = useTranslation();
  const state = useDeclaredList(cancellationList, {
    columns: useCancellationColumns(),
    filters: {
      reason: {
        label: t('cancellation.column.reason'),
        choices: choicesOf([...cancellationReasons, 'none'], (value) =>
          t(`cancellation.reason.${value}`),
        ),
      },
      at: { label: t('cancellation.column.at') },
    },
  });
  const chosen = state.active.find(({ filter }) => filter.key === 'reason')?.values ?? [];
  const reason = chosen.length === 1 ? chosen[0] : undefined;
  const list = useInfiniteQuery(
    listQuery(['operator', 'cancellations'], state.query, api.cancellations.getAllOfAll),
  );
  return (
    <ListPage title={t('cancellation.title')} text={t('cancellation.text')} list={list}>
      <DataList
        name="operator.cancellations"
        caption={t('cancellation.title')}
        state={state}
        rows={loadedRows(list)}
        csv={exportList(state.query, api.cancellations.exportOfAll)}
        rowKey={({ id }) => id}
        paging={list}
        bar={<ReasonCounts selected={reason} />}
        empty={
          <EmptyState icon={<UserRoundMinus aria-hidden />} title={t('cancellation.empty')}>
            {t('cancellation.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
