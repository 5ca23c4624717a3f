import { clsx } from 'clsx';
import { Link } from 'react-router';
import { plainCompactFormatter } from '#contract/entities/currency.ts';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Bucket } from './buckets.ts';
import { scaleOf } from './chart-scale.ts';
import { gainClass, lossClass } from './marks.ts';
import type { BucketLength } from './period.ts';
import { transactionsPath } from './transactions-path.ts';
import { useBucketName } from './use-bucket-name.ts';

type Props = {
  buckets: readonly Bucket[];
  by: BucketLength;
  /** Id of the table with the same values. */
  tableId: string;
  label: string;
};

/** Most buckets that have room for their amounts, and for the names of all. */
const maxAmounts = 7;
const maxNames = 12;

/**
 * Renders one bar per day, month or year beside an axis of three values; each links to its transactions. Losses hang
 * below zero and are hollow. One far beyond the others ends in a break, with its amount.
 */
export function PeriodChart({ buckets, by, tableId, label }: Props) {
  const { tickOf } = useBucketName(by);
  const { ticks } = scaleOf(buckets.map(({ amount }) => amount));
  const [low, , high] = ticks;
  const step = Math.ceil(buckets.length / maxNames);
  /** Returns the place of an amount between the ends of the axis, in percent. */
  const placeOf = (amount: number) =>
    ((Math.min(Math.max(amount, low), high) - low) / (high - low)) * 100;
  return (
    <div className="flex h-64 gap-2 pt-6 lg:h-76">
      <Axis ticks={ticks} placeOf={placeOf} />
      <ol role="list" aria-label={label} aria-details={tableId} className="flex min-w-0 flex-1">
        {buckets.map((bucket, index) => (
          <li key={bucket.start} className="flex min-w-0 flex-1 flex-col text-center">
            <span className="relative flex-1">
              {ticks.map((tick) => (
                <span
                  key={tick}
                  aria-hidden
                  className={clsx(
                    'absolute inset-x-0 border-b',
                    tick === 0 ? 'border-line-strong/60' : 'border-line/60',
                  )}
                  style={{ bottom: `${placeOf(tick)}%` }}
                />
              ))}
              {bucket.count > 0 && (
                <Bar
                  bucket={bucket}
                  by={by}
                  // Inline style, because the size is computed from data.
                  box={{
                    bottom: `${placeOf(Math.min(bucket.amount, 0))}%`,
                    height: `max(2px, ${Math.abs(placeOf(bucket.amount) - placeOf(0))}%)`,
                  }}
                  cutAt={
                    (bucket.amount > high || bucket.amount < low) &&
                    (index < buckets.length / 2 ? 'left' : 'right')
                  }
                  hasAmount={buckets.length <= maxAmounts}
                />
              )}
            </span>
            <span className="h-7 overflow-visible pt-2 text-xs whitespace-nowrap text-muted">
              {index % step === 0 && tickOf(bucket.start)}
            </span>
          </li>
        ))}
      </ol>
    </div>
  );
}

type AxisProps = { ticks: readonly number[]; placeOf: (amount: number) => number };

/** Renders the values of the axis; the table has those of the bars for screen readers. */
function Axis({ ticks, placeOf }: AxisProps) {
  const { locale } = useTranslation();
  const { currency } = useAmounts();
  const format = plainCompactFormatter(locale, currency).format;
  return (
    <div aria-hidden className="flex flex-col text-xs text-muted tabular-nums">
      <div className="relative flex-1">
        {/* The widest gives the column its width. */}
        <div className="invisible grid h-0">
          {ticks.map((tick) => (
            <span key={tick}>{format(tick)}</span>
          ))}
        </div>
        {ticks.map((tick) => (
          <span
            key={tick}
            className="absolute right-0 translate-y-1/2 whitespace-nowrap"
            style={{ bottom: `${placeOf(tick)}%` }}
          >
            {format(tick)}
          </span>
        ))}
      </div>
      <div className="h-7" />
    </div>
  );
}

type BarProps = {
  bucket: Bucket;
  by: BucketLength;
  box: { bottom: string; height: string };
  /** Half of the chart in which an amount is beyond the axis. */
  cutAt: 'left' | 'right' | false;
  hasAmount: boolean;
};

function Bar({ bucket: { start, range, count, amount }, by, box, cutAt, hasAmount }: BarProps) {
  const { t } = useTranslation();
  const { amount: format } = useAmounts();
  const { nameOf } = useBucketName(by);
  const value = format(amount);
  return (
    <Link
      to={transactionsPath(range)}
      aria-label={`${nameOf(start)}: ${value}, ${t('results.count', { count })}`}
      // The whole height is the target, also of a low bar.
      className="group absolute inset-0 rounded-sm"
    >
      <span
        className={clsx(
          'absolute inset-x-[12%] mx-auto max-w-16',
          amount < 0
            ? `rounded-b-sm ${lossClass}`
            : `rounded-t-sm ${amount === 0 ? 'bg-line-strong' : gainClass}`,
        )}
        style={box}
      >
        {cutAt && (
          <span
            className={clsx(
              'absolute -inset-x-1 h-1.5 -skew-y-12 bg-surface',
              amount < 0 ? 'bottom-4' : 'top-4',
            )}
          />
        )}
      </span>
      <span
        className={clsx(
          'pointer-events-none absolute bottom-full z-10 rounded-sm px-1.5 py-0.5 text-xs whitespace-nowrap tabular-nums',
          'group-hover:block group-hover:bg-ink group-hover:text-canvas group-focus-visible:block group-focus-visible:bg-ink group-focus-visible:text-canvas',
          { left: 'left-0', right: 'right-0', none: 'left-1/2 -translate-x-1/2' }[cutAt || 'none'],
          !cutAt && (hasAmount ? 'max-sm:hidden' : 'hidden'),
        )}
      >
        {value}
      </span>
    </Link>
  );
}
