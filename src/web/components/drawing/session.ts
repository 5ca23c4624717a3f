/**
 * Fictional trading sessions, generated from fixed seeds so that every visit shows the same ones.
 */

/** Parameters of a generated session. */
type Recipe = {
  seed: number;
  candles: number;
  noise: number;
  /** Path of the price without noise, linear between the given candles. */
  through: readonly (readonly [candle: number, points: number])[];
  /** Distance between price and stop, in points. */
  distance: number;
};

export type Candle = { open: number; close: number; high: number; low: number };

/** Level of the stop at a candle, the robot's side, and whether it reversed there. */
export type StopLevel = { level: number; isLong: boolean; isTurn: boolean };

/** An order with its result in points, after costs. */
export type SessionOrder = {
  isLong: boolean;
  at: number;
  entry: number;
  exit: number;
  points: number;
};

/** Cost of an order in points: fees and slippage. */
export const orderCost = 5;

/**
 * Returns a pseudorandom generator (Park–Miller) of numbers between 0 and 1, the same for the same
 * seed.
 */
function randomFrom(seed: number) {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

const inFives = (points: number) => Math.round(points / 5) * 5;

function calmPrice(through: Recipe['through'], candle: number) {
  const next = through.findIndex(([at]) => at > candle);
  const [from, to] = [through.at(next - 1), through.at(next)];
  if (!from || !to || next < 0) return through.at(-1)?.[1] ?? 0;
  return from[1] + ((to[1] - from[1]) * (candle - from[0])) / (to[0] - from[0]);
}

function candlesOf({ seed, candles, noise, through }: Recipe) {
  const random = randomFrom(seed);
  return Array.from({ length: candles }).reduce<Candle[]>((made, _, index) => {
    const open = made.at(-1)?.close ?? inFives(calmPrice(through, 0));
    const close = inFives(calmPrice(through, index) + (random() - 0.5) * noise);
    const high = inFives(Math.max(open, close) + (0.1 + random()) * noise * 0.45);
    const low = inFives(Math.min(open, close) - (0.1 + random()) * noise * 0.45);
    made.push({ open, close, high, low });
    return made;
  }, []);
}

/**
 * Returns the stop at every candle: it follows the price, never retreats, and reverses when the
 * price closes beyond it.
 */
export const stopsOf = (candles: readonly Pick<Candle, 'close'>[], distance: number) =>
  candles.reduce<StopLevel[]>((made, { close }) => {
    const before = made.at(-1);
    const isLong = before ? (before.isLong ? close >= before.level : close > before.level) : true;
    const wished = isLong ? close - distance : close + distance;
    const isTurn = before !== undefined && before.isLong !== isLong;
    const follow = isLong ? Math.max : Math.min;
    const level = before && !isTurn ? follow(before.level, wished) : wished;
    made.push({ level, isLong, isTurn });
    return made;
  }, []);

/**
 * Returns the orders of a session: one at its start and one at each reversal; the last closes at
 * its end.
 */
function ordersOf(candles: readonly Candle[], stops: readonly StopLevel[]) {
  const starts = stops.flatMap(({ isTurn }, index) =>
    index === 0 || (isTurn && index < stops.length - 1) ? [index] : [],
  );
  return starts.map((at, order): SessionOrder => {
    const entry = candles[at]?.close ?? 0;
    const exit = candles[starts[order + 1] ?? candles.length - 1]?.close ?? entry;
    const isLong = stops[at]?.isLong ?? true;
    return { isLong, at, entry, exit, points: (isLong ? exit - entry : entry - exit) - orderCost };
  });
}

function createSession(recipe: Recipe) {
  const candles = candlesOf(recipe);
  const stops = stopsOf(candles, recipe.distance);
  return { candles, stops, orders: ordersOf(candles, stops) };
}

export type TradingSession = ReturnType<typeof createSession>;

const sessionDefaults = { candles: 48, noise: 80, distance: 150 };

const recipes = {
  trending: {
    ...sessionDefaults,
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
  },
  sideways: {
    ...sessionDefaults,
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
  },
} satisfies Record<string, Recipe>;

export type Market = keyof typeof recipes;

/** Returns the session of a market in which the stop has another distance, in points. */
export const sessionAt = (market: Market, distance: number) =>
  createSession({ ...recipes[market], distance });

/** A trending market, in which the rule gains. */
export const trendingSession = createSession(recipes.trending);

/** A sideways market, in which the rule loses because the stop is hit repeatedly. */
export const sidewaysSession = createSession(recipes.sideways);
