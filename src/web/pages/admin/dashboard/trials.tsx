import { useInfiniteQuery } from '@tanstack/react-query';
import { Hourglass } from 'lucide-react';
import { trialList, paidStates } from '#contract/lists/operator.ts';
import type { EndedTrial } from '#contract/overview.ts';
import { api } from '#web/api/api.ts';
import { DateTime } from '#web/components/date-time.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { Badge } from '#web/ui/badge.tsx';
import { FigureList, useCurrencyFilter, useTenantColumn } from './figure-list.tsx';
import { PeriodControl } from './period-control.tsx';
import { usePeriod } from './use-period.ts';

export const handle: RouteHandle = { title: 'figures.trials.title' };

/** Lists the trials that ended in a period, with the day of the first payment (R-OPR-09). */
export default function EndedTrials() {
  const { t } = useTranslation();
  const { months } = usePeriod();
  const organization = useTenantColumn<EndedTrial>();
  const state = useDeclaredList(trialList, {
    columns: [
      organization,
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
    ],
    filters: {
      paid: {
        label: t('figures.trials.paid'),
        choices: choicesOf(paidStates, (paid) => t(`figures.paid.${paid}`)),
      },
      currency: useCurrencyFilter(),
    },
  });
  const list = useInfiniteQuery(
    listQuery(['operator', 'trials'], { ...state.query, months }, api.overview.getTrials),
  );
  return (
    <FigureList<EndedTrial>
      name="operator.trials"
      state={state}
      list={list}
      bar={<PeriodControl className="self-start" />}
      rows={loadedRows(list)}
      csv={exportList({ ...state.query, months }, api.overview.exportTrials)}
      rowKey={({ id }) => id}
      icon={<Hourglass aria-hidden />}
      title="figures.trials.title"
      text="figures.trials.text"
      empty="figures.trials.empty"
      emptyText="figures.trials.emptyText"
    />
  );
}
