import { useTranslation } from 'react-i18next';

interface Props {
  /** Totals after each day of this month up to today, and of the month before. */
  current: readonly number[];
  last: readonly number[];
}

const daysShown = 31;

/** Renders this month's running total by day, over that of the month before. */
export function RunningTotals({ current, last }: Props) {
  const { t } = useTranslation();
  const values = [0, ...current, ...last];
  const [low, high] = [Math.min(...values), Math.max(...values, 1)];
  const pointsOf = (totals: readonly number[]) =>
    totals.map((total, day) => `${day},${((high - total) / (high - low)) * 100}`).join(' ');
  const line = {
    fill: 'none',
    vectorEffect: 'non-scaling-stroke',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return (
    <figure className="min-w-0 max-sm:mt-5">
      <svg
        role="img"
        aria-label={t('dashboard.runningTotals')}
        viewBox={`0 -4 ${daysShown - 1} 108`}
        preserveAspectRatio="none"
        className="h-28 w-full overflow-visible border-b border-line"
      >
        <polyline
          {...line}
          points={pointsOf(last)}
          strokeWidth="1.5"
          strokeDasharray="4 5"
          className="stroke-muted"
        />
        <polyline {...line} points={pointsOf(current)} strokeWidth="3" className="stroke-chart-1" />
      </svg>
      <figcaption aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-3 border-chart-1" />
          {t('dashboard.thisMonth')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-2 border-dashed border-muted" />
          {t('dashboard.lastMonth')}
        </span>
      </figcaption>
    </figure>
  );
}
