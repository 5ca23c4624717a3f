import { useTranslation } from '#web/session/translation.ts';

type Props = {
  /** Totals after each day, month or year of this period, and of the one before. */
  current: readonly number[];
  previous: readonly number[];
  /** Id of the table with the same values. */
  tableId: string;
};

/** Renders the running total of a period over that of the period before. */
export function RunningTotals({ current, previous, tableId }: Props) {
  const { t } = useTranslation();
  const values = [0, ...current, ...previous];
  const [low, high] = [Math.min(...values), Math.max(...values, 1)];
  const length = Math.max(current.length, previous.length, 1);
  // Both begin at nothing, so that the first day is a line already.
  const pointsOf = (totals: readonly number[]) =>
    [0, ...totals].map((total, at) => `${at},${((high - total) / (high - low)) * 100}`).join(' ');
  const line = {
    fill: 'none',
    vectorEffect: 'non-scaling-stroke',
    strokeLinecap: 'round',
    strokeLinejoin: 'round',
  } as const;
  return (
    <figure className="min-w-0">
      <svg
        role="img"
        aria-label={t('app.dashboard.runningTotals')}
        aria-details={tableId}
        viewBox={`0 -4 ${length} 108`}
        preserveAspectRatio="none"
        className="h-28 w-full overflow-visible border-b border-line"
      >
        <polyline
          {...line}
          points={pointsOf(previous)}
          strokeWidth="1.5"
          strokeDasharray="4 5"
          className="stroke-muted"
        />
        <polyline {...line} points={pointsOf(current)} strokeWidth="3" className="stroke-chart-1" />
      </svg>
      <figcaption aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-3 border-chart-1" />
          {t('app.dashboard.current')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-2 border-dashed border-muted" />
          {t('app.dashboard.previous')}
        </span>
      </figcaption>
    </figure>
  );
}
