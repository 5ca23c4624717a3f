import { describe, expect, test } from 'vitest';
import {
  catchStripeError,
  connectSdk,
  createMonthlyPrice,
  startTestSandbox,
  testApiKey,
} from './test/fixtures.ts';

const { sandbox, stripe, openAnother } = await startTestSandbox();

const raw = (path: string, init?: RequestInit) =>
  fetch(`${sandbox.apiBase}/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${testApiKey}`, ...init?.headers },
  });

describe('authentication and requests', () => {
  test('rejects a wrong or missing key with 401', async () => {
    expect(
      await catchStripeError(connectSdk(sandbox.apiBase, 'sk_test_other').customers.list()),
    ).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: expect.stringContaining('Invalid API Key provided'),
    });
    const response = await fetch(`${sandbox.apiBase}/v1/customers`);
    expect(response.status).toBe(401);
  });

  test('rejects an unknown path with 404 and another API version with 400', async () => {
    const refusal = await catchStripeError(stripe.balance.retrieve());
    expect(refusal).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 404 });
    expect(refusal?.message).toContain('Unrecognized request URL (GET: /v1/balance)');
    expect(refusal?.message).toContain('its README lists the supported calls');
    const older = await raw('customers', { headers: { 'stripe-version': '2020-08-27' } });
    expect(older.status).toBe(400);
  });

  test('rejects a body of another content type', async () => {
    const response = await raw('customers', {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { type: 'invalid_request_error' } });
  });

  test('names the request and the API version in every reply', async () => {
    const { lastResponse } = await stripe.customers.create({});
    expect(lastResponse.requestId).toMatch(/^req_\w{24}$/);
    expect(lastResponse.headers['stripe-version']).toBe('2026-10-28.endive');
  });
});

describe('records', () => {
  test('a customer is created, changed, read and deleted', async () => {
    const created = await stripe.customers.create({
      email: 'ana@example.com',
      name: 'Ana & Sons',
      metadata: { tenantId: 't1', plan: 'pro' },
    });
    const updated = await stripe.customers.update(created.id, {
      name: 'Ana',
      metadata: { plan: '', since: '2026' },
    });
    expect(updated).toMatchObject({
      email: 'ana@example.com',
      name: 'Ana',
      metadata: { tenantId: 't1', since: '2026' },
    });
    expect(await stripe.customers.retrieve(created.id)).toEqual(updated);
    expect(await stripe.customers.del(created.id)).toMatchObject({ deleted: true });
    expect(await stripe.customers.retrieve(created.id)).toEqual({
      id: created.id,
      object: 'customer',
      deleted: true,
    });
    const found = await stripe.customers.list({ email: 'ana@example.com' });
    expect(found.data).toEqual([]);
  });

  test('names kind and id of a missing record', async () => {
    expect(await catchStripeError(stripe.products.retrieve('prod_none'))).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such product: 'prod_none'",
    });
    const price = { product: 'prod_none', currency: 'usd', unit_amount: 1 };
    expect(await catchStripeError(stripe.prices.create(price))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'product',
    });
  });

  test('rejects an unknown parameter instead of ignoring it', async () => {
    const product = { name: 'Pro', shippable: true };
    expect(await catchStripeError(stripe.products.create(product))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'shippable',
    });
  });

  test('archives a product with prices instead of deleting it', async () => {
    const price = await createMonthlyPrice(stripe, 1_000);
    const id = String(price.product);
    expect(await catchStripeError(stripe.products.del(id))).toMatchObject({ statusCode: 400 });
    expect(await stripe.products.update(id, { active: false })).toMatchObject({ active: false });
    expect(await stripe.prices.update(price.id, { active: false })).toMatchObject({
      active: false,
      unit_amount: 1_000,
    });
  });

  test('lists the newest first, in pages and filtered', async () => {
    const product = await stripe.products.create({ name: 'Many prices' });
    const ids: string[] = [];
    for (const amount of [1, 2, 3, 4, 5]) {
      const currency = amount === 3 ? 'eur' : 'usd';
      const price = { product: product.id, currency, unit_amount: amount };
      ids.unshift((await stripe.prices.create(price)).id);
    }
    const first = await stripe.prices.list({ product: product.id, limit: 2 });
    expect(first).toMatchObject({ object: 'list', has_more: true, url: '/v1/prices' });
    const last = await stripe.prices.list({
      product: product.id,
      limit: 3,
      starting_after: ids[1],
    });
    expect(last.has_more).toBe(false);
    expect([...first.data, ...last.data].map(({ id }) => id)).toEqual(ids);
    const back = await stripe.prices.list({ product: product.id, limit: 2, ending_before: ids[4] });
    expect(back.data.map(({ id }) => id)).toEqual([ids[2], ids[3]]);
    const paged = stripe.prices.list({ product: product.id, limit: 2 });
    expect(await paged.autoPagingToArray({ limit: 10 })).toHaveLength(5);
    const euros = await stripe.prices.list({ product: product.id, currency: 'eur' });
    expect(euros.data.map(({ id }) => id)).toEqual([ids[2]]);
    const { created = 0 } = first.data[0] ?? {};
    const later = { product: product.id, created: { gt: created } };
    expect((await stripe.prices.list(later)).data).toEqual([]);
  });

  test('expands ids to objects on request', async () => {
    const price = await createMonthlyPrice(stripe, 1_000);
    const expanded = await stripe.prices.retrieve(price.id, { expand: ['product'] });
    expect(expanded.product).toMatchObject({ object: 'product', name: 'Pro' });
    const list = await stripe.prices.list({ limit: 2, expand: ['data.product'] });
    expect(list.data.map(({ product }) => typeof product)).toEqual(['object', 'object']);
    expect(
      await catchStripeError(stripe.prices.retrieve(price.id, { expand: ['metadata'] })),
    ).toMatchObject({
      message: 'This property cannot be expanded (metadata).',
    });
    expect(
      await catchStripeError(stripe.prices.retrieve(price.id, { expand: ['nothing'] })),
    ).toMatchObject({
      statusCode: 400,
      param: 'expand',
    });
  });
});

test('shares its records with other processes and keeps them across restarts', async () => {
  const customer = await stripe.customers.create({ name: 'Shared' });
  const other = await openAnother();
  const seen = await connectSdk(other.apiBase).customers.retrieve(customer.id);
  await connectSdk(other.apiBase).customers.update(customer.id, { name: 'Changed there' });
  await other.close();
  expect(seen).toEqual(customer);
  expect(await stripe.customers.retrieve(customer.id)).toMatchObject({ name: 'Changed there' });
});

test('exposes its own records for inspection', async () => {
  const customer = await stripe.customers.create({ name: 'Inspected' });
  const { now, customers, subscriptions, invoices, events } = await sandbox.inspect();
  expect(Number.isInteger(now)).toBe(true);
  expect(customers[0]).toEqual(JSON.parse(JSON.stringify(customer)));
  expect(events[0]).toMatchObject({
    type: 'customer.created',
    data: { object: { id: customer.id } },
  });
  expect([subscriptions, invoices].every(Array.isArray)).toBe(true);
});
