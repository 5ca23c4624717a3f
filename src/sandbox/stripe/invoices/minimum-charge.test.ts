import { describe, expect, test } from 'vitest';
import {
  catchStripeError,
  createMonthlyPrice,
  createPayingCustomer,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, renew } = await startTestSandbox();

const balanceOf = async (customer: string) => {
  const found = await stripe.customers.retrieve(customer);
  return found.deleted ? undefined : found.balance;
};

async function subscribe(amount: number, currency = 'usd') {
  const { id: customer } = await createPayingCustomer(stripe);
  const { id: price } = await createMonthlyPrice(stripe, amount, currency);
  const made = await stripe.subscriptions.create({ customer, items: [{ price }] });
  return { ...made, customer, latest: String(made.latest_invoice) };
}

describe('An amount below the minimum charge', () => {
  test('is moved to the customer’s balance, and the invoice is paid', async () => {
    const { customer, status, latest } = await subscribe(30);
    expect(status).toBe('active');
    expect(await stripe.invoices.retrieve(latest)).toMatchObject({
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

  test('is charged with the next invoice, whose preview includes it', async () => {
    const { customer, id } = await subscribe(30);
    const preview = await stripe.invoices.createPreview({ subscription: id });
    expect(preview).toMatchObject({ total: 30, amount_due: 60, starting_balance: 30 });
    await renew(id);
    const { data } = await stripe.invoices.list({ customer });
    expect(data[0]).toMatchObject({ status: 'paid', total: 30, amount_paid: 60 });
    expect(await balanceOf(customer)).toBe(0);
  });

  test.each([
    ['usd', 49, 50],
    ['brl', 49, 50],
    ['mxn', 999, 1_000],
    ['gbp', 29, 30],
    ['jpy', 49, 50],
  ])('depends on the currency: %s', async (currency, below, least) => {
    const paid = async (amount: number) => {
      const { latest } = await subscribe(amount, currency);
      return (await stripe.invoices.retrieve(latest)).amount_paid;
    };
    expect([await paid(below), await paid(least)]).toEqual([0, least]);
  });

  test('is refused as a payment of its own', async () => {
    const refused = stripe.paymentIntents.create({ amount: 49, currency: 'usd' });
    expect((await catchStripeError(refused))?.code).toBe('amount_too_small');
  });
});
