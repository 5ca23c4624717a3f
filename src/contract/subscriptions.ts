import { z } from 'zod';
import { member } from './access.ts';
import { subject } from './endpoint.ts';
import { tenantProduct } from './membership.ts';
import { currency, instant } from './shapes.ts';

export const card = z.object({
  brand: z.string(),
  lastFourDigits: z.string(),
  expiryMonth: z.int(),
  expiryYear: z.int(),
});
export type Card = z.infer<typeof card>;

/** Amounts in minor units. */
const invoice = z.object({
  id: z.string(),
  number: z.string().nullable(),
  created: instant,
  status: z.string(),
  currency,
  total: z.int(),
  invoicePdf: z.string().nullable(),
  lines: z.array(
    z.object({
      description: z.string(),
      planName: z.string(),
      plan: z.object({ interval: z.string() }),
      planInterval: z.string(),
      planCurrency: currency,
      priceUnitAmount: z.int(),
      priceType: z.string(),
    }),
  ),
});

/** What a tenant has; cards and invoices only for Owner and Admin. */
export const currentSubscription = z.object({
  activeProduct: tenantProduct.nullable(),
  myProducts: z.array(tenantProduct),
  customer: z.object({ id: z.string() }).nullable(),
  invoices: z.array(invoice),
  cards: z.array(card),
  paymentMethods: z.array(z.object({ card })),
});
export type CurrentSubscription = z.infer<typeof currentSubscription>;

export const subscriptions = subject('SubscriptionManager', {
  getCurrent: {
    method: 'GET',
    path: '/SubscriptionManager/GetCurrentSubscription',
    summary: 'The subscription of the current organization',
    access: member(),
    reply: currentSubscription,
  },
});
