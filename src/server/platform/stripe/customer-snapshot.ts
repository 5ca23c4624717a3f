import type { Stripe } from 'stripe';
import { invoiceEmailsOf } from './billing-details.ts';
import { type CardOnFile, readCardsOnFile } from './card-on-file.ts';
import { allOf, forEachOf, resultOf } from './connection.ts';
import { type InvoiceDispute, readDisputes, toInvoiceDisputes } from './dispute-snapshot.ts';
import { listRefundedCharges, listWholeInvoices } from './embedded-lists.ts';
import { grantOf } from './grant-terms.ts';
import {
  automaticCollectionOf,
  finalizedAt,
  graceStartOf,
  heldUntil,
  isPayable,
} from './invoice-snapshot.ts';
import {
  type ForeignRefund,
  subscriptionIdOf,
  toForeignRefunds,
  toPayments,
  type Payment,
} from './payment-snapshot.ts';
import { type ReceivedEvent, toReceivedEvent, withCustomer } from './received-event.ts';
import { readRecurringDiscount } from './recurring-discount.ts';
import {
  dateOf,
  type ProviderSubscription,
  toProviderSubscription,
} from './subscription-snapshot.ts';

/** A subscription and the amount overdue for it. */
export type SubscriptionState = {
  /** The oldest unpaid invoice, since when its grace counts, and the amount, in minor units. */
  unpaidInvoice: UnpaidInvoice | null;
  /** Its open invoices that are charged automatically, oldest first. */
  openInvoices: OpenInvoice[];
  /** Ids of its drafts and open invoices that the provider collects. */
  collectedInvoices: string[];
  /** Ids of those whose collection a suspension stopped. */
  heldInvoices: string[];
  /** True when it ended with its trial because there was no card to charge. */
  endedUnpaid: boolean;
  /** The card that is charged for it; null when there is none. */
  card: CardOnFile | null;
  /** Amount that its running discounts take off each renewal, in minor units and without tax. */
  recurringDiscount: number;
} & ProviderSubscription;

type UnpaidInvoice = {
  invoice: string;
  since: Date;
  /** When a suspension ended in which it could not be paid. */
  heldUntil: Date | null;
  /** True when it was sent, to be paid by its due date, and not charged. */
  isSent: boolean;
  amount: number;
  currency: string;
  /** The attempts on the provider's own schedule, and the time of the next one. */
  attempts: number;
  nextAttempt: Date | null;
};

export type OpenInvoice = {
  id: string;
  /** True while the provider will charge it again on its own schedule. */
  isRetried: boolean;
  /** The amount due, in minor units. */
  amount: number;
  currency: string;
  /** When it was finalized. */
  since: Date;
};

/** A customer's data at the provider, read at one moment; lists are newest first. */
export type CustomerSnapshot = {
  /** True when the customer was deleted at the provider and can no longer be charged. */
  isDeleted: boolean;
  /** True when the customer has a payment method. */
  hasCard: boolean;
  /** Further addresses that get a copy of each receipt, and the customer's language. */
  receiptCopies: { emails: string[]; locale: string | null };
  /** All subscriptions, including ended ones. */
  subscriptions: SubscriptionState[];
  /** The payments, newest first. */
  payments: Payment[];
  /** The refunds that were made in the provider's dashboard. */
  refunds: ForeignRefund[];
  /** The disputes of payments. */
  disputes: InvoiceDispute[];
};

const pageSize = { limit: 100 };

/** Creates the read-only operations of the Stripe client. */
export const createProviderReader = (stripe: Stripe) => ({
  /**
   * Reads everything that our rows of a customer are derived from. Throws ResourceMissing for an
   * unknown customer: that indicates a wrong API key, not the end of a subscription.
   */
  async readCustomerSnapshot(customer: string): Promise<CustomerSnapshot> {
    const all = { customer, status: 'all', ...pageSize } as const;
    const [found, held, bills, charges] = await Promise.all([
      resultOf(stripe.customers.retrieve(customer)),
      allOf(stripe.subscriptions.list(all)),
      listWholeInvoices(stripe, { customer, expand: ['data.payments'] }),
      listRefundedCharges(stripe, customer),
    ]);
    const states = held.map(toProviderSubscription);
    const [cards, disputes, discounts] = await Promise.all([
      readCardsOnFile(stripe, held, found),
      readDisputes(stripe, charges),
      Promise.all(states.map((state) => readRecurringDiscount(stripe, state))),
    ]);
    return {
      isDeleted: found.deleted === true,
      hasCard: hasOwnCard(found) || held.some(hasCard),
      receiptCopies: receiptCopiesOf(found),
      subscriptions: held.map((subscription, index) => ({
        ...toProviderSubscription(subscription),
        recurringDiscount: discounts[index] ?? 0,
        unpaidInvoice: oldestUnpaidInvoice(toProviderSubscription(subscription), bills),
        openInvoices: openInvoicesOf(subscription.id, bills),
        ...automaticCollectionOf(subscription.id, bills),
        endedUnpaid: hasEndedUnpaid(subscription, bills),
        card: cards.get(subscription.id) ?? null,
      })),
      payments: toPayments(bills, charges),
      refunds: toForeignRefunds(bills, charges),
      disputes: toInvoiceDisputes(bills, charges, disputes),
    };
  },
  readRecurringDiscount: (subscription: ProviderSubscription) =>
    readRecurringDiscount(stripe, subscription),
  /** Lists the subscriptions of every customer that have not ended. */
  async listLiveSubscriptions() {
    const live: ProviderSubscription[] = [];
    await forEachOf(stripe.subscriptions.list(pageSize), (found) =>
      live.push(toProviderSubscription(found)),
    );
    return live;
  },
  /** Returns an event with the customer of its charge if its own object names none, as disputes do. */
  completeEvent: (event: ReceivedEvent) => withCustomer(stripe, event),
  /** Calls `receive` with each event since this moment, newest first; the provider keeps them for 30 days. */
  async forEachEvent(since: Date, receive: (event: ReceivedEvent) => Promise<unknown>) {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    await forEachOf(stripe.events.list({ created, ...pageSize }), async (event) => {
      const received = toReceivedEvent(event, JSON.stringify(event));
      await receive(await withCustomer(stripe, received));
    });
  },
});

const hasCard = ({
  default_payment_method: card,
  default_source: source,
  ended_at: ended,
}: {
  default_payment_method: unknown;
  default_source: unknown;
  ended_at: number | null;
}) => ended === null && (card !== null || source !== null);

const hasOwnCard = (customer: Stripe.Customer | Stripe.DeletedCustomer) =>
  !customer.deleted &&
  (customer.invoice_settings.default_payment_method !== null || customer.default_source !== null);

const receiptCopiesOf = (customer: Stripe.Customer | Stripe.DeletedCustomer) =>
  customer.deleted
    ? { emails: [], locale: null }
    : {
        emails: invoiceEmailsOf(customer),
        locale: customer.preferred_locales?.[0] ?? null,
      };

/** Returns the oldest invoice of a subscription that is owed. */
function oldestUnpaidInvoice(
  subscription: ProviderSubscription,
  invoices: Stripe.Invoice[],
): SubscriptionState['unpaidInvoice'] {
  const oldest = invoices.findLast(
    (invoice) => subscriptionIdOf(invoice) === subscription.id && isPayable(invoice, subscription),
  );
  if (!oldest) return null;
  const { id: invoice, amount_remaining: amount, currency } = oldest;
  return {
    invoice,
    since: graceStartOf(oldest),
    heldUntil: heldUntil(oldest),
    isSent: oldest.collection_method === 'send_invoice',
    amount,
    currency,
    attempts: oldest.attempt_count,
    nextAttempt: oldest.next_payment_attempt === null ? null : dateOf(oldest.next_payment_attempt),
  };
}

/** Returns the attempted open invoices of a subscription; not those that are paid by transfer. */
const openInvoicesOf = (subscription: string, invoices: Stripe.Invoice[]): OpenInvoice[] =>
  invoices
    .filter(
      (invoice) =>
        invoice.status === 'open' &&
        invoice.attempted &&
        invoice.collection_method === 'charge_automatically' &&
        subscriptionIdOf(invoice) === subscription,
    )
    .map((invoice) => ({
      id: invoice.id,
      isRetried: invoice.next_payment_attempt !== null,
      amount: invoice.amount_remaining,
      currency: invoice.currency,
      since: finalizedAt(invoice),
    }))
    .toReversed();

/**
 * Returns true when a subscription ended with its trial because there was nothing to charge: no
 * cancellation was scheduled, and no invoice was made after the trial.
 */
function hasEndedUnpaid(subscription: Stripe.Subscription, invoices: Stripe.Invoice[]): boolean {
  const { id, ended_at: end, trial_end: trialEnd } = subscription;
  const wasAnnounced = subscription.cancel_at !== null || subscription.cancel_at_period_end;
  if (end === null || trialEnd === null || end < trialEnd || wasAnnounced) return false;
  const own = invoices.filter((invoice) => subscriptionIdOf(invoice) === id);
  return own.every(({ created }) => created < trialEnd);
}

/** Returns true when the first payment failed: the subscription granted nothing and gets no row. */
export const isIncomplete = ({ status }: SubscriptionState) =>
  status === 'incomplete' || status === 'incomplete_expired';

/**
 * Returns true when a payment was received; a running subscription without a trial is paid, unless it is
 * granted.
 */
export const isPaid = (subscription: SubscriptionState, { payments }: CustomerSnapshot) =>
  payments.some((payment) => payment.subscription === subscription.id) || runsPaid(subscription);

function runsPaid(subscription: SubscriptionState) {
  const { trialEnd, status } = subscription;
  if (trialEnd !== null || grantOf(subscription) !== null) return false;
  return status === 'active' || status === 'past_due' || status === 'unpaid';
}
