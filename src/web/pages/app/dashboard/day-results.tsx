import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useId } from 'react';
import { Link } from 'react-router';
import type { TransactionResults } from '#contract/transactions.ts';
import { api } from '#web/api/api.ts';
import { tenantQueryKey } from '#web/api/queries.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Card } from '#web/ui/card.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { DayCalendar } from './day-calendar.tsx';
import { gainClass, lossClass } from './marks.ts';
import type { DateRange } from './period.ts';
import { transactionsPath } from './transactions-path.ts';
import { useRangeName } from './use-bucket-name.ts';

const resultsQuery = ({ from, to }: DateRange) => ({
  queryKey: tenantQueryKey('transactions', 'results', from, to),
  queryFn: () => api.transactions.getResults({ query: { dateFrom: from, dateTo: to } }),
});

const sides = ['gains', 'losses'] as const;
type Side = (typeof sides)[number];

/** Filters of the list with the transactions above or below zero. */
const filtersOf = { gains: { amountFrom: '0.01' }, losses: { amountTo: '-0.01' } };

/** Renders gains apart from losses, their best days and streaks, and a calendar of all days (R-DSH-05). */
export function DayResults({ range }: { range: DateRange }) {
  const { t } = useTranslation();
  const { data, error } = useQuery(resultsQuery(range));
  if (error && !data) throw error;
  return (
    <Card
      className="lg:col-span-3"
      title={t('results.daysTitle')}
      description={t('results.explained')}
    >
      <div className="grid gap-x-8 gap-y-6 xl:grid-cols-2">
        {sides.map((side) => (
          <SideFigures key={side} {...{ side, range }} results={data?.[side]} />
        ))}
      </div>
      <DayCalendar range={range} days={data?.days ?? []} />
    </Card>
  );
}

type SideProps = { side: Side; range: DateRange; results: TransactionResults[Side] | undefined };

/** Renders the figures of one side of zero; placeholders of the same size while they load. */
function SideFigures({ side, range, results }: SideProps) {
  const { t } = useTranslation();
  const { amount: format } = useAmounts();
  const rangeName = useRangeName();
  const id = useId();
  const { transactions, extreme, streak } = results ?? {};
  const dayOf = (date: string) => ({ from: date, to: date });
  return (
    <div>
      <p id={id} className="flex items-center gap-2 text-sm font-medium">
        <span aria-hidden className={clsx('h-3.5 w-2', side === 'gains' ? gainClass : lossClass)} />
        {results ? (
          t(`results.side.${side}.days`, { count: results.days })
        ) : (
          <Skeleton className="h-5 w-40" />
        )}
      </p>
      <ul
        role="list"
        aria-labelledby={id}
        className="-mx-2 mt-2 grid grid-cols-2 gap-y-3 sm:grid-cols-3"
      >
        <Figure
          label={t(`results.side.${side}.transactions`)}
          isLoading={!results}
          {...(transactions &&
            transactions.count > 0 && {
              value: format(transactions.amount),
              detail: t('results.count', { count: transactions.count }),
              to: transactionsPath(range, filtersOf[side]),
            })}
        />
        <Figure
          label={t(`results.side.${side}.extreme`)}
          isLoading={!results}
          {...(extreme && {
            value: format(extreme.amount),
            detail: rangeName(dayOf(extreme.date)),
            to: transactionsPath(dayOf(extreme.date)),
          })}
        />
        <Figure
          label={t('results.streak')}
          isLoading={!results}
          {...(streak && {
            value: t('results.days', { count: streak.days }),
            detail: rangeName(streak),
            to: transactionsPath(streak),
          })}
        />
      </ul>
    </div>
  );
}

type FigureProps = {
  label: string;
  isLoading: boolean;
  /** Missing if the period has none. */
  value?: string;
  detail?: string;
  to?: string;
};

function Figure({ label, isLoading, value, detail, to }: FigureProps) {
  const { t } = useTranslation();
  const content = (
    <>
      <span className="block text-sm text-muted">{label}</span>
      {isLoading ? (
        <Skeleton className="mt-0.5 h-7 w-24" />
      ) : (
        <span className="mt-0.5 block text-xl font-semibold tracking-tight whitespace-nowrap tabular-nums">
          {value ?? t('results.none')}
        </span>
      )}
      <span className="block min-h-5 text-sm text-muted">{detail}</span>
    </>
  );
  return (
    <li className="min-w-0">
      {to ? (
        <Link to={to} className="block h-full rounded-md px-2 py-1.5 hover:bg-sunken">
          {content}
        </Link>
      ) : (
        <div className="px-2 py-1.5">{content}</div>
      )}
    </li>
  );
}
