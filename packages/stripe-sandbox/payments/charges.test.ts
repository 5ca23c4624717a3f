import { expect, test } from 'vitest';
import {
  catchStripeError,
  createPayingCustomer,
  lastEventTypes,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe } = await startTestSandbox();
const payment = { amount: 1_000, currency: 'usd', confirm: true } as const;

test('events report failed charges and refunds', async () => {
  const payment_method = 'pm_card_visa_chargeDeclinedInsufficientFunds';
  await catchStripeError(stripe.paymentIntents.create({ ...payment, payment_method }));
  expect(await lastEventTypes(stripe, 2)).toEqual([
    'charge.failed',
    'payment_intent.payment_failed',
  ]);
  const { id: customer } = await createPayingCustomer(stripe);
  const made = { ...payment, customer, payment_method: 'pm_card_visa' };
  const { id: payment_intent } = await stripe.paymentIntents.create(made);
  await stripe.refunds.create({ payment_intent });
  expect(await lastEventTypes(stripe, 2)).toEqual(['refund.created', 'charge.refunded']);
});
