import { expect, test } from 'vitest';
import {
  createMonthlyPrice,
  createPayingCustomer,
  catchStripeError,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe } = await startTestSandbox();
const { testClocks } = stripe.testHelpers;
const day = 86_400;

test('a test clock moves time and applies everything that was due', async () => {
  const start = Math.floor(Date.now() / 1_000) + day;
  const clock = await testClocks.create({ frozen_time: start, name: 'Renewal' });
  expect(clock).toMatchObject({ frozen_time: start, name: 'Renewal', status: 'ready' });
  const price = await createMonthlyPrice(stripe, 1_000);
  const customer = await createPayingCustomer(stripe);
  const timed = await stripe.customers.create({ test_clock: clock.id });
  expect(timed.test_clock).toBe(clock.id);
  const { id } = await stripe.subscriptions.create({
    customer: customer.id,
    items: [{ price: price.id }],
  });
  const later = await testClocks.advance(clock.id, { frozen_time: start + 32 * day });
  expect(later).toMatchObject({ frozen_time: start + 32 * day, status: 'ready' });
  expect(await testClocks.retrieve(clock.id)).toEqual(later);
  const invoices = await stripe.invoices.list({ subscription: id });
  expect(invoices.data.map(({ status }) => status)).toEqual(['paid', 'paid']);
});

test('a test clock does not go back, and deleting it keeps the time', async () => {
  const soon = Math.floor(Date.now() / 1_000) + 100 * day;
  const { id } = await testClocks.create({ frozen_time: soon });
  for (const past of [soon - day, 1_000]) {
    expect(await catchStripeError(testClocks.advance(id, { frozen_time: past }))).toMatchObject({
      statusCode: 400,
      param: 'frozen_time',
    });
  }
  expect((await testClocks.list()).data.map((clock) => clock.id)).toContain(id);
  expect(await testClocks.del(id)).toMatchObject({ id, deleted: true });
  expect(await catchStripeError(testClocks.retrieve(id))).toMatchObject({
    code: 'resource_missing',
  });
});
