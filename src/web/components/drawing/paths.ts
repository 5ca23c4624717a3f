import type { TradingSession } from './session.ts';

/** Width of a candle and its spacing, in units of the view box. */
const step = 20;
export const chartHeight = 420;
const margin = 24;
const turnRadius = 6.5;

export const chartWidth = ({ candles }: TradingSession) => candles.length * step;

/** Returns the horizontal position of a candle. */
export const x = (index: number) => index * step + step / 2;

/** Maps points to vertical positions. */
export type Scale = (points: number) => number;

/**
 * Returns the function that maps points to vertical positions; the session fits between the
 * margins.
 */
export function scaleOf({ candles, stops }: Pick<TradingSession, 'candles' | 'stops'>): Scale {
  const levels = stops.map(({ level }) => level);
  const top = Math.max(...levels, ...candles.map(({ high }) => high));
  const bottom = Math.min(...levels, ...candles.map(({ low }) => low));
  const ratio = (chartHeight - 2 * margin) / (top - bottom);
  return (points) => Math.round(margin + (top - points) * ratio);
}

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

/** Returns a circle at every reversal. */
const turnsOf = ({ stops }: TradingSession, y: Scale) =>
  stops
    .flatMap(({ isTurn, level }, index) =>
      isTurn ? [`M${x(index) - turnRadius} ${y(level)}${arc(turnRadius)}${arc(-turnRadius)}z`] : [],
    )
    .join('');

const arc = (radius: number) => `a${turnRadius} ${turnRadius} 0 1 0 ${2 * radius} 0`;

/** Returns the paths of a drawn session by name. */
export const chartPaths = (session: TradingSession, y: Scale) => ({
  wicks: wicksOf(session, y),
  up: bodiesOf(session, y, true),
  down: bodiesOf(session, y, false),
  stop: trailOf(session, y),
  turns: turnsOf(session, y),
});
