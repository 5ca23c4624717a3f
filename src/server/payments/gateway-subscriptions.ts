import type { Stripe } from 'stripe';
import { ProviderUnavailable } from './errors.ts';
import { answer, done, type Metadata } from './gateway-connection.ts';
import { type ProviderSubscription, snapshotOf } from './snapshot.ts';

interface NewSubscription {
  customer: string;
  /** The price's service id. */
  price: string;
  /** 0 for no trial; a trial needs no card. */
  trialDays: number;
  /** The promotion code that takes something off. */
  promotionCode?: string | null;
  metadata: Metadata;
}

interface PlanChange {
  /** The item of the subscription, and the service id of its next price. */
  item: string;
  price: string;
  /** Epoch seconds: the moment up to which the old plan was used. */
  prorationDate?: number;
}

/** What takes something off, by the provider's ids. */
export type Reduction = { promotion_code: string } | { coupon: string };

export interface Subscriptions {
  /** Charges what is due at once; `incomplete` when that did not work out, or must be confirmed. */
  createSubscription: (subscription: NewSubscription, key: string) => Promise<ProviderSubscription>;
  retrieveSubscription: (id: string) => Promise<ProviderSubscription>;
  /** All of them, ended ones too, newest first. */
  listSubscriptions: (customer: string) => Promise<ProviderSubscription[]>;
  /**
   * Moves to another price and charges the difference at once. As long as that is not paid the
   * subscription stays as it was, and its change is pending.
   */
  changePlan: (id: string, change: PlanChange, key: string) => Promise<ProviderSubscription>;
  /** The discounts a subscription has. */
  discountsOf: (id: string) => Promise<Reduction[]>;
  /** Takes this off from the next invoice on, and nothing else. */
  setDiscounts: (id: string, discounts: Reduction[], key: string) => Promise<void>;
  /** Ends it at once. */
  cancelSubscription: (id: string) => Promise<ProviderSubscription>;
  /** Lets it end with its trial unless there is a card by then. */
  endWithTrialUnpaid: (id: string) => Promise<ProviderSubscription>;
  /** Lets it end with the period that is paid, or go on after all. */
  cancelAtPeriodEnd: (id: string, ends: boolean) => Promise<ProviderSubscription>;
}

export const subscriptions = (stripe: Stripe): Subscriptions => {
  const retrieveSubscription = (id: string) => snapshot(stripe.subscriptions.retrieve(id));
  /** Stripe refuses to end what has ended meanwhile; that is what was asked for, all the same. */
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

/** Without a card a subscription ends with its trial: nothing is invoiced, and nothing overdue. */
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
