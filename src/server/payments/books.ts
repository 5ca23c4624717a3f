import type { Stripe } from 'stripe';
import { translateError } from './errors.ts';
import { type ProviderSubscription, snapshotOf } from './snapshot.ts';

/** A subscription and what is owed for it. */
export interface Standing extends ProviderSubscription {
  /** The oldest invoice that nobody has paid, and since when it asks for money. */
  owed: { invoice: string; since: Date } | null;
  /** Its trial ended, there was nothing to charge, and so it ended with it. */
  endedUnpaid: boolean;
}

export interface Payment {
  /** The invoice that was paid. */
  invoice: string;
  /** What for; null when it was for no subscription. */
  subscription: string | null;
  /** The billing intent that the invoice, or its subscription, says it was made by. */
  intent: string | null;
  number: string | null;
  /** Minor units, never 0. */
  amount: number;
  currency: string;
  paidAt: Date;
}

/** What the provider has of a customer at one moment; lists are newest first. */
export interface Books {
  /** The customer was deleted at the provider: it can pay for nothing any more. */
  isDeleted: boolean;
  /** There is something to charge. */
  hasCard: boolean;
  /** All of them, ended ones too. */
  subscriptions: Standing[];
  /** The last hundred. */
  payments: Payment[];
}

/** Something happened at the provider; `body` as it was sent. */
export interface ProviderEvent {
  id: string;
  type: string;
  livemode: boolean;
  createdAt: Date;
  customer: string | null;
  body: string;
}

/** The gateway's verbs that only look. */
export interface Reading {
  /**
   * Everything that our rows of a customer are derived from. NotAtProvider for one it never heard of:
   * that tells of a wrong key, not of an end.
   */
  readBooks: (customer: string) => Promise<Books>;
  /** Every subscription of every customer that has not ended. */
  listLiveSubscriptions: () => Promise<ProviderSubscription[]>;
  /** What happened since then, newest first and at most two thousand. The provider keeps a month. */
  listEvents: (since: Date) => Promise<ProviderEvent[]>;
}

const everything = { limit: 10_000 };
const page = { limit: 100 };

export const reading = (stripe: Stripe): Reading => ({
  async readBooks(customer) {
    const all = { customer, status: 'all', ...page } as const;
    const [found, held, bills] = await asked(
      Promise.all([
        stripe.customers.retrieve(customer),
        stripe.subscriptions.list(all).autoPagingToArray({ limit: 1_000 }),
        stripe.invoices.list({ customer, ...page }),
      ]),
    );
    return {
      isDeleted: found.deleted === true,
      hasCard: hasOwnCard(found) || held.some(hasCard),
      subscriptions: held.map((subscription) => ({
        ...snapshotOf(subscription),
        owed: owedFor(subscription.id, bills.data),
        endedUnpaid: endedUnpaid(subscription, bills.data),
      })),
      payments: bills.data.flatMap(paymentOf),
    };
  },
  listLiveSubscriptions: async () =>
    (await asked(stripe.subscriptions.list(page).autoPagingToArray(everything))).map(snapshotOf),
  async listEvents(since) {
    const created = { gte: Math.floor(since.getTime() / 1_000) };
    const events = stripe.events.list({ created, ...page }).autoPagingToArray({ limit: 2_000 });
    return (await asked(events)).map((event) => eventOf(event, JSON.stringify(event)));
  },
});

/** What we keep of the SDK's event; `body` as it was sent. */
export const eventOf = (event: Stripe.Event, body: string): ProviderEvent => ({
  id: event.id,
  type: event.type,
  livemode: event.livemode,
  createdAt: new Date(event.created * 1_000),
  customer: customerOf(event.data.object),
  body,
});

/** Whom an object belongs to, if anybody: most say it, a customer is it. */
function customerOf(object: object): string | null {
  const { object: kind, id, customer } = object as Record<string, unknown>;
  if (kind === 'customer') return String(id);
  if (typeof customer === 'string') return customer;
  const { id: expanded } = (customer ?? {}) as Record<string, unknown>;
  return typeof expanded === 'string' ? expanded : null;
}

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

/** The oldest invoice of a subscription that was asked for and not paid. */
function owedFor(subscription: string, invoices: Stripe.Invoice[]): Standing['owed'] {
  const oldest = invoices.findLast(
    (invoice) =>
      (invoice.status === 'open' || invoice.status === 'uncollectible') &&
      subscriptionOf(invoice) === subscription,
  );
  if (!oldest) return null;
  const since = oldest.status_transitions.finalized_at ?? oldest.created;
  return { invoice: oldest.id, since: new Date(since * 1_000) };
}

/**
 * Whether a subscription ended with its trial because nothing could be charged. Nobody had announced that
 * end, and no invoice was made for what would have followed the trial, or it was taken back.
 */
function endedUnpaid(subscription: Stripe.Subscription, invoices: Stripe.Invoice[]): boolean {
  const { id, ended_at: end, trial_end: trialEnd, cancel_at: announced } = subscription;
  if (end === null || trialEnd === null || end < trialEnd || announced !== null) return false;
  // Only trials of an earlier release were invoiced for before they were ended (unpaid-trials.ts).
  const mayBeVoid = !snapshotOf(subscription).endsUnpaid;
  return !invoices.some(
    (invoice) =>
      subscriptionOf(invoice) === id &&
      invoice.created >= trialEnd &&
      !(mayBeVoid && invoice.status === 'void'),
  );
}

function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  const of = parent?.subscription_details?.subscription;
  return typeof of === 'object' ? of.id : of;
}

/** The id in the metadata of an invoice or of its subscription; null for any other text. */
function intentOf({ metadata, parent }: Stripe.Invoice): string | null {
  const id = metadata?.['intentId'] ?? parent?.subscription_details?.metadata?.['intentId'];
  return id !== undefined && isUuid.test(id) ? id : null;
}

const isUuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

function paymentOf(invoice: Stripe.Invoice): Payment[] {
  const { id, number, amount_paid: amount, currency, created } = invoice;
  if (invoice.status !== 'paid' || amount <= 0) return [];
  const paidAt = new Date((invoice.status_transitions.paid_at ?? created) * 1_000);
  return [
    {
      invoice: id,
      subscription: subscriptionOf(invoice) ?? null,
      intent: intentOf(invoice),
      number,
      amount,
      currency,
      paidAt,
    },
  ];
}

/** The provider's answer, or our error for its refusal. */
const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch(async (error: unknown) => {
    throw await translateError(error);
  });

/** Its first payment never came: it granted nothing and leaves no trace. */
export const neverBegan = ({ status }: Standing) =>
  status === 'incomplete' || status === 'incomplete_expired';

/** Whether money came for it: of one without a trial, that it runs says so. */
export const isPaid = ({ id, trialEnd, status }: Standing, { payments }: Books) =>
  payments.some(({ subscription }) => subscription === id) ||
  (trialEnd === null && (status === 'active' || status === 'past_due' || status === 'unpaid'));
