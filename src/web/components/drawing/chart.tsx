import { clsx } from 'clsx';
import { chartHeight, chartPaths, chartWidth, scaleOf, x, type Scale } from './paths.ts';
import type { TradingSession } from './session.ts';

export type ChartMark = { candle: number; text: string };

type Props = {
  session: TradingSession;
  /** Accessible description; without it the chart is decorative. */
  label?: string;
  /** Numbered marks beside the stop. */
  marks?: readonly ChartMark[];
  /** Fills its box and crops what overflows, instead of keeping its proportions. */
  cover?: boolean;
  /** Scale of the prices; by default the session fits. */
  scale?: Scale;
  className?: string;
};

/** Renders a trading session: prices as candles, and the stop at which the robot changes sides. */
export function SessionChart({
  session,
  label,
  marks = [],
  cover,
  scale = scaleOf(session),
  className,
}: Props) {
  const paths = chartPaths(session, scale);
  return (
    <svg
      viewBox={`0 0 ${chartWidth(session)} ${chartHeight}`}
      {...(cover && { preserveAspectRatio: 'xMaxYMid slice' })}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={clsx('block', className)}
    >
      <path data-path="wicks" d={paths.wicks} strokeWidth="1.5" className="stroke-line-strong" />
      <path data-path="up" d={paths.up} className="fill-line-strong" />
      <path
        data-path="down"
        d={paths.down}
        strokeWidth="1.5"
        className="fill-canvas stroke-line-strong"
      />
      <path
        data-path="stop"
        d={paths.stop}
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="fill-none stroke-accent-ink"
      />
      <path
        data-path="turns"
        d={paths.turns}
        strokeWidth="3"
        className="fill-canvas stroke-accent-ink"
      />
      <g className="in-data-changed:hidden">
        {marks.map(({ candle, text }) => (
          <MarkAt
            key={text}
            at={[x(candle), scale(session.stops[candle]?.level ?? 0)]}
            text={text}
          />
        ))}
      </g>
    </svg>
  );
}

function MarkAt({ at: [cx, cy], text }: { at: [number, number]; text: string }) {
  return (
    <g>
      <circle cx={cx} cy={cy} r="17" className="fill-accent" />
      <text
        x={cx}
        y={cy}
        dy="0.36em"
        textAnchor="middle"
        className="fill-on-accent text-[19px] font-semibold"
      >
        {text}
      </text>
    </g>
  );
}
