import { useInfiniteQuery } from '@tanstack/react-query';
import { CircleDollarSign } from 'lucide-react';
import { subscriptionList } from '#contract/lists/operator.ts';
import type { RunningSubscription } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { ListColumn } from '#web/components/lists/use-list-state.ts';
import { usePricingTexts } from '#web/components/pricing/texts.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { FigureList, useCurrencyFilter, useTenantColumn } from './figure-list.tsx';
import { useMonthlyAmount } from './use-monthly-amount.ts';

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

const tones = {
  active: 'success',
  trialing: 'info',
  past_due: 'danger',
  paused: 'warning',
} as const;

function useSubscriptionColumns(): ListColumn<RunningSubscription>[] {
  const { t } = useTranslation();
  const { date, money } = useFormats();
  const texts = usePricingTexts();
  const monthly = useMonthlyAmount();
  const organization = useTenantColumn<RunningSubscription>();
  const ends = ({ status, trialEnds, graceEnds }: RunningSubscription) =>
    status === 'trialing' ? trialEnds : graceEnds;
  return [
    organization,
    {
      key: 'product',
      header: t('overview.movementList.product'),
      render: ({ product }) => product,
    },
    {
      key: 'price',
      header: t('overview.subscriptions.price'),
      align: 'end',
      render: (row) => (
        <span>
          {money(row.price, row.currency)}{' '}
          <span className="text-muted">{texts.per({ ...row, trialDays: 0 })}</span>
        </span>
      ),
    },
    {
      key: 'status',
      header: t('overview.subscriptions.status'),
      render: (row) => {
        const until = ends(row);
        return (
          <span className="flex flex-wrap items-center gap-2">
            <Badge tone={tones[row.status]}>{t(`overview.subscriptions.is.${row.status}`)}</Badge>
            {until && (
              <span className="text-sm text-muted">
                {t('overview.subscriptions.until', { date: date(until, 'short') })}
              </span>
            )}
          </span>
        );
      },
    },
    {
      key: 'since',
      header: t('overview.subscriptions.since'),
      render: ({ startDate }) => date(startDate, 'short'),
    },
    {
      key: 'monthly',
      header: t('overview.subscriptions.monthly'),
      align: 'end',
      phone: 'first',
      render: ({ yearly, currency }) => monthly(yearly, currency),
    },
  ];
}
