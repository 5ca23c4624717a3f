import { clsx } from 'clsx';
import { Link } from 'react-router';
import { useAmounts } from '#web/components/use-amounts.ts';
import { useTranslation } from '#web/session/translation.ts';
import type { Bucket } from './buckets.ts';
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

/** Renders one bar per day, month or year; each links to its transactions. Amounts below zero hang. */
export function PeriodChart({ buckets, by, tableId, label }: Props) {
  const { tickOf } = useBucketName(by);
  const amounts = buckets.map(({ amount }) => amount);
  const [low, high] = [Math.min(...amounts, 0), Math.max(...amounts, 0)];
  const span = high - low || 1;
  const step = Math.ceil(buckets.length / maxNames);
  const zero = (-low / span) * 100;
  return (
    <ol role="list" aria-label={label} aria-details={tableId} className="flex h-64 pt-6 lg:h-76">
      {buckets.map((bucket, index) => (
        <li key={bucket.start} className="flex min-w-0 flex-1 flex-col text-center">
          <span className="relative flex-1">
            <span
              aria-hidden
              className="absolute inset-x-0 border-b border-line"
              style={{ bottom: `${zero}%` }}
            />
            {bucket.count > 0 && (
              <Bar
                bucket={bucket}
                by={by}
                // Inline style, because the size is computed from data.
                box={{
                  bottom: `${((Math.min(bucket.amount, 0) - low) / span) * 100}%`,
                  height: `max(2px, ${(Math.abs(bucket.amount) / span) * 100}%)`,
                }}
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
  );
}

type BarProps = {
  bucket: Bucket;
  by: BucketLength;
  box: { bottom: string; height: string };
  hasAmount: boolean;
};

function Bar({ bucket: { start, range, count, amount }, by, box, hasAmount }: BarProps) {
  const { t } = useTranslation();
  const { amount: format } = useAmounts();
  const { nameOf } = useBucketName(by);
  const value = format(amount);
  return (
    <Link
      to={transactionsPath(range)}
      aria-label={`${nameOf(start)}: ${value}, ${t('app.dashboard.count', { count })}`}
      // The whole height is the target, also of a low bar.
      className="group absolute inset-0 rounded-sm"
    >
      <span
        className={clsx(
          'absolute inset-x-[12%] mx-auto max-w-16 forced-colors:bg-[LinkText]',
          amount < 0
            ? 'rounded-b-sm bg-danger-ink/70 group-hover:bg-danger-ink'
            : 'rounded-t-sm bg-accent/70 group-hover:bg-accent',
        )}
        style={box}
      />
      <span
        className={clsx(
          'pointer-events-none absolute bottom-full left-1/2 z-10 -translate-x-1/2 rounded-sm px-1.5 py-0.5 text-xs whitespace-nowrap tabular-nums',
          'group-hover:block group-hover:bg-ink group-hover:text-canvas group-focus-visible:block group-focus-visible:bg-ink group-focus-visible:text-canvas',
          hasAmount ? 'max-sm:hidden' : 'hidden',
        )}
      >
        {value}
      </span>
    </Link>
  );
}
