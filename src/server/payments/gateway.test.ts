import { randomUUID } from 'node:crypto';
import { request as forward } from 'node:http';
import { afterAll, describe, expect, test } from 'vitest';
import {
  CardDeclined,
  InvalidRequest,
  NotAtProvider,
  ProviderError,
  ProviderMisconfigured,
  ProviderUnavailable,
} from './errors.ts';
import { createGateway } from './gateway.ts';
import { gatewayUnderTest, secretKey, testServer } from './test-provider.ts';

const { sandbox, settings, gateway, provider } = await gatewayUnderTest();

const metadata = { origin: 'gateway.test.ts' };
const key = () => `test:${randomUUID()}`;
const day = 86_400_000;

const made = { customers: [] as string[], products: [] as string[] };
afterAll(async () => {
  for (const customer of made.customers) await gateway.deleteCustomer(customer);
  for (const product of made.products) await gateway.archiveProduct(product);
});

const newCustomer = async (name = 'Ana & Sons') => {
  const customer = await gateway.createCustomer(
    { email: 'ana@example.com', name, metadata },
    key(),
  );
  made.customers.push(customer.id);
  return customer.id;
};

const newPrice = async (amount: number, interval: 'month' | 'year' | null = 'month') => {
  const details = { title: 'Pro', description: '' };
  const product = await gateway.createProduct({ ...details, metadata }, key());
  made.products.push(product.id);
  const price = { product: product.id, currency: 'eur', amount, interval, metadata };
  return gateway.createPrice(price, key());
};

describe(`the gateway to ${provider}`, () => {
  test('reaches the provider', async () => {
    await expect(gateway.ping()).resolves.toBeUndefined();
  });

  test('creates a product with a price, changes and archives both (R-PRD-03)', async () => {
    const description = 'For small teams';
    const product = await gateway.createProduct({ title: 'Pro', description, metadata }, key());
    const { id } = await gateway.createPrice(
      { product: product.id, currency: 'eur', amount: 255, interval: 'year', metadata },
      key(),
    );
    await gateway.updateProduct(product.id, { title: 'Pro 2', description: '' });
    await gateway.archivePrice(id);
    await gateway.archiveProduct(product.id);
    const customer = await newCustomer();
    const subscription = { customer, price: id, trialDays: 14, metadata };
    await expect(gateway.createSubscription(subscription, key())).rejects.toThrow(InvalidRequest);
  });

  test('starts a trial without a card (R-SUB-06)', async () => {
    const price = await newPrice(255);
    const customer = await newCustomer();
    const subscription = await gateway.createSubscription(
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
    expect(await gateway.retrieveSubscription(subscription.id)).toEqual(subscription);
    expect(await gateway.listSubscriptions(customer)).toEqual([subscription]);
  });

  test('starts a free subscription immediately', async () => {
    const price = await newPrice(0, 'year');
    const subscription = { customer: await newCustomer(), price: price.id, trialDays: 0, metadata };
    expect(await gateway.createSubscription(subscription, key())).toMatchObject({
      status: 'active',
      trialEnd: null,
    });
  });

  test('refuses a paid price without a card, and leaves nothing behind (R-SUB-08)', async () => {
    const price = await newPrice(255);
    const customer = await newCustomer();
    const subscription = { customer, price: price.id, trialDays: 0, metadata };
    await expect(gateway.createSubscription(subscription, key())).rejects.toThrow(InvalidRequest);
    expect(await gateway.listSubscriptions(customer)).toEqual([]);
  });

  test('refuses a subscription to a one-time price', async () => {
    const price = await newPrice(255, null);
    const customer = await newCustomer();
    const subscription = { customer, price: price.id, trialDays: 14, metadata };
    await expect(gateway.createSubscription(subscription, key())).rejects.toThrow(InvalidRequest);
  });

  test('cancels a subscription immediately, and again without an error', async () => {
    const price = await newPrice(255);
    const customer = await newCustomer();
    const { id } = await gateway.createSubscription(
      { customer, price: price.id, trialDays: 14, metadata },
      key(),
    );
    const canceled = await gateway.cancelSubscription(id);
    expect(canceled).toMatchObject({ id, status: 'canceled', endedAt: canceled.canceledAt });
    expect(await gateway.cancelSubscription(id)).toEqual(canceled);
    expect(await gateway.cancelAtPeriodEnd(id, true)).toEqual(canceled);
    expect(await gateway.listSubscriptions(customer)).toEqual([canceled]);
  });

  test('deletes a customer with its subscriptions, and again without an error', async () => {
    const price = await newPrice(255);
    const customer = await newCustomer();
    const { id } = await gateway.createSubscription(
      { customer, price: price.id, trialDays: 14, metadata },
      key(),
    );
    await gateway.deleteCustomer(customer);
    await gateway.deleteCustomer(customer);
    expect(await gateway.retrieveSubscription(id)).toMatchObject({ status: 'canceled' });
  });

  test('carries out a request once per idempotency key', async () => {
    const [price, customer, again] = [await newPrice(255), await newCustomer(), key()];
    const wanted = { customer, price: price.id, trialDays: 14, metadata };
    const first = await gateway.createSubscription(wanted, again);
    expect(await gateway.createSubscription(wanted, again)).toEqual(first);
    expect(await gateway.listSubscriptions(customer)).toEqual([first]);
    await expect(gateway.createSubscription({ ...wanted, trialDays: 7 }, again)).rejects.toThrow(
      InvalidRequest,
    );
  });

  test('throws NotAtProvider for unknown ids', async () => {
    await expect(gateway.retrieveSubscription('sub_none')).rejects.toThrow(NotAtProvider);
    const nobody = { customer: 'cus_none', price: 'price_none', trialDays: 1, metadata };
    await expect(gateway.createSubscription(nobody, key())).rejects.toThrow(NotAtProvider);
  });

  test('throws ProviderMisconfigured for a wrong API key', async () => {
    const stranger = createGateway({ ...settings, secretKey: 'sk_test_nobody' });
    await expect(stranger.ping()).rejects.toThrow(ProviderMisconfigured);
  });
});

describe('the gateway to a failing provider (R-SUB-13)', () => {
  const refusing = async (status: number, error: object) =>
    createGateway({
      secretKey,
      apiBase: await testServer((_request, response) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ error }));
      }),
    });

  test('throws ProviderUnavailable when it is broken, overloaded or unreachable', async () => {
    const broken = await refusing(500, { type: 'api_error', message: 'Broken' });
    const overloaded = await refusing(429, { type: 'invalid_request_error', code: 'rate_limit' });
    const locked = await refusing(409, { type: 'idempotency_error', message: 'In use' });
    const silent = createGateway({
      secretKey,
      apiBase: await testServer((request) => void request.socket.destroy()),
    });
    const absent = createGateway({ secretKey, apiBase: 'http://127.0.0.1:1' });
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
    const apiBase = await testServer((request, response) => {
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
    const unlucky = createGateway({ secretKey, apiBase });
    const customer = { email: 'lost@example.com', name: 'Lost', metadata };
    const { id } = await unlucky.createCustomer(customer, key());
    const { customers } = await sandbox.inspect();
    expect(lost).toBe(1);
    expect(customers.filter(({ name }) => name === 'Lost').map((found) => found.id)).toEqual([id]);
  });
});
