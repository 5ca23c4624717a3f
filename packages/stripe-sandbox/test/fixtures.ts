import { Stripe } from 'stripe';
import { afterAll } from 'vitest';
import { runWithoutRequest } from '#sandbox/stripe/api/execution.ts';
import { advanceClock as moveClock } from '#sandbox/stripe/clock/advance.ts';
import { completeAuthentication } from '#sandbox/stripe/payments/authentication.ts';
import { createStripeSandbox } from '#sandbox/stripe/sandbox.ts';
import { createStore, readClock } from '#sandbox/stripe/store/store.ts';
import { createTestPool } from './database.ts';

export const testApiKey = 'sk_test_sandbox';

/** Returns the official SDK, connected to a sandbox instead of Stripe. */
export const connectSdk = (apiBase: string, key = testApiKey) => {
  const { hostname, port } = new URL(apiBase);
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false });
};

/** Starts a sandbox on its own database; `openAnother` starts another one on it, as another process would. */
export async function startTestSandbox() {
  const pool = await createTestPool();
  const store = createStore(pool);
  const openAnother = () =>
    createStripeSandbox({
      store: createStore(pool),
      secretKey: testApiKey,
      onError(error) {
        throw error;
      },
    });
  const sandbox = await openAnother();
  afterAll(() => sandbox.close());
  const stripe = connectSdk(sandbox.apiBase);
  return {
    sandbox,
    stripe,
    openAnother,
    pool,
    store,
    /** Moves the clock forward by seconds. */
    advanceClock: (seconds: number) => moveClock(store, seconds),
    /** Moves the clock to an hour after the period's end, when the renewal's invoice is final. */
    async renew(id: string) {
      const { current_period_end: end } = itemOf(await stripe.subscriptions.retrieve(id));
      await moveClock(store, end - (await readClock(store)) + 3_600);
    },
    /** Answers the bank's 3-D Secure page as the cardholder. */
    authenticatePayment: (clientSecret: string, outcome: 'succeed' | 'fail') =>
      runWithoutRequest(store, (objects) => completeAuthentication(objects, clientSecret, outcome)),
  };
}

/** Creates a monthly price of the given amount, in minor units. */
export async function createMonthlyPrice(stripe: Stripe, amount: number, currency = 'usd') {
  const product = await stripe.products.create({ name: amount === 0 ? 'Starter' : 'Pro' });
  return stripe.prices.create({
    product: product.id,
    currency,
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
}

/** Creates a customer who pays with one of Stripe's test cards. */
export async function createPayingCustomer(stripe: Stripe, card: string | null = 'pm_card_visa') {
  const customer = await stripe.customers.create({ email: 'ana@example.com', name: 'Ana' });
  if (card === null) return customer;
  const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } });
}

/** Returns the subscription's only item. */
export function itemOf({ items }: Stripe.Subscription) {
  const [item] = items.data;
  if (!item) throw new Error('A subscription has an item.');
  return item;
}

/** Returns the subscription's latest invoice, which must be expanded. */
export function invoiceOf({ latest_invoice: invoice }: Stripe.Subscription) {
  if (invoice === null || typeof invoice === 'string') throw new Error('The invoice is no object.');
  return invoice;
}

/** Returns the types of the last events, oldest first. */
export const lastEventTypes = async (stripe: Stripe, count: number) =>
  (await stripe.events.list({ limit: count })).data.map(({ type }) => type).toReversed();

/** Returns the fields of the SDK's error that callers read. */
export const catchStripeError = (request: Promise<unknown>) =>
  request.then(
    () => undefined,
    (error: Stripe.errors.StripeError) => ({
      type: error.type,
      statusCode: error.statusCode,
      code: error.code,
      declineCode: error.decline_code,
      param: error.param,
      message: error.message,
      paymentIntent: error.payment_intent,
      setupIntent: error.setup_intent,
    }),
  );
