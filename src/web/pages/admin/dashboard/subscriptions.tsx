import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import { subscriptionList } from '#contract/lists/operator.ts';
import { api } from '#web/api/api.ts';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { FigureList, useCurrencyFilter } from './figure-list.tsx';
import { useSubscriptionColumns } from './subscription-columns.tsx';

export const handle: RouteHandle = { title: 'overview.subscriptions.title' };

const statuses = ['active', 'trialing', 'past_due', 'paused'] as const;

/** Lists the subscriptions that the overview counts. */
export default function Subscriptions() {
  const { t } = useTranslation();
  const state = useDeclaredList(subscriptionList, {
    columns: useSubscriptionColumns(),
    filters: {
      status: {
        label: t('overview.subscriptions.status'),
        choices: choicesOf(statuses, (status) => t(`overview.subscriptions.is.${status}`)),
      },
      currency: useCurrencyFilter(),
      createdAt: { label: t('lists.createdAt') },
    },
  });
  const list = useInfiniteQuery(
    listQuery(['operator', 'subscriptions'], state.query, api.overview.getSubscriptions),
  );
  return (
    <FigureList
      name="operator.subscriptions"
      state={state}
      list={list}
      rows={loadedRows(list)}
      csv={exportList(state.query, api.overview.exportSubscriptions)}
      rowKey={({ id }) => id}
      icon={<CircleDollarSign aria-hidden />}
      title="overview.subscriptions.title"
      text="overview.subscriptions.text"
      empty="overview.subscriptions.empty"
      emptyText="overview.subscriptions.emptyText"
    />
  );
}
