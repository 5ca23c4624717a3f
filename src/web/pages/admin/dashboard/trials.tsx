import { useInfiniteQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { EndedTrial } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { pagedQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { Badge } from '#web/ui/badge.tsx';
import { FigureList, useTenantColumn } from './figure-list.tsx';
import { usePeriod } from './use-period.ts';

export const handle: RouteHandle = { title: 'figures.trials.title' };

/** Lists the trials that ended in a period, with the day of the first payment (R-OPR-09). */
export default function EndedTrials() {
  const { t } = useTranslation();
  const { filter } = usePeriod();
  const list = useInfiniteQuery(
    pagedQuery(['operator', 'trials', filter], (range) =>
      api.overview.getTrials({ query: { ...range, ...filter } }),
    ),
  );
  return (
    <FigureList<EndedTrial>
      list={list}
      rows={loadedRows(list)}
      rowKey={({ id }) => id}
      icon={<Hourglass aria-hidden />}
      title="figures.trials.title"
      text="figures.trials.text"
      empty="figures.trials.empty"
      emptyText="figures.trials.emptyText"
      columns={[
        useTenantColumn(),
        {
          key: 'product',
          header: t('overview.movementList.product'),
          render: ({ product }) => product,
        },
        {
          key: 'ended',
          header: t('figures.trials.ended'),
          render: ({ endedAt }) => <DateTime day at={endedAt} />,
        },
        {
          key: 'paid',
          header: t('figures.trials.paid'),
          phone: 'first',
          render: ({ paidAt }) =>
            paidAt ? (
              <Badge tone="success">
                <DateTime day at={paidAt} />
              </Badge>
            ) : (
              <span className="text-muted">{t('figures.trials.unpaid')}</span>
            ),
        },
      ]}
    />
  );
}
