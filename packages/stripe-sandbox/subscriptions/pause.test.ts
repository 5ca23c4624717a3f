import { expect, test } from 'vitest';
import {
  createMonthlyPrice,
  lastEventTypes,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';
import { subscriberTo } from '#sandbox/stripe/test/subscriber.ts';

const { stripe } = await startTestSandbox();
const { subscribe } = subscriberTo(stripe, await createMonthlyPrice(stripe, 1_000));

test('events report a pause and a resumption', async () => {
  const { id } = await subscribe('pm_card_visa');
  await stripe.subscriptions.pause(id);
  expect(await lastEventTypes(stripe, 1)).toEqual(['customer.subscription.paused']);
  await stripe.subscriptions.resume(id, { payment_behavior: 'resume_on_payment_success' });
  expect(await lastEventTypes(stripe, 1)).toEqual(['customer.subscription.resumed']);
});
