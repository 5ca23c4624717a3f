import { expect, test } from 'vitest';
import { transactionsTier } from '#contract/access.ts';
import { defaultProducts } from './default-pricing.ts';

test.each(defaultProducts.map((product) => [product.title, product] as const))(
  'the features of %s name what its tier unlocks in the app (R-SITE-12)',
  (title, { tier, maxUsers, features }) => {
    const named = features.map(({ key, value, included }) => [
      key.replace('pricing.features.', ''),
      value,
      included,
    ]);
    expect(named).toEqual([
      ['maxNumberOfUsers', String(maxUsers), true],
      ['resources', title, true],
      ['brand', null, true],
      ['auditLog', null, true],
      ['transactions', null, tier >= transactionsTier],
    ]);
  },
);
