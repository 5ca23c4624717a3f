import { z } from 'zod';
import { anyone, operator, operatorOf } from './access.ts';
import {
  amountRule,
  minimumRule,
  catalogueDifference,
  featureFields,
  productReference,
  periodRule,
  priceChange,
  priceFields,
  productFields,
  trialRule,
} from './catalogue.ts';
import { subject } from './endpoint.ts';
import { billingPeriod, currency, id, int32, money, priceType, boundedText } from './shapes.ts';
import { forLimitFields } from './usage/limits.ts';

/** One way to pay for a product. */
export const subscriptionPrice = z.object({
  id,
  serviceId: z.string(),
  subscriptionProductId: id,
  type: priceType,
  billingPeriod,
  price: money,
  /** Former price, shown struck through. */
  priceBefore: money.nullable(),
  currency,
  trialDays: int32.min(0),
  active: z.boolean(),
});
export type SubscriptionPrice = z.infer<typeof subscriptionPrice>;

export const subscriptionFeature = z.object({
  id,
  subscriptionProductId: id,
  order: int32,
  key: boundedText(200),
  value: boundedText(200).nullable(),
  /** True if the key is a translation key; otherwise key and value are shown as they are. */
  translateInFrontend: z.boolean(),
  included: z.boolean(),
});
export type SubscriptionFeature = z.infer<typeof subscriptionFeature>;

/** A subscription tier with its prices (by period, then currency) and features (by order). */
export const subscriptionProduct = z.object({
  id,
  serviceId: z.string(),
  tier: int32,
  title: boundedText(200),
  description: boundedText(2_000),
  badge: boundedText(100),
  active: z.boolean(),
  image: z.string(),
  /** 0 means unlimited. */
  ...forLimitFields(int32.min(0)),
  /** Days for which entries of the audit log are kept; 0 means forever. */
  auditDays: int32.min(0),
  prices: z.array(subscriptionPrice),
  features: z.array(subscriptionFeature),
});
export type SubscriptionProduct = z.infer<typeof subscriptionProduct>;

const newPrice = priceFields
  .refine(...periodRule)
  .refine(...trialRule)
  .refine(...amountRule)
  .refine(...minimumRule);

export const products = subject('SubscriptionProduct', {
  getAll: {
    route: 'GET /SubscriptionProduct/GetAll',
    summary:
      'Products by tier, with their prices and features; what is not on offer for the operator alone',
    access: anyone,
    query: z.object({
      /** False is for the operator only. */
      activeOnly: z.stringbool().default(true),
      /** Ignored, for compatibility: the server always answers with its own products. */
      fromServer: z.stringbool().optional(),
    }),
    reply: z.array(subscriptionProduct),
  },
  get: {
    route: 'GET /SubscriptionProduct/GetProduct/:id',
    summary: 'A product; inactive products only for the operator',
    access: anyone,
    reply: subscriptionProduct,
  },
  getPrice: {
    route: 'GET /SubscriptionProduct/GetPrice/:id',
    summary: 'A price',
    access: operator,
    reply: subscriptionPrice,
  },
  getFeature: {
    route: 'GET /SubscriptionProduct/GetFeature/:id',
    summary: 'A feature',
    access: operator,
    reply: subscriptionFeature,
  },
  create: {
    route: 'POST /SubscriptionProduct/CreateProduct',
    summary: 'Create a product with its prices and features, locally and at the provider',
    access: operatorOf('catalogue'),
    once: true,
    body: productFields.extend({
      prices: z.array(newPrice).max(100).default([]),
      features: z.array(featureFields).max(100).default([]),
    }),
    pictures: ['image'],
    reply: subscriptionProduct,
    errors: ['upload.type', 'upload.size', 'billing.refused', 'billing.providerUnavailable'],
  },
  createPrice: {
    route: 'POST /SubscriptionProduct/CreatePrice',
    summary: 'Add a price to a product, locally and at the provider',
    access: operatorOf('catalogue'),
    once: true,
    body: priceFields
      .extend(productReference.shape)
      .refine(...periodRule)
      .refine(...trialRule)
      .refine(...amountRule)
      .refine(...minimumRule),
    reply: subscriptionPrice,
    errors: ['billing.refused', 'billing.providerUnavailable'],
  },
  createPrices: {
    route: 'POST /SubscriptionProduct/CreatePrices',
    summary: 'Add several prices to a product, all or none, locally and at the provider',
    access: operatorOf('catalogue'),
    once: true,
    body: productReference.extend({ prices: z.array(newPrice).min(1).max(10) }),
    reply: z.array(subscriptionPrice),
    errors: ['billing.refused', 'billing.providerUnavailable'],
  },
  createFeature: {
    route: 'POST /SubscriptionProduct/CreateFeature',
    summary: 'Add a feature to a product',
    access: operatorOf('catalogue'),
    once: true,
    body: featureFields.extend(productReference.shape),
    reply: subscriptionFeature,
  },
  update: {
    route: 'PUT /SubscriptionProduct/UpdateProduct/:id',
    summary: 'Change a product, locally and at the provider; its service id stays',
    access: operatorOf('catalogue'),
    body: productFields,
    pictures: ['image'],
    reply: subscriptionProduct,
    errors: [
      'products.immutable',
      'upload.type',
      'upload.size',
      'billing.refused',
      'billing.providerUnavailable',
    ],
  },
  updatePrice: {
    route: 'PUT /SubscriptionProduct/UpdatePrice/:id',
    summary: 'Change activity and strike-through amount of a price',
    access: operatorOf('catalogue'),
    body: priceChange,
    reply: subscriptionPrice,
    errors: ['products.immutable', 'billing.refused', 'billing.providerUnavailable'],
  },
  updateFeature: {
    route: 'PUT /SubscriptionProduct/UpdateFeature/:id',
    summary: 'Change a feature; it stays with its product',
    access: operatorOf('catalogue'),
    body: featureFields.extend({ subscriptionProductId: id.optional() }),
    reply: subscriptionFeature,
    errors: ['products.immutable'],
  },
  remove: {
    route: 'DELETE /SubscriptionProduct/DeleteProduct/:id',
    summary: 'Delete a product; a product in use, now or before, is archived',
    access: operatorOf('catalogue'),
    errors: ['billing.refused', 'billing.providerUnavailable'],
  },
  removePrice: {
    route: 'DELETE /SubscriptionProduct/DeletePrice/:id',
    summary: 'Delete a price; a price in use, now or before, is archived',
    access: operatorOf('catalogue'),
    errors: ['billing.refused', 'billing.providerUnavailable'],
  },
  removeFeature: {
    route: 'DELETE /SubscriptionProduct/DeleteFeature/:id',
    summary: 'Delete a feature',
    access: operatorOf('catalogue'),
  },
  generateDefaults: {
    route: 'POST /SubscriptionProduct/GenerateDefaults',
    summary: 'Create the default products in an empty catalog, locally and at the provider',
    access: operatorOf('catalogue'),
    once: true,
    reply: z.array(subscriptionProduct),
    errors: ['billing.refused', 'billing.providerUnavailable'],
  },
  compare: {
    route: 'GET /SubscriptionProduct/CompareWithProvider',
    summary: 'Differences between our catalog and the provider’s',
    access: operator,
    reply: z.array(catalogueDifference),
    errors: ['billing.refused', 'billing.providerUnavailable'],
  },
  repair: {
    route: 'POST /SubscriptionProduct/RepairAtProvider',
    summary: 'Update the provider’s catalog from ours; returns the remaining differences',
    access: operatorOf('catalogue'),
    reply: z.array(catalogueDifference),
    errors: ['billing.refused', 'billing.providerUnavailable'],
  },
});
