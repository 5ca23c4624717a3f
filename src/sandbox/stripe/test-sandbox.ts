import { Stripe } from 'stripe';
import { afterAll } from 'vitest';
import { testDatabase } from '#server/database/test-database.ts';
import { authenticate } from './authentication.ts';
import { act } from './execution.ts';
import { createStripeSandbox } from './sandbox.ts';
import { storeOf } from './store.ts';
import { advance } from './time.ts';

export const secretKey = 'sk_test_sandbox';

/** Returns the official SDK, connected to a sandbox instead of Stripe. */
export const sdk = (apiBase: string, key = secretKey) => {
  const { hostname, port } = new URL(apiBase);
  return new Stripe(key, { host: hostname, port, protocol: 'http', telemetry: false });
};

/** Starts a sandbox on its own database; `open` starts another one on it, as another process would. */
export async function testSandbox() {
  const { owner } = await testDatabase();
  const open = () =>
    createStripeSandbox({
      store: storeOf(owner),
      secretKey,
      onError(error) {
        throw error;
      },
    });
  const sandbox = await open();
  afterAll(() => sandbox.close());
  const store = storeOf(owner);
  return {
    sandbox,
    stripe: sdk(sandbox.apiBase),
    open,
    owner,
    store,
    /** Moves the clock forward by seconds. */
    pass: (seconds: number) => advance(store, seconds),
    /** Answers the bank's 3-D Secure page as the cardholder. */
    answerBank: (clientSecret: string, outcome: 'succeed' | 'fail') =>
      act(store, (ledger) => authenticate(ledger, clientSecret, outcome)),
  };
}

/** Creates a monthly price of the given amount, in minor units. */
export async function monthly(stripe: Stripe, amount: number, currency = 'usd') {
  const product = await stripe.products.create({ name: amount === 0 ? 'Starter' : 'Pro' });
  return stripe.prices.create({
    product: product.id,
    currency,
    unit_amount: amount,
    recurring: { interval: 'month' },
  });
}

/** Creates a customer who pays with one of Stripe's test cards. */
export async function payer(stripe: Stripe, card: string | null = 'pm_card_visa') {
  const customer = await stripe.customers.create({ email: 'ana@example.com', name: 'Ana' });
  if (card === null) return customer;
  const { id } = await stripe.paymentMethods.attach(card, { customer: customer.id });
  return stripe.customers.update(customer.id, { invoice_settings: { default_payment_method: id } });
}

/** Returns the types of the last events, oldest first. */
export const typesSince = async (stripe: Stripe, count: number) =>
  (await stripe.events.list({ limit: count })).data.map(({ type }) => type).toReversed();

/** Returns the fields of the SDK's error that callers read. */
export const refusal = (asked: Promise<unknown>) =>
  asked.then(
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
