import type { Stripe } from 'stripe';
import { resultOf, completionOf, type StripeMetadata } from './connection.ts';
import { ProviderUnavailable } from './errors.ts';
import { type ProviderSubscription, toProviderSubscription } from './subscription-snapshot.ts';

interface NewSubscription {
  customer: string;
  /** The price's service id. */
  price: string;
  /** 0 for no trial; a trial needs no card (R-SUB-06). */
  trialDays: number;
  /** The provider's id of the promotion code to apply. */
  promotionCode?: string | null;
  metadata: StripeMetadata;
}

interface PlanChange {
  /** The item of the subscription; `price` is the service id of its new price. */
  item: string;
  price: string;
  /** The moment of the proration, in epoch seconds. */
  prorationDate?: number;
}

/** A discount, by the provider's ids. */
export type SubscriptionDiscount = { promotion_code: string } | { coupon: string };

export interface StripeSubscriptions {
  /** Creates a subscription and charges it; `incomplete` when that fails or needs authentication. */
  createSubscription: (subscription: NewSubscription, key: string) => Promise<ProviderSubscription>;
  retrieveSubscription: (id: string) => Promise<ProviderSubscription>;
  /** Lists all subscriptions, including ended ones, newest first. */
  listSubscriptions: (customer: string) => Promise<ProviderSubscription[]>;
  /**
   * Moves the subscription to another price and charges the difference immediately. Until that is
   * paid the subscription keeps its price and the change is pending.
   */
  changePlan: (id: string, change: PlanChange, key: string) => Promise<ProviderSubscription>;
  /** Returns the discounts of a subscription. */
  listDiscounts: (id: string) => Promise<SubscriptionDiscount[]>;
  /** Replaces the discounts from the next invoice on. */
  setDiscounts: (id: string, discounts: SubscriptionDiscount[], key: string) => Promise<void>;
  /** Ends the subscription immediately. */
  cancelSubscription: (id: string) => Promise<ProviderSubscription>;
  /** Lets the subscription end with its trial when there is no card by then. */
  cancelUnpaidAtTrialEnd: (id: string) => Promise<ProviderSubscription>;
  /** Schedules the end of the subscription for the end of its period, or removes that schedule. */
  setCancelAtPeriodEnd: (id: string, ends: boolean) => Promise<ProviderSubscription>;
}

export const createStripeSubscriptions = (stripe: Stripe): StripeSubscriptions => {
  const retrieveSubscription = (id: string) => subscriptionOf(stripe.subscriptions.retrieve(id));
  /** Returns the subscription if Stripe refuses the change because it has ended since. */
  const orEnded = (id: string, asked: Promise<Stripe.Subscription>) =>
    subscriptionOf(asked).catch(async (error: unknown) => {
      const found = error instanceof ProviderUnavailable ? null : await retrieveSubscription(id);
      if (found?.endedAt) return found;
      throw error;
    });
  return {
    createSubscription: ({ customer, price, trialDays, promotionCode, metadata }, key) =>
      subscriptionOf(
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            metadata,
            payment_behavior: 'allow_incomplete',
            ...(promotionCode && { discounts: [{ promotion_code: promotionCode }] }),
            ...(trialDays > 0 && { trial_period_days: trialDays, ...cancelWithoutPaymentMethod }),
          },
          { idempotencyKey: key },
        ),
      ),
    retrieveSubscription,
    async listSubscriptions(customer) {
      const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
      const found = await resultOf(all.autoPagingToArray({ limit: 1_000 }));
      return found.map(toProviderSubscription);
    },
    changePlan: (id, { item, price, prorationDate }, key) =>
      subscriptionOf(
        stripe.subscriptions.update(
          id,
          {
            items: [{ id: item, price }],
            payment_behavior: 'pending_if_incomplete',
            proration_behavior: 'always_invoice',
            ...(prorationDate !== undefined && { proration_date: prorationDate }),
          },
          { idempotencyKey: key },
        ),
      ),
    ...discountCalls(stripe),
    cancelSubscription: (id) => orEnded(id, stripe.subscriptions.cancel(id)),
    cancelUnpaidAtTrialEnd: (id) =>
      orEnded(id, stripe.subscriptions.update(id, cancelWithoutPaymentMethod)),
    setCancelAtPeriodEnd: (id, ends) =>
      orEnded(id, stripe.subscriptions.update(id, { cancel_at_period_end: ends })),
  };
};

const discountCalls = (stripe: Stripe) =>
  ({
    async listDiscounts(id) {
      const expand = ['discounts'];
      const found = await resultOf(stripe.subscriptions.retrieve(id, { expand }));
      return found.discounts.flatMap(toSubscriptionDiscounts);
    },
    setDiscounts: (id, reductions, idempotencyKey) =>
      completionOf(
        stripe.subscriptions.update(
          id,
          { discounts: reductions.length === 0 ? '' : reductions },
          { idempotencyKey },
        ),
      ),
  }) satisfies Partial<StripeSubscriptions>;

/** Without a card a subscription ends with its trial: nothing is invoiced or overdue (R-SUB-07). */
const cancelWithoutPaymentMethod = {
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
};

function toSubscriptionDiscounts(discount: string | Stripe.Discount): SubscriptionDiscount[] {
  if (typeof discount === 'string') return [];
  const { promotion_code: code, source } = discount;
  if (code) return [{ promotion_code: typeof code === 'string' ? code : code.id }];
  const { coupon } = source;
  return coupon ? [{ coupon: typeof coupon === 'string' ? coupon : coupon.id }] : [];
}

const subscriptionOf = async (asked: Promise<Stripe.Subscription>) =>
  toProviderSubscription(await resultOf(asked));
