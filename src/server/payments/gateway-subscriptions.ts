import type { Stripe } from 'stripe';
import { ProviderUnavailable } from './errors.ts';
import { answer, done, type Metadata } from './gateway-connection.ts';
import { type ProviderSubscription, snapshotOf } from './snapshot.ts';

interface NewSubscription {
  customer: string;
  /** The price's service id. */
  price: string;
  /** 0 for no trial; a trial needs no card (R-SUB-06). */
  trialDays: number;
  /** The provider's id of the promotion code to apply. */
  promotionCode?: string | null;
  metadata: Metadata;
}

interface PlanChange {
  /** The item of the subscription; `price` is the service id of its new price. */
  item: string;
  price: string;
  /** The moment of the proration, in epoch seconds. */
  prorationDate?: number;
}

/** A discount, by the provider's ids. */
export type Reduction = { promotion_code: string } | { coupon: string };

export interface Subscriptions {
  /**
   * Creates a subscription and charges the first invoice. The status is `incomplete` when the
   * charge fails or needs authentication.
   */
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
  discountsOf: (id: string) => Promise<Reduction[]>;
  /** Replaces the discounts from the next invoice on. */
  setDiscounts: (id: string, discounts: Reduction[], key: string) => Promise<void>;
  /** Ends the subscription immediately. */
  cancelSubscription: (id: string) => Promise<ProviderSubscription>;
  /** Lets the subscription end with its trial when there is no card by then. */
  endWithTrialUnpaid: (id: string) => Promise<ProviderSubscription>;
  /** Schedules the end of the subscription for the end of its period, or removes that schedule. */
  cancelAtPeriodEnd: (id: string, ends: boolean) => Promise<ProviderSubscription>;
}

export const subscriptions = (stripe: Stripe): Subscriptions => {
  const retrieveSubscription = (id: string) => snapshot(stripe.subscriptions.retrieve(id));
  /**
   * Returns the subscription when Stripe refuses the change because it has ended in the meantime.
   */
  const orEnded = (id: string, asked: Promise<Stripe.Subscription>) =>
    snapshot(asked).catch(async (error: unknown) => {
      const found = error instanceof ProviderUnavailable ? null : await retrieveSubscription(id);
      if (found?.endedAt) return found;
      throw error;
    });
  return {
    createSubscription: ({ customer, price, trialDays, promotionCode, metadata }, key) =>
      snapshot(
        stripe.subscriptions.create(
          {
            customer,
            items: [{ price }],
            metadata,
            payment_behavior: 'allow_incomplete',
            ...(promotionCode && { discounts: [{ promotion_code: promotionCode }] }),
            ...(trialDays > 0 && { trial_period_days: trialDays, ...endsUnpaid }),
          },
          { idempotencyKey: key },
        ),
      ),
    retrieveSubscription,
    async listSubscriptions(customer) {
      const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
      const found = await answer(all.autoPagingToArray({ limit: 1_000 }));
      return found.map(snapshotOf);
    },
    changePlan: (id, { item, price, prorationDate }, key) =>
      snapshot(
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
    ...discounts(stripe),
    cancelSubscription: (id) => orEnded(id, stripe.subscriptions.cancel(id)),
    endWithTrialUnpaid: (id) => orEnded(id, stripe.subscriptions.update(id, endsUnpaid)),
    cancelAtPeriodEnd: (id, ends) =>
      orEnded(id, stripe.subscriptions.update(id, { cancel_at_period_end: ends })),
  };
};

const discounts = (stripe: Stripe) =>
  ({
    async discountsOf(id) {
      const expand = ['discounts'];
      const found = await answer(stripe.subscriptions.retrieve(id, { expand }));
      return found.discounts.flatMap(reductionOf);
    },
    setDiscounts: (id, reductions, idempotencyKey) =>
      done(
        stripe.subscriptions.update(
          id,
          { discounts: reductions.length === 0 ? '' : reductions },
          { idempotencyKey },
        ),
      ),
  }) satisfies Partial<Subscriptions>;

/** Without a card a subscription ends with its trial: nothing is invoiced or overdue (R-SUB-07). */
const endsUnpaid = {
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
};

function reductionOf(discount: string | Stripe.Discount): Reduction[] {
  if (typeof discount === 'string') return [];
  const { promotion_code: code, source } = discount;
  if (code) return [{ promotion_code: typeof code === 'string' ? code : code.id }];
  const { coupon } = source;
  return coupon ? [{ coupon: typeof coupon === 'string' ? coupon : coupon.id }] : [];
}

const snapshot = async (asked: Promise<Stripe.Subscription>) => snapshotOf(await answer(asked));
