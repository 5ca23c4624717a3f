import { Stripe } from 'stripe';
import { afterAll, expect, vi } from 'vitest';
import { startTestSandbox } from '#sandbox/stripe/test/fixtures.ts';

const key = process.env['STRIPE_TEST_SECRET_KEY'] ?? '';

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
  const { testClocks } = stripe.testHelpers;
  const made: string[] = [];
  afterAll(async () => {
    if (key !== '') for (const id of made) await testClocks.del(id);
  });

  return {
    stripe,
    /** Creates a customer with a card and a clock of its own: Stripe's have at most three customers. */
    async createCustomer(card: string | null = 'pm_card_visa') {
      // The sandbox's clocks show one time, which never goes back.
      const [latest] = (await testClocks.list({ limit: 1 })).data;
      const now = Math.max(Math.floor(Date.now() / 1_000), latest?.frozen_time ?? 0);
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
    },
  };
}

const hour = 3_600;

/** Attaches a card and makes it the customer's default. */
export async function attachDefaultCard(stripe: Stripe, customer: string, card: string) {
  const { id } = await stripe.paymentMethods.attach(card, { customer });
  await stripe.customers.update(customer, { invoice_settings: { default_payment_method: id } });
  return id;
}
