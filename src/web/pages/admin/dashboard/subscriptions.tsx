import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { currencies } from '#contract/money.ts';
import { api } from '#web/api/api.ts';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { TablePage } from '#web/components/lists/table-page.tsx';
import { useListQuery } from '#web/components/lists/use-list-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SegmentedControl } from '#web/ui/segmented-control.tsx';
import { Table } from '#web/ui/table.tsx';
import { useSubscriptionColumns } from './subscription-columns.tsx';

export const handle: RouteHandle = { title: 'overview.subscriptions.title' };

const statuses = ['active', 'trialing', 'past_due'] as const;

/** Lists the subscriptions that the overview counts. */
export default function Subscriptions() {
  const { t } = useTranslation();
  const { query, setParams } = useListQuery();
  const status = statuses.find((known) => known === query.get('status'));
  const currency = currencies.find((known) => known === query.get('currency'));
  const filter = { ...(status && { status }), ...(currency && { currency }) };
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'subscriptions', filter], (range) =>
      api.overview.getSubscriptions({ query: { ...range, ...filter } }),
    ),
  );
  return (
    <TablePage
      title={t('overview.subscriptions.title')}
      text={t('overview.subscriptions.text')}
      list={list}
      bar={
        <SegmentedControl
          label={t('overview.subscriptions.status')}
          className="max-w-full self-start overflow-x-auto"
          segments={[
            { value: '', label: t('overview.subscriptions.all') },
            ...statuses.map((value) => ({ value, label: t(`overview.subscriptions.${value}`) })),
          ]}
          value={status ?? ''}
          onChange={({ target }) => setParams({ status: target.value, currency: '' })}
        />
      }
    >
      <Table
        caption={t('overview.subscriptions.title')}
        rows={loadedRows(list)}
        rowKey={({ id }) => id}
        columns={useSubscriptionColumns()}
        empty={
          <EmptyState
            icon={<CircleDollarSign aria-hidden />}
            title={t('overview.subscriptions.empty')}
          >
            {t('overview.subscriptions.emptyText')}
          </EmptyState>
        }
      />
    </TablePage>
  );
}
