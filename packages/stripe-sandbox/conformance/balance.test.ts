import { expect, test } from 'vitest';
import { catchStripeError, createMonthlyPrice } from '#sandbox/stripe/test/fixtures.ts';
import { connectToProvider } from './test/provider.ts';

const { stripe, createCustomer } = await connectToProvider();

const balanceOf = async (customer: string) => {
  const found = await stripe.customers.retrieve(customer);
  return found.deleted ? undefined : found.balance;
};

const transactionsOf = async (customer: string) => {
  const { data } = await stripe.customers.listBalanceTransactions(customer);
  return data.map(({ type, amount, ending_balance: ending }) => ({ type, amount, ending }));
};

test('A credit is a negative transaction, which fixes the customer’s currency [docs.stripe.com/billing/customer/balance]', async () => {
  const { id } = await createCustomer(null);
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
  const other = { amount: -1, currency: 'eur' };
  const refused = await catchStripeError(stripe.customers.createBalanceTransaction(id, other));
  expect(refused?.statusCode).toBe(400);
});

test('An invoice uses the credit up, and records that [docs.stripe.com/billing/customer/balance]', async () => {
  const { id: customer } = await createCustomer();
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

test('An invoice below the minimum charge is paid, and its amount is owed by the customer [SDK Invoice.amount_due; docs.stripe.com/api/invoices]', async () => {
  const { id: customer } = await createCustomer();
  const { id: price } = await createMonthlyPrice(stripe, 30);
  const made = await stripe.subscriptions.create({ customer, items: [{ price }] });
  expect(made.status).toBe('active');
  expect(await stripe.invoices.retrieve(String(made.latest_invoice))).toMatchObject({
    status: 'paid',
    total: 30,
    amount_due: 0,
    amount_paid: 0,
    starting_balance: 0,
    ending_balance: 30,
  });
  expect(await balanceOf(customer)).toBe(30);
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
});

test('What a customer owes is charged with the next invoice, whose preview includes it [SDK Invoice.amount_due; docs.stripe.com/api/invoices]', async () => {
  const { id: customer, advance } = await createCustomer();
  const { id: price } = await createMonthlyPrice(stripe, 30);
  const { id } = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const preview = await stripe.invoices.createPreview({ subscription: id });
  expect(preview).toMatchObject({ total: 30, amount_due: 60, starting_balance: 30 });
  await advance(32 * 86_400);
  const { data } = await stripe.invoices.list({ customer });
  expect(data[0]).toMatchObject({ status: 'paid', total: 30, amount_paid: 60 });
  expect(await balanceOf(customer)).toBe(0);
});

test('A payment of its own below the minimum charge is refused [docs.stripe.com/error-codes#amount-too-small]', async () => {
  const refused = stripe.paymentIntents.create({ amount: 10, currency: 'usd' });
  expect((await catchStripeError(refused))?.code).toBe('amount_too_small');
});

test('A transaction of zero is refused, and an unknown customer is a 404 [docs.stripe.com/api/customer_balance_transactions/create]', async () => {
  const { id } = await createCustomer(null);
  const nothing = { amount: 0, currency: 'usd' };
  const zero = await catchStripeError(stripe.customers.createBalanceTransaction(id, nothing));
  expect(zero?.statusCode).toBe(400);
  const some = { amount: -1, currency: 'usd' };
  const unknown = stripe.customers.createBalanceTransaction('cus_none', some);
  expect((await catchStripeError(unknown))?.statusCode).toBe(404);
});
