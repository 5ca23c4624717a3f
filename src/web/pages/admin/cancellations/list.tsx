import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { UserRoundMinus } from 'lucide-react';
import { Link } from 'react-router';
import { cancellationReasons, type CancellationCount } from '#contract/cancellations.ts';
import { cancellationList } from '#contract/lists/operator.ts';
import { api } from '#web/api/api.ts';
import { DataList } from '#web/components/lists/data-list.tsx';
import { ListPage } from '#web/components/lists/list-page.tsx';
import { exportList, listQuery, loadedRows } from '#web/components/lists/paged-query.ts';
import { choicesOf, useDeclaredList } from '#web/components/lists/use-declared-list.ts';
import { useFormats } from '#web/components/use-formats.ts';
import type { RouteHandle } from '#web/layouts/breadcrumb.tsx';
import { useCancellationColumns } from '#web/pages/admin/cancellation-columns.tsx';
import { useTranslation } from '#web/session/translation.ts';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';

export const handle: RouteHandle = { title: 'cancellation.title' };

/** Lists the cancellations of all organizations with their reasons (R-OPR-08). */
export default function Cancellations() {
  const { t } = useTranslation();
  const state = useDeclaredList(cancellationList, {
    columns: useCancellationColumns(),
    filters: {
      reason: {
        label: t('cancellation.column.reason'),
        choices: choicesOf([...cancellationReasons, 'none'], (value) =>
          t(`cancellation.reason.${value}`),
        ),
      },
      at: { label: t('cancellation.column.at') },
    },
  });
  const chosen = state.active.find(({ filter }) => filter.key === 'reason')?.values ?? [];
  const reason = chosen.length === 1 ? chosen[0] : undefined;
  const list = useInfiniteQuery(
    listQuery(['operator', 'cancellations'], state.query, api.cancellations.getAllOfAll),
  );
  return (
    <ListPage title={t('cancellation.title')} text={t('cancellation.text')} list={list}>
      <DataList
        name="operator.cancellations"
        caption={t('cancellation.title')}
        state={state}
        rows={loadedRows(list)}
        csv={exportList(state.query, api.cancellations.exportOfAll)}
        rowKey={({ id }) => id}
        paging={list}
        bar={<ReasonCounts selected={reason} />}
        empty={
          <EmptyState icon={<UserRoundMinus aria-hidden />} title={t('cancellation.empty')}>
            {t('cancellation.emptyText')}
          </EmptyState>
        }
      />
    </ListPage>
  );
}

const counts = {
  queryKey: ['operator', 'cancellations', 'counts'],
  queryFn: () => api.cancellations.getCounts(),
};

const expected = [...cancellationReasons, null].map((reason) => ({ reason, count: undefined }));

/** Renders the number of cancellations of each reason, as links to their rows. */
function ReasonCounts({ selected }: { selected: string | undefined }) {
  const { t } = useTranslation();
  const { number, percent } = useFormats();
  const { data, error } = useQuery(counts);
  if (error && !data) throw error;
  const all = data?.reduce((sum, { count }) => sum + count, 0) ?? 0;
  const rows: { reason: CancellationCount['reason']; count: number | undefined }[] =
    data ?? expected;
  return (
    <ul
      role="list"
      aria-label={t('cancellation.byReason')}
      className="grid grid-cols-2 gap-3 sm:grid-cols-4 sm:gap-4 xl:grid-cols-7"
    >
      {rows.map(({ reason, count }) => {
        const key = reason ?? 'none';
        return (
          <li key={key} className="grid">
            <Link
              to={`?reason=${key}`}
              replace
              aria-current={key === selected ? 'true' : undefined}
              className={clsx(countClass, key === selected ? 'border-focus' : 'border-line')}
            >
              <span className="text-sm text-pretty text-muted">
                {t(`cancellation.reason.${key}`)}
              </span>
              {count === undefined ? (
                <Skeleton className="h-8 w-16" />
              ) : (
                <span className="flex flex-wrap items-baseline gap-x-2">
                  <span className="text-2xl font-semibold tabular-nums">{number(count)}</span>
                  {count > 0 && (
                    <span className="text-xs text-muted">
                      {t('cancellation.share', { percent: percent(count / all) })}
                    </span>
                  )}
                </span>
              )}
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

const countClass =
  'flex flex-col justify-between gap-2 rounded-lg border bg-surface p-4 shadow-sm ' +
  'transition-colors hover:border-line-strong hover:bg-raised';
