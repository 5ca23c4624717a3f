import { couponEndpoints } from '#sandbox/stripe/catalogue/coupons.ts';
import { priceEndpoints } from '#sandbox/stripe/catalogue/prices.ts';
import { productEndpoints } from '#sandbox/stripe/catalogue/products.ts';
import { promotionCodeEndpoints } from '#sandbox/stripe/catalogue/promotion-codes.ts';
import { customerEndpoints } from '#sandbox/stripe/customers/customers.ts';
import { eventEndpoints } from '#sandbox/stripe/events/events.ts';
import { invoiceItemEndpoints } from '#sandbox/stripe/invoices/invoice-items.ts';
import { invoiceEndpoints } from '#sandbox/stripe/invoices/invoices.ts';
import { previewEndpoints } from '#sandbox/stripe/invoices/preview.ts';
import { paymentMethodEndpoints } from '#sandbox/stripe/payment-methods/payment-methods.ts';
import { tokenEndpoints } from '#sandbox/stripe/payment-methods/tokens.ts';
import { paymentIntentEndpoints } from '#sandbox/stripe/payments/payment-intents.ts';
import { setupIntentEndpoints } from '#sandbox/stripe/payments/setup-intents.ts';
import { portalEndpoints } from '#sandbox/stripe/portal/sessions.ts';
import { subscriptionEndpoints } from '#sandbox/stripe/subscriptions/subscriptions.ts';

/** Supported endpoints of Stripe's API; the first that matches a path answers. */
export const apiRoutes = [
  ...productEndpoints,
  ...priceEndpoints,
  ...customerEndpoints,
  ...tokenEndpoints,
  ...paymentMethodEndpoints,
  ...setupIntentEndpoints,
  ...paymentIntentEndpoints,
  ...couponEndpoints,
  ...promotionCodeEndpoints,
  ...invoiceItemEndpoints,
  ...previewEndpoints,
  ...subscriptionEndpoints,
  ...invoiceEndpoints,
  ...portalEndpoints,
  ...eventEndpoints,
];
