import type { Stripe } from 'stripe';

/** A subscription as the provider has it at one moment: the truth that our rows are derived from. */
export interface ProviderSubscription {
  id: string;
  customer: string;
  status: Stripe.Subscription.Status;
  /** The provider's id of the price; null when it has no item. */
  priceServiceId: string | null;
  /** The provider's id of its one item; a change of plan names it. */
  itemId: string | null;
  latestInvoice: string | null;
  /** A change that waits for its payment. */
  changePending: boolean;
  metadata: Record<string, string>;
  startedAt: Date;
  trialEnd: Date | null;
  /** Without a card it ends with its trial, instead of asking for the money. */
  endsUnpaid: boolean;
  currency: string;
  currentPeriodEnd: Date | null;
  /** When it will end, if a cancellation was announced. */
  cancelAt: Date | null;
  /** When somebody cancelled it, now or for later. */
  canceledAt: Date | null;
  endedAt: Date | null;
}

/** What a tenant's product row says of a subscription. */
interface ProductRow {
  service_id: string;
  status: 'active' | 'trialing' | 'past_due' | 'canceled';
  trial_ends: Date | null;
  start_date: Date;
  end_date: Date | null;
  cancelled_at: Date | null;
}

/** Reads the SDK's object; one product a subscription, so its first item counts. */
export function snapshotOf(subscription: Stripe.Subscription): ProviderSubscription {
  const [item] = subscription.items.data;
  const { customer } = subscription;
  return {
    id: subscription.id,
    customer: typeof customer === 'string' ? customer : customer.id,
    status: subscription.status,
    priceServiceId: item?.price.id ?? null,
    itemId: item?.id ?? null,
    latestInvoice: idOf(subscription.latest_invoice),
    changePending: subscription.pending_update !== null,
    metadata: subscription.metadata,
    startedAt: dateOf(subscription.start_date),
    trialEnd: momentOf(subscription.trial_end),
    endsUnpaid: subscription.trial_settings?.end_behavior.missing_payment_method === 'cancel',
    currency: subscription.currency,
    currentPeriodEnd: momentOf(item?.current_period_end ?? null),
    cancelAt: momentOf(subscription.cancel_at),
    canceledAt: momentOf(subscription.canceled_at),
    endedAt: momentOf(subscription.ended_at),
  };
}

/** The one way from the provider's state to ours: the same snapshot always gives the same row. */
export const productRowOf = (snapshot: ProviderSubscription): ProductRow => ({
  service_id: snapshot.id,
  status: statusOf(snapshot),
  trial_ends: snapshot.trialEnd,
  start_date: snapshot.startedAt,
  end_date: snapshot.endedAt ?? snapshot.cancelAt,
  cancelled_at: snapshot.canceledAt,
});

/**
 * What the product grants. A first payment that is still missing grants nothing; a later one that
 * is overdue, for whatever reason, is `past_due` and has its grace.
 */
function statusOf({ status }: ProviderSubscription): ProductRow['status'] {
  switch (status) {
    case 'active':
      return 'active';
    case 'trialing':
      return 'trialing';
    case 'canceled':
    case 'incomplete':
    case 'incomplete_expired':
      return 'canceled';
    default:
      return 'past_due';
  }
}

const idOf = (named: string | { id: string } | null) =>
  typeof named === 'string' ? named : (named?.id ?? null);

/** Epoch seconds to a date. */
const dateOf = (seconds: number) => new Date(seconds * 1_000);

const momentOf = (seconds: number | null) => (seconds === null ? null : dateOf(seconds));
