import { expect, test } from 'vitest';
import {
  startHttpServer,
  stripeUnderTest,
  testSecretKey,
} from '#server/billing/payments/test/stripe-under-test.ts';
import { createStripeClient } from './client.ts';
import { createSdkClient } from './connection.ts';

const { settings, stripe } = await stripeUnderTest();
const metadata = {};
const run = Date.now();
const key = (step: string) => `long-history:${run}:${step}`;

test('reads the oldest of more than a hundred invoices, with its refund and payment', async () => {
  const product = await stripe.createProduct(
    { title: 'Pro', description: '', metadata },
    key('product'),
  );
  const price = { product: product.id, currency: 'usd', amount: 100, interval: null, metadata };
  const who = { email: 'ana@example.com', name: 'Ana', locale: 'en', metadata };
  const { id: customer } = await stripe.createCustomer(who, key('customer'));
  const { id: card } = await stripe.attachCard(customer, 'pm_card_visa', key('card'));
  await stripe.setDefaultCard(customer, card);
  const purchase = {
    customer,
    price: (await stripe.createPrice(price, key('price'))).id,
    currency: 'usd',
    promotionCode: null,
    metadata: { intentId: 'oldest' },
  };
  const oldest = await stripe.chargeOneTimePrice(purchase, key('purchase'));
  await stripe.refundInvoice({ invoice: oldest, amount: 40, metadata }, key('refund'));
  const sdk = await createSdkClient(settings);
  await Promise.all(Array.from({ length: 101 }, () => sdk.invoices.create({ customer })));

  expect(await stripe.listInvoices(customer)).toMatchObject([
    { id: oldest, amountPaid: 100, refunded: 40 },
  ]);
  expect(await stripe.listInvoicesOfOperation(customer, 'oldest')).toHaveLength(1);
  expect((await stripe.readCustomerSnapshot(customer)).payments).toMatchObject([
    { invoice: oldest, card: { lastFourDigits: '4242' } },
  ]);
  await stripe.deleteCustomer(customer);
});

test('lists every one of more than ten thousand subscriptions (R-SUB-02)', async () => {
  const count = 10_050;
  const size = 100;
  const subscription = (index: number) => ({
    id: `sub_${index}`,
    object: 'subscription',
    customer: `cus_${index}`,
    items: { object: 'list', data: [] },
    discounts: [],
    automatic_tax: { disabled_reason: null },
    metadata: {},
  });
  const apiBase = await startHttpServer(({ url = '' }, response) => {
    const last = new URL(url, 'http://localhost').searchParams.get('starting_after');
    const start = last === null ? 0 : Number(last.slice('sub_'.length)) + 1;
    const length = Math.min(size, count - start);
    const data = Array.from({ length }, (_, index) => subscription(start + index));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data, has_more: start + length < count }));
  });
  const client = createStripeClient({ secretKey: testSecretKey, apiBase });
  for (const found of [
    await client.listLiveSubscriptions(),
    await client.listSubscriptions('cus_1'),
  ]) {
    expect(new Set(found.map(({ id }) => id)).size).toBe(count);
  }
});
