import { describe, expect, test } from 'vitest';
import { Failure } from '#contract/errors.ts';
import type { SubscriptionProduct } from '#contract/products.ts';
import { cardsPerRow } from './cards-per-row.ts';
import { loadPlans } from './offer.ts';

test.each([
  [1, 1],
  [2, 2],
  [3, 3],
  [4, 2],
  [5, 3],
  [6, 3],
])('shows %i products in %i columns', (products, columns) => {
  expect(cardsPerRow(products)).toBe(columns);
});

describe('The products of the pricing page (R-PRD-08)', () => {
  const reported: unknown[] = [];
  const load = (getAll: () => Promise<SubscriptionProduct[]>, fallback = true) =>
    loadPlans({
      api: { products: { getAll } },
      fallback,
      report: (error) => reported.push(error),
    });
  const title = ({ plans }: Awaited<ReturnType<typeof loadPlans>>) =>
    plans.map((plan) => plan.title);
  const own = { title: 'Own' } as SubscriptionProduct;
  const fails = async () => {
    throw new Failure('unavailable');
  };

  test('come from the server', async () => {
    const loaded = await load(async () => [own]);
    expect(loaded).toEqual({ plans: [own], isFallback: false });
  });

  test('fall back to the default prices when the call fails, and the failure is reported', async () => {
    const loaded = await load(fails);
    expect(title(loaded)).toEqual(['Starter', 'Pro', 'Unlimited']);
    expect(loaded.isFallback).toBe(true);
    expect(reported).toEqual([expect.any(Failure)]);
  });

  test('fall back to the default prices when the server has none', async () => {
    expect((await load(async () => [])).isFallback).toBe(true);
  });

  test('never fall back while the fallback is switched off', async () => {
    expect(await load(async () => [], false)).toEqual({ plans: [], isFallback: false });
    await expect(load(fails, false)).rejects.toThrow(Failure);
  });
});
