import { describe, expect, test } from 'vitest';
import { startTestSandbox } from '#sandbox/stripe/test/fixtures.ts';

const { stripe } = await startTestSandbox();

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
