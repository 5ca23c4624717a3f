import type { Stripe } from 'stripe';
import { describe, expect, test } from 'vitest';
import { createMonthlyPrice, connectSdk, testApiKey, startTestSandbox } from './test/fixtures.ts';

const { sandbox, stripe, openAnother } = await startTestSandbox();

/** Returns the fields of the SDK's error that callers read. */
const catchErrorFields = async (asked: Promise<unknown>) => {
  const error = await asked.then(
    () => undefined,
    (reason: Stripe.errors.StripeError) => reason,
  );
  const { type, statusCode, code, param, message } = error ?? {};
  return { type, statusCode, code, param, message };
};

const raw = (path: string, init?: RequestInit) =>
  fetch(`${sandbox.apiBase}/v1/${path}`, {
    ...init,
    headers: { authorization: `Bearer ${testApiKey}`, ...init?.headers },
  });

describe('authentication and requests', () => {
  test('rejects a wrong or missing key with 401', async () => {
    expect(
      await catchErrorFields(connectSdk(sandbox.apiBase, 'sk_test_other').customers.list()),
    ).toMatchObject({
      type: 'StripeAuthenticationError',
      statusCode: 401,
      message: expect.stringContaining('Invalid API Key provided'),
    });
    const response = await fetch(`${sandbox.apiBase}/v1/customers`);
    expect(response.status).toBe(401);
  });

  test('rejects an unknown path with 404 and another API version with 400', async () => {
    expect(await catchErrorFields(stripe.balance.retrieve())).toMatchObject({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      message: expect.stringContaining('Unrecognized request URL (GET: /v1/balance)'),
    });
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
    expect(await catchErrorFields(stripe.products.retrieve('prod_none'))).toEqual({
      type: 'StripeInvalidRequestError',
      statusCode: 404,
      code: 'resource_missing',
      param: 'id',
      message: "No such product: 'prod_none'",
    });
    const price = { product: 'prod_none', currency: 'usd', unit_amount: 1 };
    expect(await catchErrorFields(stripe.prices.create(price))).toMatchObject({
      statusCode: 400,
      code: 'resource_missing',
      param: 'product',
    });
  });

  test('rejects an unknown parameter instead of ignoring it', async () => {
    const product = { name: 'Pro', shippable: true };
    expect(await catchErrorFields(stripe.products.create(product))).toMatchObject({
      statusCode: 400,
      code: 'parameter_unknown',
      param: 'shippable',
    });
  });

  test('archives a product with prices instead of deleting it', async () => {
    const price = await createMonthlyPrice(stripe, 1_000);
    const id = String(price.product);
    expect(await catchErrorFields(stripe.products.del(id))).toMatchObject({ statusCode: 400 });
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
      await catchErrorFields(stripe.prices.retrieve(price.id, { expand: ['metadata'] })),
    ).toMatchObject({
      message: 'This property cannot be expanded (metadata).',
    });
    expect(
      await catchErrorFields(stripe.prices.retrieve(price.id, { expand: ['nothing'] })),
    ).toMatchObject({
      statusCode: 400,
      param: 'expand',
    });
  });
});

describe('idempotency keys', () => {
  test('execute a repeated request once and return the same reply', async () => {
    const again = { idempotencyKey: 'customer-1' };
    const [first, ...others] = await Promise.all(
      Array.from({ length: 20 }, () =>
        stripe.customers.create({ email: 'one@example.com' }, again),
      ),
    );
    expect(others).toEqual(others.map(() => first));
    expect((await stripe.customers.list({ email: 'one@example.com' })).data).toHaveLength(1);
    const { lastResponse } = await stripe.customers.create({ email: 'one@example.com' }, again);
    expect(lastResponse.headers).toMatchObject({
      'idempotent-replayed': 'true',
      'original-request': expect.stringMatching(/^req_/),
    });
  });

  test('execute a request once across two processes', async () => {
    const other = await openAnother();
    const [here, there] = [stripe, connectSdk(other.apiBase)];
    const customer = { email: 'both@example.com' };
    for (const idempotencyKey of ['both-1', 'both-2', 'both-3']) {
      await Promise.all(
        [here, there, here, there].map((one) => one.customers.create(customer, { idempotencyKey })),
      );
    }
    await other.close();
    expect((await stripe.customers.list(customer)).data).toHaveLength(3);
  });

  test('reject another request with the same key', async () => {
    const again = { idempotencyKey: 'customer-2' };
    await stripe.customers.create({ email: 'two@example.com' }, again);
    expect(
      await catchErrorFields(stripe.customers.create({ email: 'not@example.com' }, again)),
    ).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      message: expect.stringContaining('with the same parameters they were first used with'),
    });
    expect(await catchErrorFields(stripe.products.create({ name: 'Pro' }, again))).toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  test('replay a refusal, which undoes everything, unless nothing had begun', async () => {
    const failing = { product: 'prod_later', currency: 'usd', unit_amount: 1 };
    const again = { idempotencyKey: 'price-1' };
    await catchErrorFields(stripe.prices.create(failing, again));
    await stripe.products.create({ id: 'prod_later', name: 'Too late' });
    expect(await catchErrorFields(stripe.prices.create(failing, again))).toMatchObject({
      code: 'resource_missing',
    });
    const undone = stripe.customers.create({ email: 'no@example.com', expand: ['metadata'] });
    expect(await catchErrorFields(undone)).toMatchObject({ statusCode: 400 });
    expect((await stripe.customers.list({ email: 'no@example.com' })).data).toEqual([]);
    const retried = { idempotencyKey: 'product-1' };
    expect(await catchErrorFields(stripe.products.create({ name: '' }, retried))).toMatchObject({
      code: 'parameter_invalid_empty',
    });
    expect(await stripe.products.create({ name: 'Pro' }, retried)).toMatchObject({ name: 'Pro' });
  });
});

describe('events', () => {
  test('are recorded for each change, with the object, its cause and the previous values', async () => {
    const product = await stripe.products.create({ name: 'Old' }, { idempotencyKey: 'event-1' });
    await stripe.products.update(product.id, { name: 'New' });
    await stripe.products.del(product.id);
    const events = await stripe.events.list({ limit: 3 });
    expect(events.data.map(({ type }) => type)).toEqual([
      'product.deleted',
      'product.updated',
      'product.created',
    ]);
    expect(events.data[2]).toMatchObject({
      api_version: '2026-10-28.endive',
      data: { object: { id: product.id, name: 'Old' } },
      request: { id: product.lastResponse.requestId, idempotency_key: 'event-1' },
    });
    expect(events.data[1]?.data).toMatchObject({
      object: { name: 'New' },
      previous_attributes: { name: 'Old' },
    });
    expect(await stripe.events.retrieve(events.data[0]?.id ?? '')).toEqual(events.data[0]);
    const types = ['product.deleted', 'product.updated'];
    const narrowed = await stripe.events.list({ types, limit: 2 });
    expect(narrowed.data.map(({ type }) => type)).toEqual(['product.deleted', 'product.updated']);
  });

  test('are not recorded for an update without a change', async () => {
    const customer = await stripe.customers.create({ name: 'Same' });
    await stripe.customers.update(customer.id, { name: 'Same' });
    expect((await stripe.events.list({ limit: 1 })).data[0]?.type).toBe('customer.created');
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
