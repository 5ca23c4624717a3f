import { clsx } from 'clsx';
import type { TradingSession } from './session.ts';

/** Width of a candle and its spacing, in units of the view box. */
const step = 20;
const height = 420;
const margin = 24;

export type ChartMark = { candle: number; text: string };

interface Props {
  session: TradingSession;
  /** Accessible description; without it the chart is decorative. */
  label?: string;
  /** Numbered marks beside the stop. */
  marks?: readonly ChartMark[];
  /** Fills its box and crops what overflows, instead of keeping its proportions. */
  cover?: boolean;
  className?: string;
}

/** Renders a trading session: prices as candles, and the stop at which the robot changes sides. */
export function SessionChart({ session, label, marks = [], cover, className }: Props) {
  const { candles, stops } = session;
  const y = scaleOf(session);
  const turns = stops.flatMap(({ isTurn, level }, index) => (isTurn ? [{ index, level }] : []));
  return (
    <svg
      viewBox={`0 0 ${candles.length * step} ${height}`}
      {...(cover && { preserveAspectRatio: 'xMaxYMid slice' })}
      {...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': true })}
      className={clsx('block', className)}
    >
      <path d={wicksOf(session, y)} strokeWidth="1.5" className="stroke-line-strong" />
      <path d={bodiesOf(session, y, true)} className="fill-line-strong" />
      <path
        d={bodiesOf(session, y, false)}
        strokeWidth="1.5"
        className="fill-canvas stroke-line-strong"
      />
      <path
        d={trailOf(session, y)}
        strokeWidth="3"
        strokeLinejoin="round"
        strokeLinecap="round"
        className="fill-none stroke-accent-ink"
      />
      {turns.map(({ index, level }) => (
        <circle
          key={index}
          cx={x(index)}
          cy={y(level)}
          r="6.5"
          strokeWidth="3"
          className="fill-canvas stroke-accent-ink"
        />
      ))}
      {marks.map(({ candle, text }) => (
        <MarkAt key={text} at={[x(candle), y(stops[candle]?.level ?? 0)]} text={text} />
      ))}
    </svg>
  );
}

const x = (index: number) => index * step + step / 2;

type Scale = (points: number) => number;

/**
 * Returns the function that maps points to vertical positions; the session fits between the
 * margins.
 */
const scaleOf = ({ candles, stops }: TradingSession): Scale => {
  const levels = stops.map(({ level }) => level);
  const top = Math.max(...levels, ...candles.map(({ high }) => high));
  const bottom = Math.min(...levels, ...candles.map(({ low }) => low));
  const ratio = (height - 2 * margin) / (top - bottom);
  return (points) => Math.round(margin + (top - points) * ratio);
};

const wicksOf = ({ candles }: TradingSession, y: Scale) =>
  candles.map(({ high, low }, index) => `M${x(index)} ${y(high)}V${y(low)}`).join('');

const bodiesOf = ({ candles }: TradingSession, y: Scale, isUp: boolean) =>
  candles
    .flatMap(({ open, close }, index) => {
      if (close > open !== isUp) return [];
      const top = y(Math.max(open, close));
      const size = Math.max(2, y(Math.min(open, close)) - top);
      return [`M${x(index) - 6} ${top}h12v${size}h-12z`];
    })
    .join('');

/** Returns the stop as stepped path, interrupted where the robot changes sides. */
const trailOf = ({ stops }: TradingSession, y: Scale) =>
  stops
    .map(({ level, isTurn }, index) =>
      index === 0 || isTurn ? `M${x(index)} ${y(level)}` : `H${x(index)}V${y(level)}`,
    )
    .join('');

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
