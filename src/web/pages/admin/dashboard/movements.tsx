import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownUp } from 'lucide-react';
import { movementList } from '#contract/lists/operator.ts';
import { movementKinds } from '#contract/periods.ts';
import { api } from '#web/api/api.ts';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { FigureList, useCurrencyFilter } from './figure-list.tsx';
import { useMovementColumns } from './movement-columns.tsx';

export const handle: RouteHandle = { title: 'overview.movementList.title' };

/** Lists the revenue changes behind a figure, or all of them. */
export default function Movements() {
  const { t } = useTranslation();
  const state = useDeclaredList(movementList, {
    columns: useMovementColumns(),
    filters: {
      kind: {
        label: t('overview.movementList.kind'),
        choices: choicesOf(movementKinds, (kind) => t(`overview.kind.${kind}`)),
      },
      currency: useCurrencyFilter(),
      at: { label: t('overview.movementList.at') },
    },
  });
  const list = useInfiniteQuery(
    listQuery(['operator', 'movements'], state.query, api.overview.getMovements),
  );
  return (
    <FigureList
      name="operator.movements"
      state={state}
      list={list}
      rows={loadedRows(list)}
      csv={exportList(state.query, api.overview.exportMovements)}
      rowKey={({ id }) => id}
      icon={<ArrowDownUp aria-hidden />}
      title="overview.movementList.title"
      text="overview.movementList.text"
      empty="overview.movementList.empty"
      emptyText="overview.movementList.emptyText"
    />
  );
}
