import { useInfiniteQuery } from '@tanstack/react-query';
import { ArrowDownUp } from 'lucide-react';
import { movementList } from '#contract/lists/operator.ts';
import type { Movement } from '#contract/overview.ts';
import { movementKinds } from '#contract/periods.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { FigureList, useCurrencyFilter, useTenantColumn } from './figure-list.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';

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

const tones = {
  new: 'success',
  expansion: 'success',
  contraction: 'warning',
  churn: 'danger',
} as const;

function useMovementColumns(): ListColumn<Movement>[] {
  const { t } = useTranslation();
  const monthly = useMonthlyAmount();
  const organization = useTenantColumn<Movement>();
  const text = (key: 'at' | 'product' | 'kind' | 'before' | 'after' | 'change') =>
    ({ key, header: t(`overview.movementList.${key}`) }) as const;
  return [
    organization,
    { ...text('at'), render: ({ at }) => <DateTime at={at} /> },
    {
      ...text('kind'),
      render: ({ kind }) => <Badge tone={tones[kind]}>{t(`overview.kind.${kind}`)}</Badge>,
    },
    { ...text('product'), render: ({ product }) => product },
    {
      ...text('before'),
      align: 'end',
      render: ({ before, currency }) => monthly(before, currency),
    },
    { ...text('after'), align: 'end', render: ({ after, currency }) => monthly(after, currency) },
    {
      ...text('change'),
      align: 'end',
      phone: 'first',
      render: ({ before, after, currency }) => <strong>{monthly(after - before, currency)}</strong>,
    },
  ];
}
