import { useInfiniteQuery } from '@tanstack/react-query';
import { UserRoundMinus } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { cancellationReasons } from '#contract/cancellations.ts';
import { api } from '#web/api/api.ts';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useCancellationColumns } from '#web/pages/admin/cancellation-columns.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { ReasonCounts } from './reason-counts.tsx';

export const handle: RouteHandle = { title: 'cancellation.title' };

/** Lists the cancellations of all organizations with their reasons (R-OPR-08). */
export default function Cancellations() {
  const { t } = useTranslation();
  const { query, setParams } = useListQuery();
  const reason = [...cancellationReasons, 'none' as const].find(
    (known) => known === query.get('reason'),
  );
  const filter = reason ? { reason } : {};
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'cancellations', filter], (range) =>
      api.cancellations.getAllOfAll({ query: { ...range, ...filter } }),
    ),
  );
  const showAll = (
    <Button variant="white" onClick={() => setParams({ reason: '' })}>
      {t('cancellation.all')}
    </Button>
  );
  return (
    <ListPage
      title={t('cancellation.title')}
      text={t('cancellation.text')}
      list={list}
      actions={reason && showAll}
      bar={<ReasonCounts selected={reason} />}
    >
      <Table
        caption={t('cancellation.title')}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        columns={useCancellationColumns()}
        empty={
          <EmptyState
            icon={<UserRoundMinus aria-hidden />}
            title={t(reason ? 'cancellation.emptyReason' : 'cancellation.empty')}
          >
            {t(reason ? 'cancellation.emptyReasonText' : 'cancellation.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}
