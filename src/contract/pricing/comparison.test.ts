import { expect, test } from 'vitest';
import { identityTier } from '#contract/access.ts';
import { capabilityTiers } from './capabilities.ts';
import { comparePlans, type ComparedPlan } from './comparison.ts';
import { defaultProducts } from './default-pricing.ts';

const compare = (plans: readonly ComparedPlan[]) => comparePlans(plans, capabilityTiers);
const cellsOf = (name: string, plans: readonly ComparedPlan[] = defaultProducts) =>
  compare(plans)
    .flatMap(({ rows }) => rows)
    .find((row) => ('key' in row ? row.key : row.feature.key) === name)?.cells;

test('limits and capabilities come from the product and from the tiers of the calls (R-PRD-13)', () => {
  expect(cellsOf('members')).toEqual([1, 3, 10]);
  expect(cellsOf('transactions')).toEqual([false, 0, 0]);
  expect(cellsOf('imports')).toEqual([false, true, true]);
  expect(cellsOf('sso')).toEqual([false, false, true]);
  expect(cellsOf('apiKeys')).toEqual([true, true, true]);
  expect(capabilityTiers.scim).toBe(identityTier);
});

test('a limit that the operator changes shows in its row', () => {
  const plans = defaultProducts.map((plan) =>
    plan.tier === 2 ? { ...plan, maxTransactions: 500, auditDays: 90 } : plan,
  );
  expect(cellsOf('transactions', plans)).toEqual([false, 500, 0]);
  expect(cellsOf('auditDays', plans)).toEqual([0, 90, 0]);
});

test('features of the operator have a row each, without those that a limit shows', () => {
  expect(cellsOf('pricing.features.resources')).toEqual(['Starter', 'Pro', 'Unlimited']);
  expect(cellsOf('pricing.features.brand')).toEqual([true, true, true]);
  expect(cellsOf('pricing.features.maxNumberOfUsers')).toBeUndefined();
  expect(cellsOf('pricing.features.transactions')).toBeUndefined();
  const own = { order: 9, key: 'Phone support', value: null, translateInFrontend: false };
  const plans = defaultProducts.map((plan) => ({
    ...plan,
    features: plan.tier === 1 ? [] : [{ ...own, included: plan.tier === 2 }],
  }));
  expect(cellsOf('Phone support', plans)).toEqual([false, true, false]);
});
