/** Made-up sessions of trading, the same at every visit: no price of them ever existed. */

/** How a session is drawn: where it goes, how nervously, and how far the robot's stop stays away. */
type Recipe = {
  seed: number;
  candles: number;
  noise: number;
  /** Where the price would be without noise: candles and points, with straight lines between. */
  through: readonly (readonly [candle: number, points: number])[];
  /** Between the price and the stop, in points. */
  distance: number;
};

export type Candle = { open: number; close: number; high: number; low: number };

/** Where the stop stands at a candle, and which side the robot is on. */
export type Stop = { level: number; isLong: boolean; isTurn: boolean };

/** What the robot bought or sold, and what came of it in points, costs taken off. */
export type Order = { isLong: boolean; at: number; entry: number; exit: number; points: number };

/** What each order costs, in points: fees, and a price worse than the one on the screen. */
export const cost = 5;

/** Numbers that look random (Park and Miller's generator), the same for the same seed. */
const randomFrom = (seed: number) => {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
};

const inFives = (points: number) => Math.round(points / 5) * 5;

const calmPrice = (through: Recipe['through'], candle: number) => {
  const next = through.findIndex(([at]) => at > candle);
  const [from, to] = [through.at(next - 1), through.at(next)];
  if (!from || !to || next < 0) return through.at(-1)?.[1] ?? 0;
  return from[1] + ((to[1] - from[1]) * (candle - from[0])) / (to[0] - from[0]);
};

const candlesOf = ({ seed, candles, noise, through }: Recipe) => {
  const random = randomFrom(seed);
  return Array.from({ length: candles }).reduce<Candle[]>((made, _, index) => {
    const open = made.at(-1)?.close ?? inFives(calmPrice(through, 0));
    const close = inFives(calmPrice(through, index) + (random() - 0.5) * noise);
    const high = inFives(Math.max(open, close) + (0.1 + random()) * noise * 0.45);
    const low = inFives(Math.min(open, close) - (0.1 + random()) * noise * 0.45);
    made.push({ open, close, high, low });
    return made;
  }, []);
};

/** The robot's rule: the stop follows the price, never retreats, and turns round when it is hit. */
export const stopsOf = (candles: readonly Pick<Candle, 'close'>[], distance: number) =>
  candles.reduce<Stop[]>((made, { close }) => {
    const before = made.at(-1);
    const isLong = before ? (before.isLong ? close >= before.level : close > before.level) : true;
    const wished = isLong ? close - distance : close + distance;
    const isTurn = before !== undefined && before.isLong !== isLong;
    const follow = isLong ? Math.max : Math.min;
    const level = before && !isTurn ? follow(before.level, wished) : wished;
    made.push({ level, isLong, isTurn });
    return made;
  }, []);

/** The orders of a session: one at its beginning, one at each turn; the last is closed at its end. */
const ordersOf = (candles: readonly Candle[], stops: readonly Stop[]) => {
  const starts = stops.flatMap(({ isTurn }, index) =>
    index === 0 || (isTurn && index < stops.length - 1) ? [index] : [],
  );
  return starts.map((at, order): Order => {
    const entry = candles[at]?.close ?? 0;
    const exit = candles[starts[order + 1] ?? candles.length - 1]?.close ?? entry;
    const isLong = stops[at]?.isLong ?? true;
    return { isLong, at, entry, exit, points: (isLong ? exit - entry : entry - exit) - cost };
  });
};

const session = (recipe: Recipe) => {
  const candles = candlesOf(recipe);
  const stops = stopsOf(candles, recipe.distance);
  return { candles, stops, orders: ordersOf(candles, stops) };
};

export type Session = ReturnType<typeof session>;

const calm = { candles: 48, noise: 80, distance: 150 };

/** A market that goes somewhere: the stop has something to follow. */
export const trending = session({
  ...calm,
  seed: 20_260,
  through: [
    [0, 1160],
    [3, 1190],
    [7, 1010],
    [12, 1170],
    [16, 1130],
    [26, 1440],
    [30, 1400],
    [40, 1740],
    [47, 1540],
  ],
});

/** A market that goes nowhere: the stop is hit again and again. */
export const sideways = session({
  ...calm,
  seed: 7_919,
  through: [
    [0, 1200],
    [4, 1320],
    [11, 1120],
    [18, 1310],
    [25, 1110],
    [32, 1300],
    [39, 1120],
    [47, 1215],
  ],
});
