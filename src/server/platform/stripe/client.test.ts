import { randomUUID } from 'node:crypto';
import { request as forward } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import {
  stripeUnderTest,
  testSecretKey,
  startHttpServer,
} from '#server/billing/payments/test/stripe-under-test.ts';
import { createStripeClient } from './client.ts';
import {
  CardDeclined,
  InvalidRequest,
  ResourceMissing,
  ProviderError,
  ProviderMisconfigured,
  ProviderUnavailable,
} from './errors.ts';

const { sandbox, settings, stripe, provider } = await stripeUnderTest();

const metadata = { origin: 'client.test.ts' };
const key = () => `test:${randomUUID()}`;
const day = 86_400_000;

const created = { customers: [] as string[], products: [] as string[] };
afterAll(async () => {
  for (const customer of created.customers) await stripe.deleteCustomer(customer);
  for (const product of created.products) await stripe.archiveProduct(product);
});

const newCustomer = async (name = 'Ana & Sons') => {
  const customer = await stripe.createCustomer(
    { email: 'ana@example.com', name, locale: 'en', metadata },
    key(),
  );
  created.customers.push(customer.id);
  return customer.id;
};

const newPrice = async (amount: number, interval: 'month' | 'year' | null = 'month') => {
  const details = { title: 'Pro', description: '' };
  const product = await stripe.createProduct({ ...details, metadata }, key());
  created.products.push(product.id);
  const price = { product: product.id, currency: 'eur', amount, interval, metadata };
  return stripe.createPrice(price, key());
};

describe(`the Stripe client with ${provider}`, () => {
  test('reaches the provider', async () => {
    await expect(stripe.ping()).resolves.toBeUndefined();
  });

  test('creates a product with a price, changes and archives both (R-PRD-03)', async () => {
    const description = 'For small teams';
    const product = await stripe.createProduct({ title: 'Pro', description, metadata }, key());
    const { id } = await stripe.createPrice(
      { product: product.id, currency: 'eur', amount: 255, interval: 'year', metadata },
      key(),
    );
    await stripe.updateProduct(product.id, { title: 'Pro 2', description: '' });
    await stripe.archivePrice(id);
    await stripe.archiveProduct(product.id);
    const customer = await newCustomer();
    const subscription = { customer, price: id, trialDays: 14, metadata };
    await expect(stripe.createSubscription(subscription, key())).rejects.toThrow(InvalidRequest);
  });

  test('starts a trial without a card (R-SUB-06)', async () => {
    const price = await newPrice(255);
    const customer = await newCustomer();
    const subscription = await stripe.createSubscription(
      { customer, price: price.id, trialDays: 14, metadata: { tenantId: 't1' } },
      key(),
    );
    expect(subscription).toMatchObject({
      customer,
      status: 'trialing',
      priceServiceId: price.id,
      metadata: { tenantId: 't1' },
      cancelAt: null,
      canceledAt: null,
      endedAt: null,
    });
    const { startedAt, trialEnd, currentPeriodEnd } = subscription;
    expect(Number(trialEnd) - Number(startedAt)).toBe(14 * day);
    expect(currentPeriodEnd).toEqual(trialEnd);
    expect(await stripe.retrieveSubscription(subscription.id)).toEqual(subscription);
    expect(await stripe.listSubscriptions(customer)).toEqual([subscription]);
  });

  test('starts a free subscription immediately', async () => {
    const price = await newPrice(0, 'year');
    const subscription = { customer: await newCustomer(), price: price.id, trialDays: 0, metadata };
    expect(await stripe.createSubscription(subscription, key())).toMatchObject({
      status: 'active',
      trialEnd: null,
    });
  });

  test('refuses a paid price without a card, and leaves nothing behind (R-SUB-08)', async () => {
    const price = await newPrice(255);
    const customer = await newCustomer();
    const subscription = { customer, price: price.id, trialDays: 0, metadata };
    await expect(stripe.createSubscription(subscription, key())).rejects.toThrow(InvalidRequest);
    expect(await stripe.listSubscriptions(customer)).toEqual([]);
  });

  test('refuses a subscription to a one-time price', async () => {
    const price = await newPrice(255, null);
    const customer = await newCustomer();
    const subscription = { customer, price: price.id, trialDays: 14, metadata };
    await expect(stripe.createSubscription(subscription, key())).rejects.toThrow(InvalidRequest);
  });

  test('cancels a subscription immediately, and again without an error', async () => {
    const price = await newPrice(255);
    const customer = await newCustomer();
    const { id } = await stripe.createSubscription(
      { customer, price: price.id, trialDays: 14, metadata },
      key(),
    );
    const canceled = await stripe.cancelSubscription(id);
    expect(canceled).toMatchObject({ id, status: 'canceled', endedAt: canceled.canceledAt });
    expect(await stripe.cancelSubscription(id)).toEqual(canceled);
    expect(await stripe.cancelAtPeriodEnd(id)).toEqual(canceled);
    expect(await stripe.listSubscriptions(customer)).toEqual([canceled]);
  });

  test('deletes a customer with its subscriptions, and again without an error', async () => {
    const price = await newPrice(255);
    const customer = await newCustomer();
    const { id } = await stripe.createSubscription(
      { customer, price: price.id, trialDays: 14, metadata },
      key(),
    );
    await stripe.checkCustomer(customer);
    await stripe.deleteCustomer(customer);
    await stripe.deleteCustomer(customer);
    for (const gone of [customer, 'cus_missing']) await stripe.checkCustomer(gone);
    expect(await stripe.retrieveSubscription(id)).toMatchObject({ status: 'canceled' });
  });

  test('carries out a request once per idempotency key', async () => {
    const [price, customer, again] = [await newPrice(255), await newCustomer(), key()];
    const wanted = { customer, price: price.id, trialDays: 14, metadata };
    const first = await stripe.createSubscription(wanted, again);
    expect(await stripe.createSubscription(wanted, again)).toEqual(first);
    expect(await stripe.listSubscriptions(customer)).toEqual([first]);
    await expect(stripe.createSubscription({ ...wanted, trialDays: 7 }, again)).rejects.toThrow(
      InvalidRequest,
    );
  });

  test('throws NotAtProvider for unknown ids', async () => {
    await expect(stripe.retrieveSubscription('sub_none')).rejects.toThrow(ResourceMissing);
    const unknownCustomer = { customer: 'cus_none', price: 'price_none', trialDays: 1, metadata };
    await expect(stripe.createSubscription(unknownCustomer, key())).rejects.toThrow(
      ResourceMissing,
    );
  });

  test('throws ProviderMisconfigured for a wrong API key', async () => {
    const stranger = createStripeClient({ ...settings, secretKey: 'sk_test_nobody' });
    await expect(stranger.ping()).rejects.toThrow(ProviderMisconfigured);
  });
});

describe('the Stripe client with a failing provider (R-SUB-13)', () => {
  const refusing = async (status: number, error: object) =>
    createStripeClient({
      secretKey: testSecretKey,
      apiBase: await startHttpServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error }));
      }),
    });

  test('throws ProviderUnavailable when it is broken, overloaded or unreachable', async () => {
    const broken = await refusing(500, { type: 'api_error', message: 'Broken' });
    const overloaded = await refusing(429, { type: 'invalid_request_error', code: 'rate_limit' });
    const locked = await refusing(409, { type: 'idempotency_error', message: 'In use' });
    const silent = createStripeClient({
      secretKey: testSecretKey,
      apiBase: await startHttpServer((request) => void request.socket.destroy()),
    });
    const absent = createStripeClient({ secretKey: testSecretKey, apiBase: 'http://127.0.0.1:1' });
    await Promise.all(
      [broken, overloaded, locked, silent, absent].map((failing) =>
        expect(failing.ping()).rejects.toThrow(ProviderUnavailable),
      ),
    );
  });

  test('reports why a card was declined', async () => {
    const declining = await refusing(402, {
      type: 'card_error',
      code: 'card_declined',
      decline_code: 'insufficient_funds',
      message: 'Your card has insufficient funds.',
    });
    const declined = await declining.ping().catch((error: unknown) => error);
    expect(declined).toBeInstanceOf(CardDeclined);
    expect(declined).toBeInstanceOf(ProviderError);
    expect(declined).toMatchObject({ name: 'CardDeclined', reason: 'insufficient_funds' });
  });

  test('creates one object although the first response is lost', async () => {
    let lost = 0;
    const target = new URL(sandbox.apiBase);
    const apiBase = await startHttpServer((request, response) => {
      const { method, url: path, headers } = request;
      const onward = forward({ host: target.hostname, port: target.port, method, path, headers });
      request.pipe(onward);
      onward.on('response', (answer) => {
        if (method !== 'POST' || lost > 0) {
          response.writeHead(answer.statusCode ?? 500, answer.headers);
          answer.pipe(response);
          return;
        }
        lost += 1;
        request.socket.destroy();
      });
    });
    const unlucky = createStripeClient({ secretKey: testSecretKey, apiBase });
    const customer = { email: 'lost@example.com', name: 'Lost', locale: 'en', metadata };
    const { id } = await unlucky.createCustomer(customer, key());
    const { customers } = await sandbox.inspect();
    expect(lost).toBe(1);
    expect(customers.filter(({ name }) => name === 'Lost').map((found) => found.id)).toEqual([id]);
  });

  test('gives a charge more time than a read (R-REL-04)', async () => {
    const { promise: readGivenUp, resolve: giveUp } = Promise.withResolvers<void>();
    let charges = 0;
    const apiBase = await startHttpServer((request, response) => {
      if (request.method === 'GET') {
        request.socket.once('close', () => giveUp());
        return;
      }
      charges += 1;
      void readGivenUp.then(() => {
        response.writeHead(402, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error: { type: 'card_error', code: 'card_declined' } }));
      });
    });
    const slow = createStripeClient({ secretKey: testSecretKey, apiBase, timeout: 1_000 });
    const order = {
      customer: 'cus_1',
      price: 'price_1',
      metadata,
      promotionCode: null,
      trialDays: 0,
    };
    const charge = slow.createSubscription(order, key()).catch((error: unknown) => error);
    await expect(slow.ping()).rejects.toThrow(ProviderUnavailable);
    expect(await charge).toBeInstanceOf(CardDeclined);
    expect(charges).toBe(1);
  });
});
