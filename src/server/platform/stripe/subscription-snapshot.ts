import type { Stripe } from 'stripe';
import type { ProductStatus } from '#contract/membership.ts';
import { toCancellationAnswer, type CancellationAnswer } from './cancellation-details.ts';
import { grantOf, isCanceled } from './grant-terms.ts';

/** A subscription at the provider at one moment; our rows are derived from it. */
export type ProviderSubscription = {
  id: string;
  customer: string;
  status: Stripe.Subscription.Status;
  /** The provider's id of the price; null when it has no item. */
  priceServiceId: string | null;
  /** The provider's id of its only item; a change of plan refers to it. */
  itemId: string | null;
  /** Units of its price that it is charged for; the product sells one. */
  quantity: number;
  latestInvoice: string | null;
  /** When it was paused; null unless its status is `paused`. */
  pausedAt: Date | null;
  /** True while Stripe collects none of its invoices (`pause_collection`); its periods continue. */
  collectionPaused: boolean;
  /** When Stripe resumes the collection; null when no date is set. */
  collectionResumesAt: Date | null;
  /** True when its invoices are sent, to be paid within some days, and not charged (`send_invoice`). */
  sendsInvoices: boolean;
  /** True while a change of plan waits for its payment. */
  changePending: boolean;
  /** True while it is not taxed because the customer's place was unknown. */
  lacksPlace: boolean;
  metadata: Record<string, string>;
  startedAt: Date;
  trialEnd: Date | null;
  currency: string;
  /** True while it has discounts of its own. */
  isDiscounted: boolean;
  currentPeriodStart: Date | null;
  currentPeriodEnd: Date | null;
  /** The scheduled end; null when no cancellation is scheduled. */
  cancelAt: Date | null;
  /** True when it ends with its period, and not at a date, which is how Stripe's portal cancels. */
  cancelsAtPeriodEnd: boolean;
  /** The moment the cancellation was requested, for now or later. */
  canceledAt: Date | null;
  cancellationAnswer: CancellationAnswer;
  endedAt: Date | null;
};

/** The columns of a tenant's product that are derived from a subscription. */
type TenantProductRow = {
  service_id: string;
  status: ProductStatus;
  trial_ends: Date | null;
  start_date: Date;
  end_date: Date | null;
  /** When the cancellation was requested; null while a granted plan ends only with its grant. */
  canceled_at: Date | null;
  /** True while an operator grants the plan free of charge. */
  granted: boolean;
};

/** Converts the SDK's object; a subscription has one product, so only its first item counts. */
export function toProviderSubscription(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data;
  const { customer, cancel_at_period_end: cancelsAtPeriodEnd } = subscription;
  const periodEnd = item?.current_period_end ?? null;
  return {
    id: subscription.id,
    customer: typeof customer === 'string' ? customer : customer.id,
    status: subscription.status,
    priceServiceId: item?.price.id ?? null,
    itemId: item?.id ?? null,
    quantity: item?.quantity ?? 1,
    latestInvoice: idOf(subscription.latest_invoice),
    pausedAt:
      subscription.status === 'paused'
        ? nullableDateOf(subscription.status_details?.paused?.transitioned_at ?? null)
        : null,
    collectionPaused: subscription.pause_collection !== null,
    collectionResumesAt: nullableDateOf(subscription.pause_collection?.resumes_at ?? null),
    sendsInvoices: subscription.collection_method === 'send_invoice',
    changePending: subscription.pending_update !== null,
    lacksPlace:
      subscription.automatic_tax.disabled_reason === 'requires_location_inputs' ||
      subscription.metadata['untaxed'] === lacksPlace,
    metadata: subscription.metadata,
    startedAt: dateOf(subscription.start_date),
    trialEnd: nullableDateOf(subscription.trial_end),
    currency: subscription.currency,
    isDiscounted: subscription.discounts.length > 0,
    currentPeriodStart: nullableDateOf(item?.current_period_start ?? null),
    currentPeriodEnd: nullableDateOf(periodEnd),
    cancelAt: nullableDateOf(subscription.cancel_at ?? (cancelsAtPeriodEnd ? periodEnd : null)),
    cancelsAtPeriodEnd,
    canceledAt: nullableDateOf(subscription.canceled_at),
    cancellationAnswer: toCancellationAnswer(subscription.cancellation_details),
    endedAt: nullableDateOf(subscription.ended_at),
  };
}

/** Value of the mark `untaxed` of a subscription that we left untaxed because the customer had no place. */
export const lacksPlace = 'no place';

/** Value of the mark `suspended` of a subscription or an invoice whose payments a suspension paused. */
export const pausedBySuspension = 'payments paused';

/** Returns true while the payments of a subscription are paused because its organization is suspended. */
export const isMarkedSuspended = ({
  metadata: { suspended },
  collectionPaused,
}: Pick<ProviderSubscription, 'metadata' | 'collectionPaused'>) =>
  // Without a pause the provider collects, also where one was there before the suspension.
  suspended !== undefined && collectionPaused;

/** Returns true while a suspension pauses payments that were not paused before. */
export const isPausedBySuspension = ({ metadata }: { metadata: Stripe.Metadata | null }) =>
  metadata?.['suspended'] === pausedBySuspension;

/** Derives our row from the provider's state; equal snapshots give equal rows (R-SUB-02). */
export const toTenantProductRow = (snapshot: ProviderSubscription): TenantProductRow => ({
  service_id: snapshot.id,
  status: toProductStatus(snapshot),
  trial_ends: snapshot.trialEnd,
  start_date: snapshot.startedAt,
  end_date: snapshot.endedAt ?? snapshot.cancelAt,
  canceled_at: isCanceled(snapshot) ? snapshot.canceledAt : null,
  granted: grantOf(snapshot) !== null,
});

/** Returns our status: a missing first payment grants nothing, a later one is `past_due`. */
function toProductStatus({ status }: ProviderSubscription): TenantProductRow['status'] {
  switch (status) {
    case 'active':
      return 'active';
    case 'trialing':
      return 'trialing';
    case 'paused':
      return 'paused';
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
      return 'canceled';
    default:
      return 'past_due';
  }
}

/** Returns the id of an object that Stripe names, or includes when it is expanded. */
export const idOf = (named: string | { id: string } | null | undefined) =>
  typeof named === 'string' ? named : (named?.id ?? null);

/** Returns a time of the provider, which counts seconds. */
export const dateOf = (seconds: number) => new Date(seconds * 1_000);

const nullableDateOf = (seconds: number | null) => (seconds === null ? null : dateOf(seconds));
