import { fromMinor } from '#contract/money.ts';
import type { SubscriptionPrice } from '#contract/products.ts';
import type { TableRow } from '#server/platform/database/query.ts';

/** Converts a price to the contract's shape: decimal amounts and numeric enums. */
export const toPriceRecord = (price: TableRow<'subscription_prices'>): SubscriptionPrice => ({
  id: price.id,
  serviceId: price.service_id,
  subscriptionProductId: price.subscription_product_id,
  type: price.type as SubscriptionPrice['type'],
  billingPeriod: price.billing_period as SubscriptionPrice['billingPeriod'],
  price: fromMinor(price.price, price.currency),
  priceBefore: price.price_before === null ? null : fromMinor(price.price_before, price.currency),
  currency: price.currency as SubscriptionPrice['currency'],
  trialDays: price.trial_days,
  active: price.active,
});
