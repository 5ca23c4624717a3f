import { describe, expect, test } from 'vitest';
import { fromMinor, toMinor } from '#contract/money.ts';
import type { Transaction, TransactionSummary } from '#contract/transactions.ts';
import { registerOwner, sharedApplication } from '#server/test/application.ts';

const product = await sharedApplication();
const owner = await registerOwner(product);
const stranger = await registerOwner(product);
const starter = await registerOwner(product, { plan: 'Starter' });

const random = (below: number) => Math.floor(Math.random() * below);
const pick = <T>(choices: readonly T[]) => choices[random(choices.length)];

/** Returns a transaction of 2026 or 2027 with a random amount, also negative and of odd cents. */
const randomTransaction = () => ({
  description: 'PETR4',
  quantity: random(2_000) - 1_000,
  price: random(1_000_000) / 100,
  date: new Date(Date.UTC(2026, random(24), 1 + random(28))).toISOString().slice(0, 10),
  category: pick(['Stocks', 'Options', 'Ações & ETFs', null]) ?? null,
});

const sumOf = (items: readonly Transaction[]) => ({
  count: items.length,
  amount: fromMinor(
    items.reduce((sum, { amount }) => sum + toMinor(amount, null), 0),
    null,
  ),
});

const sumsBy = (items: readonly Transaction[], keyOf: (of: Transaction) => string | null) =>
  new Map([...Map.groupBy(items, keyOf)].map(([key, group]) => [key, sumOf(group)]));

const bucketLengths = { day: 10, month: 7, year: 4 };

/** Adds up the transactions of a range one by one. */
const expectedPeriod = (
  all: readonly Transaction[],
  [from, to]: readonly [string, string],
  by: keyof typeof bucketLengths,
) => {
  const items = all.filter(({ date }) => date >= from && date <= to);
  const start = ({ date }: Transaction) =>
    date.slice(0, bucketLengths[by]) + '-01-01'.slice(bucketLengths[by] - 4);
  return {
    ...sumOf(items),
    buckets: sumsBy(items, start),
    categories: sumsBy(items, ({ category }) => category),
  };
};

/** Returns a period with its lists as maps: equal amounts have no order among themselves. */
const toMaps = ({ buckets, categories, ...sum }: TransactionSummary['current']) => ({
  ...sum,
  buckets: new Map(buckets.map(({ start, ...bucket }) => [start, bucket])),
  categories: new Map(categories.map(({ category, ...rest }) => [category, rest])),
});

describe('The summary of transactions (R-DSH-02)', () => {
  test('equals the sum of the rows of each period, bucket and category to the cent', async () => {
    const { api } = owner;
    const bodies = Array.from({ length: 200 }, randomTransaction);
    await Promise.all(bodies.map((body) => api.transactions.create({ body })));
    await stranger.api.transactions.create({ body: randomTransaction() });
    const { items } = await api.transactions.getAll({ query: { limit: 1_000 } });
    expect(items).toHaveLength(bodies.length);
    const periods = [
      ['2026-12-01', '2026-12-31', '2026-11-01', '2026-11-30', 'day'],
      ['2026-03-10', '2026-03-31', '2026-02-01', '2026-02-11', 'day'],
      ['2027-01-01', '2027-06-15', '2026-07-01', '2026-12-15', 'month'],
      ['2027-01-01', '2027-12-31', '2026-01-01', '2026-12-31', 'year'],
    ] as const;
    for (const [dateFrom, dateTo, previousFrom, previousTo, by] of periods) {
      const query = { dateFrom, dateTo, previousFrom, previousTo, by };
      const { current, previous } = await api.transactions.getSummary({ query });
      expect(toMaps(current)).toEqual(expectedPeriod(items, [dateFrom, dateTo], by));
      expect(toMaps(previous)).toEqual(expectedPeriod(items, [previousFrom, previousTo], by));
    }
    const all = await api.transactions.getSummary();
    expect(toMaps(all.current)).toEqual(expectedPeriod(items, ['0001', '9999'], 'month'));
    expect(all.previous).toEqual({ count: 0, amount: 0, buckets: [], categories: [] });
  });

  test('orders days by date and categories by amount', async () => {
    const fresh = await registerOwner(product);
    const made = [
      ['2026-03-02', 'Fees', -5],
      ['2026-03-01', 'Stocks', 3],
      ['2026-03-03', null, 1],
    ] as const;
    for (const [date, category, price] of made) {
      const body = { ...randomTransaction(), quantity: Math.sign(price), date, category };
      await fresh.api.transactions.create({ body: { ...body, price: Math.abs(price) } });
    }
    const { current } = await fresh.api.transactions.getSummary({ query: { by: 'day' } });
    expect(current).toEqual({
      count: 3,
      amount: -1,
      buckets: [
        { start: '2026-03-01', count: 1, amount: 3 },
        { start: '2026-03-02', count: 1, amount: -5 },
        { start: '2026-03-03', count: 1, amount: 1 },
      ],
      categories: [
        { category: 'Fees', count: 1, amount: -5 },
        { category: 'Stocks', count: 1, amount: 3 },
        { category: null, count: 1, amount: 1 },
      ],
    });
  });

  test('refuses dates that do not exist and periods that overlap', async () => {
    const { getSummary } = owner.api.transactions;
    await expect(getSummary({ query: { dateFrom: '2026-02-30' } })).rejects.toMatchObject({
      code: 'validation',
    });
    const overlap = { dateFrom: '2026-02-01', previousTo: '2026-02-01' };
    await expect(getSummary({ query: overlap })).rejects.toMatchObject({
      fields: { previousTo: ['field.invalid'] },
    });
    await expect(getSummary({ query: { previousTo: '2026-02-01' } })).rejects.toMatchObject({
      code: 'validation',
    });
  });

  test('needs the tier of transactions', async () => {
    await expect(starter.api.transactions.getSummary()).rejects.toMatchObject({
      code: 'access.tier',
    });
  });
});
