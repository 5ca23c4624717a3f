import { z } from 'zod';
import { anyone } from './access.ts';
import { subject } from './endpoint.ts';
import { billingPeriod, currency, id, integer, money, priceType, text } from './shapes.ts';

/** One way to pay for a product. */
export const subscriptionPrice = z.object({
  id,
  serviceId: z.string(),
  subscriptionProductId: id,
  type: priceType,
  billingPeriod,
  price: money,
  /** The strike-through price beside it. */
  priceBefore: money.nullable(),
  currency,
  trialDays: integer.min(0),
  active: z.boolean(),
});
export type SubscriptionPrice = z.infer<typeof subscriptionPrice>;

export const subscriptionFeature = z.object({
  id,
  subscriptionProductId: id,
  order: integer,
  key: text(200),
  value: text(200).nullable(),
  /** The key is a translation key; otherwise key and value are shown as they are. */
  translateInFrontend: z.boolean(),
  included: z.boolean(),
});
export type SubscriptionFeature = z.infer<typeof subscriptionFeature>;

/** A subscription tier with its prices (by period, then currency) and features (by order). */
export const subscriptionProduct = z.object({
  id,
  serviceId: z.string(),
  tier: integer,
  title: text(200),
  description: text(2_000),
  badge: text(100),
  active: z.boolean(),
  image: z.string(),
  /** 0 means unlimited. */
  maxUsers: integer.min(0),
  prices: z.array(subscriptionPrice),
  features: z.array(subscriptionFeature),
});
export type SubscriptionProduct = z.infer<typeof subscriptionProduct>;

export const products = subject('SubscriptionProduct', {
  getAll: {
    method: 'GET',
    path: '/SubscriptionProduct/GetAll',
    summary: 'Products by tier, with their prices and features',
    access: anyone,
    query: z.object({
      activeOnly: z.stringbool().default(true),
      /** Kept for callers of the specification: the server always answers its own products. */
      fromServer: z.stringbool().optional(),
    }),
    reply: z.array(subscriptionProduct),
  },
});
