import type { Stripe } from 'stripe';
import { NotAtProvider, translateError } from './errors.ts';
import { type ProviderSubscription, snapshotOf } from './snapshot.ts';

/** A subscription and what is owed for it. */
export interface Standing extends ProviderSubscription {
  /** The oldest invoice that nobody has paid, and since when it asks for money. */
  owed: { invoice: string; since: Date } | null;
}

export interface Payment {
  /** The invoice that was paid. */
  invoice: string;
  number: string | null;
  /** Minor units, never 0. */
  amount: number;
  currency: string;
  paidAt: Date;
}

/** What the provider has of a customer at one moment; lists are newest first. */
export interface Books {
  /** False: the provider knows this customer no more. */
  exists: boolean;
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
  /** Everything that our rows of a customer are derived from. */
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
    const [found, subscriptions, invoices] = await Promise.all([
      known(stripe.customers.retrieve(customer)),
      known(
        stripe.subscriptions
          .list({ customer, status: 'all', ...page })
          .autoPagingToArray({ limit: 1_000 }),
      ),
      known(stripe.invoices.list({ customer, ...page })),
    ]);
    const { data: bills = [] } = invoices ?? {};
    const held = subscriptions ?? [];
    return {
      exists: found !== null && !found.deleted,
      hasCard: (found !== null && hasOwnCard(found)) || held.some(hasCard),
      subscriptions: held.map((subscription) => ({
        ...snapshotOf(subscription),
        owed: owedFor(subscription.id, bills),
      })),
      payments: bills.flatMap(paymentOf),
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

function subscriptionOf({ parent }: Stripe.Invoice): string | undefined {
  const of = parent?.subscription_details?.subscription;
  return typeof of === 'object' ? of.id : of;
}

function paymentOf(invoice: Stripe.Invoice): Payment[] {
  const { id, number, amount_paid: amount, currency, created } = invoice;
  if (invoice.status !== 'paid' || amount <= 0) return [];
  const paidAt = new Date((invoice.status_transitions.paid_at ?? created) * 1_000);
  return [{ invoice: id, number, amount, currency, paidAt }];
}

/** The provider's answer, or our error for its refusal. */
const asked = <T>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    throw translateError(error);
  });

/** The same; null when the provider does not know what was asked about. */
const known = <T>(answer: Promise<T>): Promise<T | null> =>
  asked(answer).catch((error: unknown) => {
    if (error instanceof NotAtProvider) return null;
    throw error;
  });
