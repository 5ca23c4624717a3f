/** A made-up session, the same at every visit: no price of it ever existed. */
const count = 52;
const step = 18;

/** Numbers that look random (Park and Miller's generator), from a fixed start. */
const random = (() => {
  let state = 20_260;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
})();

type Candle = { x: number; open: number; close: number; high: number; low: number };

/** Prices wander around a slow wave; y grows downwards, as on the screen. */
const session = Array.from({ length: count }).reduce<Candle[]>((made, _, index) => {
  const wave = 230 - index * 1.6 + Math.sin(index / 5.5) * 62 + Math.sin(index / 2.1) * 14;
  const open = made.at(-1)?.close ?? 250;
  const close = Math.round(wave + (random() - 0.5) * 34);
  const high = Math.round(Math.min(open, close) - random() * 16 - 2);
  const low = Math.round(Math.max(open, close) + random() * 16 + 2);
  made.push({ x: 12 + index * step, open, close, high, low });
  return made;
}, []);

export const candles = session.map(({ x, open, close, high, low }) => ({
  x,
  high,
  low,
  top: Math.min(open, close),
  height: Math.max(2, Math.abs(close - open)),
  isUp: close < open,
}));

const distance = 52;

type Stop = { x: number; y: number; isLong: boolean };

/** The robot's rule: the stop follows the price, never retreats, and turns round when it is hit. */
const stops = session.reduce<Stop[]>((made, { x, close }) => {
  const before = made.at(-1);
  const isLong = before ? close < before.y : true;
  const wished = isLong ? close + distance : close - distance;
  const stays = before && before.isLong === isLong;
  const y = !stays ? wished : isLong ? Math.min(before.y, wished) : Math.max(before.y, wished);
  made.push({ x, y, isLong });
  return made;
}, []);

const isTurn = (stop: Stop, index: number) => stops[index - 1]?.isLong !== stop.isLong;

/** Where the robot changed sides. */
export const turns = stops.filter((stop, index) => index > 0 && isTurn(stop, index));

/** The stop as steps, one path for each side it was on. */
export const trail = stops.reduce<string[]>((paths, stop, index) => {
  if (isTurn(stop, index)) return [...paths, `M${stop.x} ${stop.y}`];
  return [...paths.slice(0, -1), `${paths.at(-1) ?? ''}H${stop.x}V${stop.y}`];
}, []);
