import type { Stripe } from 'stripe';
import {
  completionOf,
  ignoreMissing,
  resultOf,
  type StripeMetadata,
  type StripeOptions,
} from './connection.ts';
import { InvalidRequest, isTaxLocationRefused } from './errors.ts';
import type { GrantTerms } from './grant-terms.ts';
import { idOf, lacksPlace, type ProviderSubscription } from './subscription-snapshot.ts';
import { taxed } from './taxes.ts';

/** The running subscription that becomes a granted one. */
export type GrantableSubscription = {
  id: string;
  itemId: string;
  status: string;
  isPaid: boolean;
  cancelsAtPeriodEnd: boolean;
};

const secondsOf = (date: Date) => date.getTime() / 1_000;

const metadataOf = ({ id, ends, price }: GrantTerms): StripeMetadata => ({
  grantId: id,
  grantPrice: price,
  grantEnds: ends ? String(secondsOf(ends)) : '',
});

/** A coupon for the granted product only: any other plan is charged, wherever it is chosen. */
const couponIdOf = (product: string) => `grant_${product}`;

export const createStripeGrants = (stripe: Stripe, options: StripeOptions) => ({
  ...grantCalls(stripe),
  ...grantRepairs(stripe, options),
});

const grantCalls = (stripe: Stripe) => ({
  /**
   * Makes a running subscription the granted one, in one update: a trial ends, and unused paid time becomes
   * credit. Nothing is credited for time that was not paid.
   */
  async grantSubscription(
    { id, itemId, status, isPaid, cancelsAtPeriodEnd }: GrantableSubscription,
    terms: GrantTerms,
    idempotencyKey: string,
  ) {
    await ensureCoupon(stripe, terms.product);
    const own = await keptDiscounts(stripe, id);
    const isTrial = status === 'trialing';
    await completionOf(
      stripe.subscriptions.update(
        id,
        {
          items: [{ id: itemId, price: terms.price, quantity: 1 }],
          discounts: [...own, { coupon: couponIdOf(terms.product) }],
          metadata: metadataOf(terms),
          ...(terms.ends && { cancel_at: secondsOf(terms.ends) }),
          // Each of the two parameters removes only the end that it sets.
          ...(!terms.ends &&
            (cancelsAtPeriodEnd ? { cancel_at_period_end: false } : { cancel_at: '' })),
          proration_behavior: isPaid ? 'always_invoice' : 'none',
          ...(isTrial ? { trial_end: 'now' } : { billing_cycle_anchor: { type: 'now' } }),
        },
        { idempotencyKey },
      ),
    );
  },
  /** Creates a granted subscription, for which no card is needed. */
  async createGrantedSubscription(
    { customer, metadata }: { customer: string; metadata: StripeMetadata },
    terms: GrantTerms,
    idempotencyKey: string,
  ) {
    await ensureCoupon(stripe, terms.product);
    await completionOf(
      stripe.subscriptions.create(
        {
          customer,
          items: [{ price: terms.price }],
          discounts: [{ coupon: couponIdOf(terms.product) }],
          metadata: { ...metadata, ...metadataOf(terms) },
          ...(terms.ends && { cancel_at: secondsOf(terms.ends) }),
        },
        { idempotencyKey },
      ),
    );
  },
});

const grantRepairs = (stripe: Stripe, { automaticTax }: StripeOptions) => ({
  /** Returns the names of a subscription's running discounts, without that of a grant. */
  listDiscounts: async (id: string) => (await ownDiscounts(stripe, id)).map(({ name }) => name),
  /**
   * Removes coupon, end and marks of a grant from a subscription whose plan was changed, which is taxed from its next
   * invoice on if the provider knows the customer's place; a cancellation stays.
   */
  async removeGrant({
    id,
    cancelAt,
    metadata: { grantEnds },
  }: Pick<ProviderSubscription, 'id' | 'cancelAt' | 'metadata'>) {
    const isOwnEnd = cancelAt !== null && secondsOf(cancelAt) === Number(grantEnds);
    const kept = await keptDiscounts(stripe, id);
    const update = (more: Stripe.SubscriptionUpdateParams) =>
      completionOf(
        stripe.subscriptions.update(id, {
          discounts: kept.length === 0 ? '' : kept,
          metadata: withoutMarks,
          ...(isOwnEnd && { cancel_at: '' }),
          proration_behavior: 'none',
          ...more,
        }),
      );
    await update(automaticTax ? taxed : {}).catch((error: unknown) => {
      if (!isTaxLocationRefused(error)) throw error;
      return update({ metadata: { ...withoutMarks, untaxed: lacksPlace } });
    });
  },
});

const withoutMarks: StripeMetadata = { grantId: '', grantPrice: '', grantEnds: '' };

/** Lists them as an update keeps them. */
const keptDiscounts = async (stripe: Stripe, id: string) =>
  (await ownDiscounts(stripe, id)).map(({ id: discount }) => ({ discount }));

/** Returns the discounts of a subscription that no grant gave it; Stripe deletes those that an update omits. */
async function ownDiscounts(stripe: Stripe, id: string) {
  const expand = ['discounts.source.coupon'];
  const found = await resultOf(stripe.subscriptions.retrieve(id, { expand }));
  return found.discounts.flatMap((discount) => {
    if (typeof discount === 'string') return [];
    const { coupon } = discount.source;
    const terms = idOf(coupon) ?? '';
    const name = coupon !== null && typeof coupon === 'object' ? coupon.name : null;
    return terms.startsWith('grant_') ? [] : [{ id: discount.id, name: name || terms }];
  });
}

/** Creates the coupon of a product unless it exists. */
async function ensureCoupon(stripe: Stripe, product: string) {
  const id = couponIdOf(product);
  if (await resultOf(stripe.coupons.retrieve(id)).catch(ignoreMissing)) return;
  const terms = { percent_off: 100, duration: 'forever', name: 'Granted plan' } as const;
  const coupon = { id, ...terms, applies_to: { products: [product] } };
  await completionOf(stripe.coupons.create(coupon)).catch((error: unknown) => {
    const isThere = error instanceof InvalidRequest && error.code === 'resource_already_exists';
    if (!isThere) throw error;
  });
}
