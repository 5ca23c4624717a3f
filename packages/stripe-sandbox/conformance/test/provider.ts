import { Stripe } from 'stripe';
import { afterAll, beforeEach, expect, vi } from 'vitest';
import { createMonthlyPrice, startTestSandbox } from '#sandbox/stripe/test/fixtures.ts';

const key = process.env['STRIPE_TEST_SECRET_KEY'] ?? '';

type NewSubscription = Partial<Stripe.SubscriptionCreateParams> & {
  card?: string | null;
  /** Price of a month, in minor units. */
  amount?: number;
};

/**
 * Connects to the sandbox, or to Stripe's test mode when `STRIPE_TEST_SECRET_KEY` is set. Time is moved by test clocks
 * alone, which both have; those of Stripe are deleted at the end, with their customers.
 */
export async function connectToProvider() {
  if (key !== '' && !/^[rs]k_test_/.test(key)) {
    throw new Error('STRIPE_TEST_SECRET_KEY is not a key of the test mode');
  }
  const stripe = key === '' ? (await startTestSandbox()).stripe : new Stripe(key);
  if (key !== '') vi.setConfig({ testTimeout: 180_000 });
  beforeEach(({ task }) => expect(task.name, 'its source').toMatch(/ \[.+\]$/));
  const { testClocks } = stripe.testHelpers;
  const made: string[] = [];
  afterAll(async () => {
    if (key !== '') for (const id of made) await testClocks.del(id);
  });

  /** Creates a customer with a card and a clock of its own: Stripe's have at most three customers. */
  const createCustomer = async (card: string | null = 'pm_card_visa') => {
    // The sandbox's clocks show one time, which never goes back.
    const others = key === '' ? (await testClocks.list({ limit: 100 })).data : [];
    const times = others.map(({ frozen_time: time }) => time);
    const now = Math.max(Math.floor(Date.now() / 1_000), ...times);
    const clock = await testClocks.create({ frozen_time: now + hour });
    made.push(clock.id);
    const { id } = await stripe.customers.create({
      email: 'ana@example.com',
      test_clock: clock.id,
    });
    if (card !== null) await attachDefaultCard(stripe, id, card);
    return {
      id,
      /** Moves the customer's time forward by seconds, and waits until everything due has happened. */
      async advance(seconds: number) {
        const { frozen_time } = await testClocks.retrieve(clock.id);
        await testClocks.advance(clock.id, { frozen_time: frozen_time + seconds });
        const status = async () => (await testClocks.retrieve(clock.id)).status;
        await expect
          .poll(status, { timeout: 170_000, interval: key === '' ? 20 : 1_000 })
          .toBe('ready');
      },
    };
  };

  return {
    stripe,
    createCustomer,
    /** Subscribes a new customer to a new monthly price. */
    async subscribe({ card, amount = 1_000, ...params }: NewSubscription = {}) {
      const { id: customer, advance } = await createCustomer(card);
      const { id: price } = await createMonthlyPrice(stripe, amount);
      const items = [{ price }];
      const subscription = await stripe.subscriptions.create({ customer, items, ...params });
      return { customer, advance, made: subscription, id: subscription.id };
    },
    /** Returns the subscription's invoices, newest first. */
    invoicesOf: async (subscription: string) => (await stripe.invoices.list({ subscription })).data,
  };
}

const hour = 3_600;

/** Attaches a card and makes it the customer's default. */
export async function attachDefaultCard(stripe: Stripe, customer: string, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
}
