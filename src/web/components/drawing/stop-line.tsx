import { clsx } from 'clsx';

type Props = {
  /** Running totals: each candle leads from one to the next, the first from nothing. */
  totals: readonly number[];
  /** The highest total up to each one, which the stop follows. */
  best: readonly number[];
  /** Totals to compare with, as a dashed line. */
  compared?: readonly number[];
  /** Accessible description and id of the table with the values; without them the drawing is decorative. */
  described?: { label: string; tableId: string };
  className?: string;
};

/** Place of the right edge of a candle in its step. */
const candleEnd = 0.8;

const stroke = { vectorEffect: 'non-scaling-stroke', fill: 'none' } as const;

/**
 * Renders totals like the prices of the site: a candle per step, hollow if it lost, and above them the best so far as the
 * stop that never goes back.
 */
export function StopLine({ totals, best, compared = [], described, className }: Props) {
  const values = [0, ...totals, ...compared];
  const [low, high] = [Math.min(...values), Math.max(...values)];
  // Without any amount, the line is at the bottom.
  const y = (total: number) => (high === low ? 100 : (100 * (high - total)) / (high - low));
  const length = Math.max(totals.length, compared.length, 1);
  // The stop follows where a candle ends.
  const steps = best.map((total, at) => `H${at + candleEnd}V${y(total)}`).join('');
  return (
    <svg
      {...(described
        ? { role: 'img', 'aria-label': described.label, 'aria-details': described.tableId }
        : { 'aria-hidden': true })}
      viewBox={`0 -3 ${length} 106`}
      preserveAspectRatio="none"
      className={clsx('overflow-visible', className)}
    >
      <path
        {...stroke}
        d={`M0 ${y(0)}H${length}`}
        className="stroke-line forced-colors:stroke-[GrayText]"
      />
      <polyline
        {...stroke}
        points={[0, ...compared].map((total, at) => `${at},${y(total)}`).join(' ')}
        strokeWidth="1.5"
        strokeDasharray="4 5"
        className="stroke-muted forced-colors:stroke-[GrayText]"
      />
      {totals.map((total, at) => (
        <path
          // Totals have no other key than their place.
          key={at}
          {...stroke}
          strokeWidth="1.5"
          d={candlePath(at, y(totals[at - 1] ?? 0), y(total))}
          className={clsx(
            'stroke-line-strong forced-colors:stroke-[CanvasText]',
            total >= (totals[at - 1] ?? 0)
              ? 'fill-line-strong forced-colors:fill-[CanvasText]'
              : 'fill-surface forced-colors:fill-[Canvas]',
          )}
        />
      ))}
      <path
        {...stroke}
        d={`M0 ${y(0)}${steps}H${best.length}`}
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="stroke-accent-ink forced-colors:stroke-[Highlight]"
      />
    </svg>
  );
}

/** Returns the body of a candle; a line where nothing changed. */
const candlePath = (at: number, from: number, to: number) =>
  `M${at + 1 - candleEnd} ${from}H${at + candleEnd}${from === to ? '' : `V${to}H${at + 1 - candleEnd}z`}`;
