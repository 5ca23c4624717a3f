import { afterAll, describe, expect, test } from 'vitest';
import { registerOwner, sharedApplication } from '#server/test/application.ts';

const product = await sharedApplication();

/** Registers an owner with transactions of these dates and amounts. */
async function ownerWith(recorded: readonly (readonly [date: string, amount: number])[]) {
  const owner = await registerOwner(product);
  for (const [date, amount] of recorded) {
    const body = { description: 'WIN', quantity: Math.sign(amount), price: Math.abs(amount), date };
    await owner.api.transactions.create({ body });
  }
  return owner;
}

const march = { dateFrom: '2026-03-01', dateTo: '2026-03-31' };

const timeZone = process.env['TZ'];
afterAll(() => {
  if (timeZone === undefined) delete process.env['TZ'];
  else process.env['TZ'] = timeZone;
});

describe('The results of a desk (R-DSH-05)', () => {
  test('tell gains from losses by transaction, and winning from losing days by their sums', async () => {
    const { api } = await ownerWith([
      ['2026-02-28', 900],
      ['2026-03-02', 100.1],
      ['2026-03-02', -30.2],
      ['2026-03-03', -50],
      ['2026-03-03', 20.05],
      ['2026-03-04', 10],
      ['2026-03-04', -10],
      ['2026-04-01', -900],
    ]);
    expect(await api.transactions.getResults({ query: march })).toEqual({
      currency: expect.any(String),
      gains: {
        transactions: { count: 3, amount: 130.15 },
        days: 1,
        extreme: { date: '2026-03-02', count: 2, amount: 69.9 },
        streak: { from: '2026-03-02', to: '2026-03-02', days: 1, count: 2, amount: 69.9 },
      },
      losses: {
        transactions: { count: 3, amount: -90.2 },
        days: 1,
        extreme: { date: '2026-03-03', count: 2, amount: -29.95 },
        streak: { from: '2026-03-03', to: '2026-03-03', days: 1, count: 2, amount: -29.95 },
      },
      days: [
        { date: '2026-03-02', count: 2, amount: 69.9 },
        { date: '2026-03-03', count: 2, amount: -29.95 },
        { date: '2026-03-04', count: 2, amount: 0 },
      ],
    });
  });

  test('have the longest streaks, which weekends leave alone and a day at zero ends', async () => {
    const { api } = await ownerWith([
      ['2026-03-02', 1],
      ['2026-03-03', 1],
      ['2026-03-04', 0],
      ['2026-03-05', 1],
      ['2026-03-06', 2],
      ['2026-03-09', 3],
      ['2026-03-10', -4],
      ['2026-03-11', -5],
      ['2026-03-12', 6],
      ['2026-03-13', -7],
      ['2026-03-16', -8],
    ]);
    const { gains, losses } = await api.transactions.getResults({ query: march });
    expect(gains).toMatchObject({
      days: 6,
      streak: { from: '2026-03-05', to: '2026-03-09', days: 3, count: 3, amount: 6 },
    });
    // Of equal ones the latest.
    expect(losses).toMatchObject({
      days: 4,
      streak: { from: '2026-03-13', to: '2026-03-16', days: 2, count: 2, amount: -15 },
    });
  });

  test('count a day by its date in every time zone', async () => {
    const { api } = await ownerWith([
      ['2026-03-01', 1],
      ['2026-03-31', -1],
    ]);
    for (const zone of ['Pacific/Auckland', 'America/Los_Angeles']) {
      process.env['TZ'] = zone;
      const { days } = await api.transactions.getResults({ query: march });
      expect(days.map(({ date }) => date)).toEqual(['2026-03-01', '2026-03-31']);
    }
  });

  test('list the days of twelve months, and count those of the whole period', async () => {
    const { api } = await ownerWith([
      ['2024-05-31', 1],
      ['2025-05-31', 2],
      ['2025-06-01', 3],
      ['2026-05-20', 4],
    ]);
    const { days, gains } = await api.transactions.getResults();
    expect(days.map(({ date }) => date)).toEqual(['2025-06-01', '2026-05-20']);
    expect(gains).toMatchObject({ days: 4, streak: { from: '2024-05-31', days: 4, amount: 10 } });
  });

  test('are empty without transactions, and belong to one organization', async () => {
    await ownerWith([['2026-03-02', 1]]);
    const none = { transactions: { count: 0, amount: 0 }, days: 0, extreme: null, streak: null };
    const { api } = await registerOwner(product);
    expect(await api.transactions.getResults({ query: march })).toMatchObject({
      gains: none,
      losses: none,
      days: [],
    });
  });

  test('need dates that exist, and the tier of transactions', async () => {
    const { api } = await registerOwner(product);
    await expect(
      api.transactions.getResults({ query: { dateFrom: '2026-02-30' } }),
    ).rejects.toMatchObject({ code: 'validation' });
    const starter = await registerOwner(product, { plan: 'Starter' });
    await expect(starter.api.transactions.getResults()).rejects.toMatchObject({
      code: 'access.tier',
    });
  });
});
