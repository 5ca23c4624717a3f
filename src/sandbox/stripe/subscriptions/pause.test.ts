import { describe, expect, test } from 'vitest';
import {
  catchStripeError,
  createMonthlyPrice,
  lastEventTypes,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';
import { subscriberTo } from '#sandbox/stripe/test/subscriber.ts';

const { stripe, advanceClock, renew } = await startTestSandbox();
const day = 86_400;
const { subscribe, latest } = subscriberTo(stripe, await createMonthlyPrice(stripe, 1_000));
const success = { payment_behavior: 'resume_on_payment_success' } as const;

const invoicesOf = async (subscription: string) =>
  (await stripe.invoices.list({ subscription })).data;

describe('a paused subscription', () => {
  test('says when and why, is never invoiced, and credits its unused time when it is resumed', async () => {
    const { id } = await subscribe('pm_card_visa');
    const paused = await stripe.subscriptions.pause(id);
    expect(paused).toMatchObject({
      status: 'paused',
      status_details: { paused: { subscription: { type: 'pause_requested' } } },
    });
    expect(await lastEventTypes(stripe, 1)).toEqual(['customer.subscription.paused']);
    await advanceClock(100 * day);
    expect(await invoicesOf(id)).toHaveLength(1);
    const customer = String(paused.customer);
    const next = { customer, subscription: id };
    const error = await catchStripeError(stripe.invoices.createPreview(next));
    expect(error).toMatchObject({ code: 'invoice_upcoming_none' });
    const preview = await stripe.invoices.createPreview({
      ...next,
      subscription_details: { resume_at: 'now' },
    });
    const resumed = await stripe.subscriptions.resume(id, success);
    expect(resumed.status).toBe('active');
    expect(resumed.status_details).toBeUndefined();
    const [invoice] = await invoicesOf(id);
    expect(invoice).toMatchObject({ status: 'paid', amount_paid: preview.amount_due });
    expect(preview.amount_due).toBeLessThan(20);
    await renew(id);
    expect(await invoicesOf(id)).toHaveLength(3);
  });

  test('stays paused until its invoice is paid, and after that is void', async () => {
    const { id, customer } = await subscribe('pm_card_visa');
    await stripe.subscriptions.pause(id, { bill_for: { unused_time_from: { type: 'none' } } });
    const owner = String(customer);
    const { id: card } = await stripe.paymentMethods.attach('pm_card_chargeCustomerFail', {
      customer: owner,
    });
    const invoice_settings = { default_payment_method: card };
    await stripe.customers.update(owner, { invoice_settings });
    expect(await stripe.subscriptions.resume(id, success)).toMatchObject({ status: 'paused' });
    const [open] = await invoicesOf(id);
    expect(open).toMatchObject({ status: 'open', amount_due: 1_000, attempt_count: 1 });
    await stripe.invoices.voidInvoice(open?.id ?? '');
    expect(await latest(id)).toMatchObject({ status: 'paused' });
    await stripe.subscriptions.resume(id, success);
    const [again] = await invoicesOf(id);
    const { id: good } = await stripe.paymentMethods.attach('pm_card_visa', { customer: owner });
    await stripe.invoices.pay(again?.id ?? '', { payment_method: good });
    expect(await latest(id)).toMatchObject({ status: 'active' });
    expect(await lastEventTypes(stripe, 1)).toEqual(['customer.subscription.resumed']);
  });

  test('is paused and resumed once', async () => {
    const { id } = await subscribe('pm_card_visa');
    const early = await catchStripeError(stripe.subscriptions.resume(id, success));
    expect(early?.statusCode).toBe(400);
    await stripe.subscriptions.pause(id);
    const again = await catchStripeError(stripe.subscriptions.pause(id));
    expect(again?.statusCode).toBe(400);
  });
});

test.each([
  ['keep_as_draft', 'draft'],
  ['void', 'void'],
  ['mark_uncollectible', 'uncollectible'],
] as const)('a renewal is not collected with pause_collection %s', async (behavior, status) => {
  const { id } = await subscribe('pm_card_visa');
  await stripe.subscriptions.update(id, { pause_collection: { behavior } });
  await advanceClock(40 * day);
  const found = await latest(id);
  expect(found).toMatchObject({
    status: 'active',
    latest_invoice: { status, auto_advance: false },
  });
  await stripe.subscriptions.update(id, { pause_collection: '' });
  await advanceClock(32 * day);
  expect(await latest(id)).toMatchObject({ latest_invoice: { status: 'paid' } });
});
