import { describe, expect, test } from 'vitest';
import { catchStripeError, connectSdk, startTestSandbox } from '#sandbox/stripe/test/fixtures.ts';

const { stripe, openAnother } = await startTestSandbox();

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
      await catchStripeError(stripe.customers.create({ email: 'not@example.com' }, again)),
    ).toMatchObject({
      type: 'StripeIdempotencyError',
      statusCode: 400,
      message: expect.stringContaining('with the same parameters they were first used with'),
    });
    expect(await catchStripeError(stripe.products.create({ name: 'Pro' }, again))).toMatchObject({
      type: 'StripeIdempotencyError',
    });
  });

  test('replay an error that rolled back, but not one from before execution', async () => {
    const failing = { product: 'prod_later', currency: 'usd', unit_amount: 1 };
    const again = { idempotencyKey: 'price-1' };
    await catchStripeError(stripe.prices.create(failing, again));
    await stripe.products.create({ id: 'prod_later', name: 'Too late' });
    expect(await catchStripeError(stripe.prices.create(failing, again))).toMatchObject({
      code: 'resource_missing',
    });
    const undone = stripe.customers.create({ email: 'no@example.com', expand: ['metadata'] });
    expect(await catchStripeError(undone)).toMatchObject({ statusCode: 400 });
    expect((await stripe.customers.list({ email: 'no@example.com' })).data).toEqual([]);
    const retried = { idempotencyKey: 'product-1' };
    expect(await catchStripeError(stripe.products.create({ name: '' }, retried))).toMatchObject({
      code: 'parameter_invalid_empty',
    });
    expect(await stripe.products.create({ name: 'Pro' }, retried)).toMatchObject({ name: 'Pro' });
  });
});
