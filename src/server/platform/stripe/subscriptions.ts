import type { Stripe } from 'stripe';
import { toCancellationDetails, type CancellationAnswer } from './cancellation-details.ts';
import {
  allOf,
  completionOf,
  resultOf,
  type StripeMetadata,
  type StripeOptions,
} from './connection.ts';
import { isTaxLocationRefused, ProviderUnavailable } from './errors.ts';
import {
  isPausedBySuspension,
  pausedBySuspension,
  type ProviderSubscription,
  toProviderSubscription,
} from './subscription-snapshot.ts';
import { taxed } from './taxes.ts';

type NewSubscription = {
  customer: string;
  /** The price's service id. */
  price: string;
  /** 0 for no trial; a trial needs no card (R-SUB-06). */
  trialDays: number;
  /** The provider's id of the promotion code to apply. */
  promotionCode?: string | null;
  metadata: StripeMetadata;
};

type PlanChange = {
  /** The item of the subscription; `price` is the service id of its new price. */
  item: string;
  price: string;
  /** The moment of the proration, in epoch seconds. */
  prorationDate?: number;
  /** True to begin a new period, charged in full. */
  restarts?: boolean;
  /** The provider's id of the promotion code that replaces all discounts. */
  promotionCode?: string | null;
};

export type ScheduledEnd = Pick<ProviderSubscription, 'cancelAt' | 'cancelsAtPeriodEnd'>;

type ResumableSubscription = ScheduledEnd & Pick<ProviderSubscription, 'id' | 'collectionPaused'>;

/** Returns the parameter that removes a scheduled end; Stripe refuses both, and each removes only its own. */
export const withoutEnd = ({ cancelAt, cancelsAtPeriodEnd }: ScheduledEnd) =>
  cancelsAtPeriodEnd ? { cancel_at_period_end: false } : cancelAt ? { cancel_at: '' as const } : {};

export const createStripeSubscriptions = (stripe: Stripe, { automaticTax }: StripeOptions) => ({
  /** Creates a subscription and charges it; `incomplete` when that fails or needs authentication. */
  createSubscription: (order: NewSubscription, key: string) =>
    subscriptionOf(
      stripe.subscriptions.create(
        {
          customer: order.customer,
          items: [{ price: order.price }],
          metadata: order.metadata,
          ...(automaticTax && taxed),
          payment_behavior: 'allow_incomplete',
          ...(order.promotionCode && { discounts: [{ promotion_code: order.promotionCode }] }),
          ...(order.trialDays > 0 && {
            trial_period_days: order.trialDays,
            ...cancelWithoutPaymentMethod,
          }),
        },
        { idempotencyKey: key },
      ),
    ),
  retrieveSubscription: (id: string) => subscriptionOf(stripe.subscriptions.retrieve(id)),
  /** Lists all subscriptions, including ended ones, newest first. */
  async listSubscriptions(customer: string) {
    const found = await allOf(stripe.subscriptions.list({ customer, status: 'all', limit: 100 }));
    return found.map(toProviderSubscription);
  },
  /** Moves to another price and discount and charges the difference now; all is pending until that is paid. */
  changePlan: (id: string, change: PlanChange, key: string) => {
    const { item, price, prorationDate, restarts, promotionCode } = change;
    return subscriptionOf(
      stripe.subscriptions.update(
        id,
        {
          items: [{ id: item, price, quantity: 1 }],
          ...(promotionCode && { discounts: [{ promotion_code: promotionCode }] }),
          payment_behavior: 'pending_if_incomplete',
          proration_behavior: 'always_invoice',
          ...(prorationDate !== undefined && { proration_date: prorationDate }),
          ...(restarts && { billing_cycle_anchor: { type: 'now' } }),
        },
        { idempotencyKey: key },
      ),
    );
  },
  /** Charges for one unit of the price again; what was charged for more units of this period becomes credit. */
  restoreQuantity: (id: string, item: string) =>
    orEndedSubscription(stripe)(
      id,
      stripe.subscriptions.update(id, {
        items: [{ id: item, quantity: 1 }],
        proration_behavior: 'create_prorations',
      }),
    ),
  ...taxCalls(stripe, automaticTax),
  ...endCalls(stripe),
  ...supportCalls(stripe),
});

/** Calls that have a running subscription taxed, if the product taxes at all. */
const taxCalls = (stripe: Stripe, automaticTax: boolean) => ({
  /** Has the provider calculate the tax of a plan that replaces a granted one, which needed no tax location. */
  async enableTax(id: string) {
    if (automaticTax) await completionOf(stripe.subscriptions.update(id, taxed));
  },
  /** Taxes a subscription from its next invoice on; returns false while the provider doesn't recognize the customer's place. */
  async restoreTax(id: string) {
    if (!automaticTax) return false;
    const taxedAgain = { ...taxed, metadata: { untaxed: '' }, proration_behavior: 'none' as const };
    return completionOf(stripe.subscriptions.update(id, taxedAgain)).then(
      () => true,
      (error: unknown) => {
        if (isTaxLocationRefused(error)) return false;
        throw error;
      },
    );
  },
});

/** Returns the subscription if Stripe refuses a change because it has ended since. */
const orEndedSubscription =
  ({ subscriptions }: Stripe) =>
  (id: string, asked: Promise<Stripe.Subscription>) =>
    subscriptionOf(asked).catch(async (error: unknown) => {
      if (error instanceof ProviderUnavailable) throw error;
      const found = await subscriptionOf(subscriptions.retrieve(id));
      if (found.endedAt) return found;
      throw error;
    });

/** Calls that end a subscription, or keep it from ending. */
function endCalls(stripe: Stripe) {
  const orEnded = orEndedSubscription(stripe);
  return {
    cancelSubscription: (id: string, answer?: CancellationAnswer) =>
      orEnded(id, stripe.subscriptions.cancel(id, withAnswer(answer))),
    /** Schedules the end of the subscription for the end of its period. */
    cancelAtPeriodEnd: (id: string, answer?: CancellationAnswer) =>
      orEnded(
        id,
        stripe.subscriptions.update(id, { cancel_at_period_end: true, ...withAnswer(answer) }),
      ),
    /** Resumes a paused subscription with a new period; it stays paused until that is paid. */
    resumePausedSubscription: (id: string, idempotencyKey: string) =>
      subscriptionOf(
        stripe.subscriptions.resume(
          id,
          {
            billing_cycle_anchor: { type: 'now' },
            payment_behavior: 'resume_on_payment_success',
          },
          { idempotencyKey },
        ),
      ),
    /** Removes a date of the end, which shortens each period in which it lies (SDK SubscriptionUpdateParams.cancel_at). */
    removeEndDate: (id: string) =>
      orEnded(id, stripe.subscriptions.update(id, { cancel_at: '', proration_behavior: 'none' })),
    /** Sets a date of the end again, which is in the future. */
    restoreEndDate: (id: string, end: Date) =>
      orEnded(
        id,
        stripe.subscriptions.update(id, { cancel_at: secondsOf(end), proration_behavior: 'none' }),
      ),
    /** Removes a scheduled end, and the answer to why; collects payments again if that is paused. */
    resumeSubscription: ({ id, collectionPaused, ...end }: ResumableSubscription) =>
      orEnded(
        id,
        stripe.subscriptions.update(id, {
          ...withoutEnd(end),
          proration_behavior: 'none',
          ...(collectionPaused && { pause_collection: '' as const }),
          ...withAnswer({ reason: null, comment: null }),
        }),
      ),
  };
}

/** Changes that operators make. */
const supportCalls = (stripe: Stripe) => ({
  /**
   * Collects nothing while the organization is suspended: invoices of this time are void
   * (docs.stripe.com/billing/subscriptions/pause-payment). The mark tells a pause of this call from an earlier one.
   */
  suspendPayments: ({
    id,
    collectionPaused,
  }: Pick<ProviderSubscription, 'id' | 'collectionPaused'>) =>
    orEndedSubscription(stripe)(
      id,
      stripe.subscriptions.update(id, {
        metadata: { suspended: collectionPaused ? 'paused before' : pausedBySuspension },
        ...(!collectionPaused && { pause_collection: { behavior: 'void' } }),
      }),
    ),
  /** Ends the pause that {@link suspendPayments} began, and no other. */
  restorePayments: (state: Pick<ProviderSubscription, 'id' | 'metadata'>) =>
    orEndedSubscription(stripe)(
      state.id,
      stripe.subscriptions.update(state.id, {
        metadata: { suspended: '' },
        ...(isPausedBySuspension(state) && { pause_collection: '' }),
      }),
    ),
  /** Moves the end of a running trial, and with `movesEnd` the date at which the subscription ends; nothing is charged until then. */
  extendTrial: (
    id: string,
    { until, movesEnd, metadata }: { until: Date; movesEnd: boolean; metadata: StripeMetadata },
    idempotencyKey: string,
  ) =>
    subscriptionOf(
      stripe.subscriptions.update(
        id,
        {
          trial_end: secondsOf(until),
          ...(movesEnd && { cancel_at: secondsOf(until) }),
          proration_behavior: 'none',
          metadata,
        },
        { idempotencyKey },
      ),
    ),
});

const secondsOf = (date: Date) => Math.floor(date.getTime() / 1_000);

const withAnswer = (answer: CancellationAnswer | undefined) =>
  answer ? { cancellation_details: toCancellationDetails(answer) } : {};

/** Without a card a subscription ends with its trial: nothing is invoiced or overdue (R-SUB-07). */
const cancelWithoutPaymentMethod = {
  trial_settings: { end_behavior: { missing_payment_method: 'cancel' as const } },
};

const subscriptionOf = async (asked: Promise<Stripe.Subscription>) =>
  toProviderSubscription(await resultOf(asked));
