import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Link } from 'react-router';
import { cancellationReasons, type CancellationCount } from '#contract/cancellations.ts';
import { api } from '#web/api/api.ts';
import { useFormats } from '#web/components/use-formats.ts';
import { useTranslation } from '#web/session/translation.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';

const counts = {
  queryKey: ['operator', 'cancellations', 'counts'],
  queryFn: () => api.cancellations.getCounts(),
};

const expected = [...cancellationReasons, null].map((reason) => ({ reason, count: undefined }));

/** Renders the number of cancellations of each reason, as links to their rows. */
export function ReasonCounts({ selected }: { selected: string | undefined }) {
  const { t } = useTranslation();
  const { number } = useFormats();
  const percent = new Intl.NumberFormat(useTranslation().locale, { style: 'percent' });
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
                      {t('cancellation.share', { percent: percent.format(count / all) })}
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
