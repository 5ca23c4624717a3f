import { Stripe } from 'stripe';
import { type Reading, reading } from './books.ts';
import { NotAtProvider, ProviderUnavailable, translateError } from './errors.ts';
import { type ProviderSubscription, snapshotOf } from './snapshot.ts';

interface Settings {
  secretKey: string;
  /** Where the payment sandbox listens, `http://127.0.0.1:41234`; Stripe itself unless given. */
  apiBase?: string;
}

type Metadata = Record<string, string>;

/** An object the provider made. */
interface Made {
  /** The provider's id: our `serviceId`. */
  id: string;
}

interface ProductDetails {
  title: string;
  description: string;
}

interface NewPrice {
  /** The product's service id. */
  product: string;
  currency: string;
  /** Minor units. */
  amount: number;
  /** How often it is paid; null for once. */
  interval: 'day' | 'week' | 'month' | 'year' | null;
  metadata: Metadata;
}

interface NewSubscription {
  customer: string;
  /** The price's service id. */
  price: string;
  /** 0 for no trial; a trial needs no card. */
  trialDays: number;
  metadata: Metadata;
}

/**
 * The payment provider, in the verbs the product needs; every failure is a ProviderError. Verbs that
 * make something take an idempotency key: repeated with the same key they make it once, and answer
 * what they answered first. Verbs that remove something succeed when it is gone already.
 */
export interface Gateway extends Reading {
  /** Reaches the provider with our key, or fails. */
  ping: () => Promise<void>;
  createProduct: (product: ProductDetails & { metadata: Metadata }, key: string) => Promise<Made>;
  updateProduct: (serviceId: string, product: ProductDetails) => Promise<void>;
  archiveProduct: (serviceId: string) => Promise<void>;
  createPrice: (price: NewPrice, key: string) => Promise<Made>;
  archivePrice: (serviceId: string) => Promise<void>;
  createCustomer: (
    customer: { email: string; name: string; metadata: Metadata },
    key: string,
  ) => Promise<Made>;
  /** Its running subscriptions end with it. */
  deleteCustomer: (customer: string) => Promise<void>;
  createSubscription: (subscription: NewSubscription, key: string) => Promise<ProviderSubscription>;
  retrieveSubscription: (id: string) => Promise<ProviderSubscription>;
  /** All of them, ended ones too, newest first. */
  listSubscriptions: (customer: string) => Promise<ProviderSubscription[]>;
  /** Ends it at once. */
  cancelSubscription: (id: string) => Promise<ProviderSubscription>;
}

/** The shapes of every answer depend on it: it changes with the SDK, by hand. */
const apiVersion = '2026-10-28.endive';

/** Opens the door to the provider; nothing is sent before the first verb. */
export function createGateway(settings: Settings): Gateway {
  const stripe = connect(settings);
  return {
    ping: () => done(stripe.products.list({ limit: 1 })),
    ...catalogue(stripe),
    ...customers(stripe),
    ...subscriptions(stripe),
    ...reading(stripe),
  };
}

function connect({ secretKey, apiBase }: Settings): Stripe {
  const base = apiBase === undefined ? undefined : new URL(apiBase);
  return new Stripe(secretKey, {
    apiVersion,
    timeout: 10_000,
    maxNetworkRetries: 2,
    telemetry: false,
    ...(base && {
      host: base.hostname,
      port: base.port,
      protocol: base.protocol === 'http:' ? 'http' : 'https',
    }),
  });
}

const catalogue = (stripe: Stripe) =>
  ({
    createProduct: ({ title, description, metadata }, key) =>
      made(
        // Stripe refuses to make something with an empty description, but empties one.
        stripe.products.create(
          { name: title, ...(description && { description }), metadata },
          { idempotencyKey: key },
        ),
      ),
    updateProduct: (id, { title, description }) =>
      done(stripe.products.update(id, { name: title, description })),
    archiveProduct: (id) => done(stripe.products.update(id, { active: false })),
    createPrice: ({ product, currency, amount, interval, metadata }, key) =>
      made(
        stripe.prices.create(
          {
            product,
            currency,
            unit_amount: amount,
            ...(interval && { recurring: { interval } }),
            metadata,
          },
          { idempotencyKey: key },
        ),
      ),
    archivePrice: (id) => done(stripe.prices.update(id, { active: false })),
  }) satisfies Partial<Gateway>;

const customers = (stripe: Stripe) =>
  ({
    createCustomer: ({ email, name, metadata }, key) =>
      made(stripe.customers.create({ email, name, metadata }, { idempotencyKey: key })),
    deleteCustomer: (id) => done(stripe.customers.del(id)).catch(unlessGone),
  }) satisfies Partial<Gateway>;

const subscriptions = (stripe: Stripe) => {
  const retrieveSubscription = (id: string) => snapshot(stripe.subscriptions.retrieve(id));
  return {
    createSubscription: ({ customer, price, trialDays, metadata }, key) =>
      snapshot(
        stripe.subscriptions.create(
          { customer, items: [{ price }], metadata, ...(trialDays > 0 && trialOf(trialDays)) },
          { idempotencyKey: key },
        ),
      ),
    retrieveSubscription,
    async listSubscriptions(customer) {
      const all = stripe.subscriptions.list({ customer, status: 'all', limit: 100 });
      const found = await answer(all.autoPagingToArray({ limit: 1_000 }));
      return found.map(snapshotOf);
    },
    async cancelSubscription(id) {
      const canceled = snapshot(stripe.subscriptions.cancel(id));
      return canceled.catch(async (error: unknown) => {
        // Stripe refuses to cancel a second time; that is what was asked for, all the same.
        const found = error instanceof ProviderUnavailable ? null : await retrieveSubscription(id);
        if (found?.endedAt) return found;
        throw error;
      });
    },
  } satisfies Partial<Gateway>;
};

/** A trial that ends without a card asks for the money, and is then overdue. */
const trialOf = (days: number) => ({
  trial_period_days: days,
  trial_settings: { end_behavior: { missing_payment_method: 'create_invoice' as const } },
});

/** The provider's answer, or our error for its refusal. */
async function answer<T>(asked: Promise<T>): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    throw translateError(error);
  }
}

const done = async (asked: Promise<unknown>) => {
  await answer(asked);
};

const made = async (asked: Promise<Made>): Promise<Made> => ({ id: (await answer(asked)).id });

const snapshot = async (asked: Promise<Stripe.Subscription>) => snapshotOf(await answer(asked));

/** What is to be gone and is not there needs nothing more. */
function unlessGone(error: unknown) {
  if (!(error instanceof NotAtProvider)) throw error;
}
