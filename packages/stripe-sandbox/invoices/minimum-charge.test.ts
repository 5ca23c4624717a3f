import { expect, test } from 'vitest';
import {
  createMonthlyPrice,
  createPayingCustomer,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe } = await startTestSandbox();

test.each([
  ['usd', 49, 50],
  ['brl', 49, 50],
  ['mxn', 999, 1_000],
  ['gbp', 29, 30],
  ['jpy', 49, 50],
])('the minimum charge depends on the currency: %s', async (currency, below, least) => {
  const paid = async (amount: number) => {
    const { id: customer } = await createPayingCustomer(stripe);
    const { id: price } = await createMonthlyPrice(stripe, amount, currency);
    const made = await stripe.subscriptions.create({ customer, items: [{ price }] });
    return (await stripe.invoices.retrieve(String(made.latest_invoice))).amount_paid;
  };
  expect([await paid(below), await paid(least)]).toEqual([0, least]);
});
