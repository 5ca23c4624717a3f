import type { products } from '#contract/products.ts';
import type { Examples } from './example.ts';

const product = { tier: 9, title: 'Of two tests', active: false };
const price = { type: 1, billingPeriod: 3, price: 5 } as const;
const feature = { order: 1, key: 'Robots' };

export const productExamples: Examples<typeof products> = {
  calls: {
    get: { params: { id: 'product' } },
    getPrice: { params: { id: 'price' } },
    getFeature: { params: { id: 'feature' } },
    create: { body: () => product, audit: 'product.created' },
    createPrice: {
      body: ({ product: subscriptionProductId }) => ({ ...price, subscriptionProductId }),
      audit: 'price.created',
    },
    createPrices: {
      body: ({ product: subscriptionProductId }) => ({ subscriptionProductId, prices: [price] }),
      audit: 'price.created',
    },
    createFeature: {
      body: ({ product: subscriptionProductId }) => ({ ...feature, subscriptionProductId }),
      audit: 'feature.created',
    },
    update: { params: { id: 'product' }, body: () => product, audit: 'product.changed' },
    updatePrice: {
      params: { id: 'price' },
      body: () => ({ priceBefore: 9 }),
      audit: 'price.changed',
    },
    updateFeature: {
      params: { id: 'feature' },
      body: () => ({ ...feature, order: 2 }),
      audit: 'feature.changed',
    },
    remove: { params: { id: 'product' }, audit: 'product.removed' },
    removePrice: { params: { id: 'price' }, audit: 'price.removed' },
    removeFeature: { params: { id: 'feature' }, audit: 'feature.removed' },
    generateDefaults: {
      audit: 'product.created',
      act: async ({ operator, clearCatalogue }) => {
        await clearCatalogue();
        await operator.products.generateDefaults();
        return (await operator.users.getCurrent()).id;
      },
    },
    repair: { audit: 'catalogue.repaired', repeat: 'reaches the same state' },
  },
};
