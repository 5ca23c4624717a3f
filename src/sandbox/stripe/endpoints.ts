import { coupons } from './coupons.ts';
import { customers } from './customers.ts';
import { events } from './events.ts';
import { invoiceItems } from './invoice-items.ts';
import { previews } from './invoice-preview.ts';
import { invoices } from './invoices.ts';
import { paymentIntents } from './payment-intents.ts';
import { paymentMethods } from './payment-methods.ts';
import { portalSessions } from './portal-sessions.ts';
import { prices } from './prices.ts';
import { products } from './products.ts';
import { promotionCodes } from './promotion-codes.ts';
import { setupIntents } from './setup-intents.ts';
import { subscriptions } from './subscriptions.ts';
import { tokens } from './tokens.ts';

/** Supported endpoints of Stripe's API; the first that matches a path answers. */
export const endpoints = [
  ...products,
  ...prices,
  ...customers,
  ...tokens,
  ...paymentMethods,
  ...setupIntents,
  ...paymentIntents,
  ...coupons,
  ...promotionCodes,
  ...invoiceItems,
  ...previews,
  ...subscriptions,
  ...invoices,
  ...portalSessions,
  ...events,
];
