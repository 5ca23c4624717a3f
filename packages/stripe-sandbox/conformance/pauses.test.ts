import { expect, test } from 'vitest';
import { catchStripeError } from '#sandbox/stripe/test/fixtures.ts';
import { attachDefaultCard, connectToProvider } from './test/provider.ts';

const { stripe, subscribe, invoicesOf } = await connectToProvider();
const day = 86_400;
const success = { payment_behavior: 'resume_on_payment_success' } as const;
const withoutCredit = { bill_for: { unused_time_from: { type: 'none' } } } as const;

const statusOf = async (id: string) => (await stripe.subscriptions.retrieve(id)).status;

test('A paused subscription is not invoiced, and says who paused it [docs.stripe.com/billing/subscriptions/pause]', async () => {
  const { id, customer, advance } = await subscribe();
  expect(await stripe.subscriptions.pause(id)).toMatchObject({
    status: 'paused',
    status_details: { paused: { subscription: { type: 'pause_requested' } } },
  });
  await advance(100 * day);
  expect(await invoicesOf(id)).toHaveLength(1);
  const error = await catchStripeError(
    stripe.invoices.createPreview({ customer, subscription: id }),
  );
  expect(error).toMatchObject({ code: 'invoice_upcoming_none' });
});

test('A resumption credits the unused time, and costs what its preview shows [SDK InvoiceCreatePreviewParams.SubscriptionDetails.resume_at]', async () => {
  const { id, customer, advance } = await subscribe();
  await stripe.subscriptions.pause(id);
  await advance(10 * day);
  const preview = await stripe.invoices.createPreview({
    customer,
    subscription: id,
    subscription_details: { resume_at: 'now' },
  });
  const resumed = await stripe.subscriptions.resume(id, success);
  expect(resumed.status).toBe('active');
  expect(resumed.status_details).toBeUndefined();
  const [invoice] = await invoicesOf(id);
  expect(invoice).toMatchObject({ status: 'paid', amount_paid: preview.amount_due });
  expect(preview.amount_due).toBeLessThan(20);
});

test('A paused subscription stays paused until the invoice of its resumption is paid, and when that is void [SDK SubscriptionResumeParams.payment_behavior]', async () => {
  const { id, customer } = await subscribe();
  await stripe.subscriptions.pause(id, withoutCredit);
  await attachDefaultCard(stripe, customer, 'pm_card_chargeCustomerFail');
  expect(await stripe.subscriptions.resume(id, success)).toMatchObject({ status: 'paused' });
  const [open] = await invoicesOf(id);
  expect(open).toMatchObject({ status: 'open', amount_due: 1_000, attempt_count: 1 });
  await stripe.invoices.voidInvoice(open?.id ?? '');
  expect(await statusOf(id)).toBe('paused');
  await stripe.subscriptions.resume(id, success);
  const [again] = await invoicesOf(id);
  await attachDefaultCard(stripe, customer, 'pm_card_visa');
  await stripe.invoices.pay(again?.id ?? '');
  expect(await statusOf(id)).toBe('active');
});

test('A subscription is paused once, and resumed only while it is paused [docs.stripe.com/billing/subscriptions/pause]', async () => {
  const { id } = await subscribe();
  const early = await catchStripeError(stripe.subscriptions.resume(id, success));
  expect(early?.statusCode).toBe(400);
  await stripe.subscriptions.pause(id);
  const again = await catchStripeError(stripe.subscriptions.pause(id));
  expect(again?.statusCode).toBe(400);
});

test('Renewals are void, drafts or written off while their collection is paused, and the subscription stays active [docs.stripe.com/billing/subscriptions/pause-payment]', async () => {
  const results = {
    keep_as_draft: 'draft',
    void: 'void',
    mark_uncollectible: 'uncollectible',
  } as const;
  for (const behavior of ['keep_as_draft', 'void', 'mark_uncollectible'] as const) {
    const { id, advance } = await subscribe();
    await stripe.subscriptions.update(id, { pause_collection: { behavior } });
    await advance(40 * day);
    expect(await statusOf(id)).toBe('active');
    const [renewal] = await invoicesOf(id);
    expect(renewal).toMatchObject({ status: results[behavior], auto_advance: false });
    await stripe.subscriptions.update(id, { pause_collection: '' });
    await advance(32 * day);
    expect((await invoicesOf(id))[0]?.status).toBe('paid');
  }
});
