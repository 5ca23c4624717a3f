import { StopLine } from '#web/components/drawing/stop-line.tsx';
import { useTranslation } from '#web/session/translation.ts';

type Props = {
  /** Monthly recurring revenue at the end of each month. */
  amounts: readonly number[];
  labels: readonly string[];
  format: (amount: number) => string;
  /** Id of the table with the values. */
  tableId: string;
};

/** Draws the monthly recurring revenue as candles, with its highest so far as the stop. */
export function RevenueLine({ amounts, labels, format, tableId }: Props) {
  const { t } = useTranslation();
  const best = amounts.map((_, at) => Math.max(0, ...amounts.slice(0, at + 1)));
  const label = t('overview.mrrByMonth');
  return (
    <figure className="flex min-w-0 grow flex-col">
      <div role="img" aria-label={label} aria-details={tableId} className="flex grow flex-col">
        <div className="relative min-h-44 grow">
          <StopLine totals={amounts} best={best} className="absolute inset-0 size-full" />
          {/* For pointers alone: the table below has the same values. */}
          <div className="absolute inset-0 flex">
            {labels.map((month, at) => (
              <span
                key={at}
                title={`${month}: ${format(amounts[at] ?? 0)}`}
                className="flex-1 rounded-sm hover:bg-ink/5"
              />
            ))}
          </div>
        </div>
        <p className="mt-2 flex justify-between text-xs text-muted">
          <span>{labels.length > 1 && labels[0]}</span>
          <span>{labels.at(-1)}</span>
        </p>
      </div>
      <figcaption aria-hidden className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-muted">
        <span className="flex items-center gap-1.5">
          <span className="h-3 w-1.5 bg-line-strong" />
          {t('overview.mrr')}
        </span>
        <span className="flex items-center gap-1.5">
          <span className="w-4 border-t-3 border-accent-ink" />
          {t('overview.mrrBest', { amount: format(best.at(-1) ?? 0) })}
        </span>
      </figcaption>
    </figure>
  );
}
