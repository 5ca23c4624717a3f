import { expect, test } from 'vitest';
import {
  catchStripeError,
  createMonthlyPrice,
  createPayingCustomer,
  lastEventTypes,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe } = await startTestSandbox();

const balanceOf = async (customer: string) => {
  const found = await stripe.customers.retrieve(customer);
  return found.deleted ? undefined : found.balance;
};

const transactionsOf = async (customer: string) => {
  const { data } = await stripe.customers.listBalanceTransactions(customer);
  return data.map(({ type, amount, ending_balance: ending }) => ({ type, amount, ending }));
};

test('a credit is a negative transaction that changes the balance and the customer’s currency', async () => {
  const { id } = await stripe.customers.create({ email: 'ana@example.com' });
  const made = await stripe.customers.createBalanceTransaction(id, {
    amount: -500,
    currency: 'usd',
    description: 'Sorry',
    metadata: { intentId: '7' },
  });
  expect(made).toMatchObject({
    amount: -500,
    ending_balance: -500,
    type: 'adjustment',
    description: 'Sorry',
    metadata: { intentId: '7' },
  });
  expect(await balanceOf(id)).toBe(-500);
  expect(await lastEventTypes(stripe, 1)).toEqual(['customer.updated']);
  const other = { amount: -1, currency: 'eur' };
  const refused = await catchStripeError(stripe.customers.createBalanceTransaction(id, other));
  expect(refused?.param).toBe('currency');
});

test('an invoice uses the credit up, and records that', async () => {
  const { id: customer } = await createPayingCustomer(stripe);
  const { id: price } = await createMonthlyPrice(stripe, 1_000);
  await stripe.customers.createBalanceTransaction(customer, { amount: -400, currency: 'usd' });
  const made = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const invoice = await stripe.invoices.retrieve(String(made.latest_invoice));
  expect(invoice).toMatchObject({ total: 1_000, amount_due: 600, amount_paid: 600 });
  expect(await balanceOf(customer)).toBe(0);
  expect(await transactionsOf(customer)).toEqual([
    { type: 'applied_to_invoice', amount: 400, ending: 0 },
    { type: 'adjustment', amount: -400, ending: -400 },
  ]);
});

test('refuses an amount of zero and an unknown customer', async () => {
  const { id } = await stripe.customers.create({});
  const nothing = { amount: 0, currency: 'usd' };
  const zero = await catchStripeError(stripe.customers.createBalanceTransaction(id, nothing));
  expect(zero?.param).toBe('amount');
  const unknown = stripe.customers.createBalanceTransaction('cus_none', nothing);
  expect((await catchStripeError(unknown))?.statusCode).toBe(404);
});
