import { expect, test } from 'vitest';
import { distances } from './rule-demo.ts';
import { sessionCsv } from './session-csv.ts';
import {
  orderCost,
  sessionAt,
  sidewaysSession,
  stopsOf,
  trendingSession,
  type SessionOrder,
} from './session.ts';

const closing = (...closes: number[]) => closes.map((close) => ({ close }));

test('moves the stop with the price, never back, and reverses when it is passed, as in the guide', () => {
  expect(stopsOf(closing(1200, 1290, 1240, 1330, 1170), 150)).toEqual([
    { level: 1050, isLong: true, isTurn: false },
    { level: 1140, isLong: true, isTurn: false },
    { level: 1140, isLong: true, isTurn: false },
    { level: 1180, isLong: true, isTurn: false },
    { level: 1320, isLong: false, isTurn: true },
  ]);
});

test('keeps the side when the stop is touched but not passed, long and short', () => {
  const sides = stopsOf(closing(1000, 850, 849, 999, 1000), 150).map(({ isLong }) => isLong);
  expect(sides).toEqual([true, true, false, false, true]);
});

test.each([
  ['trending', trendingSession],
  ['sideways', sidewaysSession],
])(
  'opens each order of the %s session where the last one closed, and deducts its cost',
  (_, drawn) => {
    const { candles, orders } = drawn;
    const entries = orders.map(({ entry }) => entry);
    expect(orders.map(({ exit }) => exit)).toEqual([...entries.slice(1), candles.at(-1)?.close]);
    expect(orders.map(({ isLong }) => isLong)).toEqual(entries.map((_, at) => at % 2 === 0));
    const won = ({ isLong, entry, exit }: SessionOrder) =>
      (isLong ? exit - entry : entry - exit) - orderCost;
    expect(orders.map(({ points }) => points)).toEqual(orders.map(won));
  },
);

test.each(['trending', 'sideways'] as const)(
  'another distance moves the stop, not the prices, of the %s session (R-SITE-11)',
  (market) => {
    const [near, far] = [sessionAt(market, 50), sessionAt(market, 250)];
    expect(near.candles).toEqual(far.candles);
    expect(near.stops).not.toEqual(far.stops);
    expect(near.orders.length).toBeGreaterThan(far.orders.length);
  },
);

test('every distance of the demonstration gains in one market and loses in the other (R-SITE-11)', () => {
  for (let distance = distances.min; distance <= distances.max; distance += distances.step) {
    const [trending, sideways] = (['trending', 'sideways'] as const).map((market) =>
      sessionAt(market, distance).orders.reduce((sum, { points }) => sum + points, 0),
    );
    expect(trending).toBeGreaterThan(0);
    expect(sideways).toBeLessThan(0);
  }
});

test('gains in the trending session and loses in the sideways session', () => {
  const balance = ({ orders }: typeof trendingSession) =>
    orders.reduce((sum, { points }) => sum + points, 0);
  expect(balance(trendingSession)).toBeGreaterThan(0);
  expect(balance(sidewaysSession)).toBeLessThan(0);
});

test.each([
  ['pt-BR', ';', /^\d+(,\d+)?$/],
  ['en-US', ',', /^\d+(\.\d+)?$/],
] as const)(
  'writes the file in %s with one row per candle, separated as its language expects (R-SITE-10)',
  (edition, by, price) => {
    const [head = '', ...rows] = sessionCsv(edition).trim().split('\n');
    expect(head.split(by)).toHaveLength(8);
    expect(rows).toHaveLength(trendingSession.candles.length);
    expect(rows.every((row) => row.split(by).length === 8)).toBe(true);
    expect(rows.every((row) => price.test(row.split(by)[1] ?? ''))).toBe(true);
  },
);
