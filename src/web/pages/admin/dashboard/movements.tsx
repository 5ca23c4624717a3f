import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownUp } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currencies } from '#contract/money.ts';
import { movementKinds } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { TablePage } from '#web/components/lists/table-page.tsx';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Table } from '#web/ui/table.tsx';
import { useMovementColumns } from './movement-columns.tsx';

export const handle: RouteHandle = { title: 'overview.movementList.title' };

/** Lists the revenue changes behind a figure, or all of them. */
export default function Movements() {
  const { t } = useTranslation();
  const { query, setParams } = useListQuery();
  const month = query.get('month');
  const kind = movementKinds.find((known) => known === query.get('kind'));
  const currency = currencies.find((known) => known === query.get('currency'));
  const filter = { ...(month && { month }), ...(kind && { kind }), ...(currency && { currency }) };
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'movements', filter], (range) =>
      api.overview.getMovements({ query: { ...range, ...filter } }),
    ),
  );
  const isNarrow = Object.keys(filter).length > 0;
  const about = [kind && t(`overview.kind.${kind}`), month, currency?.toUpperCase()];
  return (
    <TablePage
      title={[t('overview.movementList.title'), ...about].filter(Boolean).join(' · ')}
      text={t('overview.movementList.text')}
      list={list}
      actions={
        isNarrow && (
          <Button variant="white" onClick={() => setParams({ month: '', kind: '', currency: '' })}>
            {t('overview.movementList.all')}
          </Button>
        )
      }
    >
      <Table
        caption={t('overview.movementList.title')}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        columns={useMovementColumns()}
        empty={
          <EmptyState icon={<ArrowDownUp aria-hidden />} title={t('overview.movementList.empty')}>
            {t('overview.movementList.emptyText')}
          </EmptyState>
        }
      />
    </TablePage>
  );
}
