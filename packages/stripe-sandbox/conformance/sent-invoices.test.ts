import { expect, test } from 'vitest';
import { catchStripeError } from '#sandbox/stripe/test/fixtures.ts';
import { connectToProvider } from './test/provider.ts';

const { stripe, subscribe } = await connectToProvider();
const day = 86_400;
const sent = { collection_method: 'send_invoice', days_until_due: 10 } as const;

/** Subscribes; the first invoice may be a draft for an hour. */
async function subscribeBySending(card: string | null) {
  const { customer, advance, made } = await subscribe({ card, ...sent });
  const invoice = await stripe.invoices.retrieve(String(made.latest_invoice));
  if (invoice.status === 'draft') await stripe.invoices.finalizeInvoice(invoice.id);
  return { customer, advance, made, invoice: await stripe.invoices.retrieve(invoice.id) };
}

test('A subscription whose invoices are sent is active before the first one is paid [SDK SubscriptionCreateParams.payment_behavior]', async () => {
  const { made, invoice } = await subscribeBySending(null);
  expect(made).toMatchObject({ status: 'active', ...sent });
  expect(invoice).toMatchObject({
    status: 'open',
    collection_method: 'send_invoice',
    attempted: false,
    amount_remaining: 1_000,
    due_date: invoice.created + 10 * day,
  });
});

test('It is past due when an invoice is not paid by its due date, and active once it is [SDK Subscription.status]', async () => {
  const { made, invoice, advance } = await subscribeBySending('pm_card_visa');
  const statusOf = async () => (await stripe.subscriptions.retrieve(made.id)).status;
  await advance(9 * day);
  expect(await statusOf()).toBe('active');
  await advance(2 * day);
  expect(await statusOf()).toBe('past_due');
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('open');
  expect((await stripe.invoices.pay(invoice.id)).status).toBe('paid');
  expect(await statusOf()).toBe('active');
});

test('A renewal is due days after its creation, and its card is not charged [SDK Invoice.due_date, Subscription.days_until_due]', async () => {
  const { customer, advance } = await subscribeBySending('pm_card_visa');
  await advance(32 * day);
  const [renewal] = (await stripe.invoices.list({ customer })).data;
  expect(renewal).toMatchObject({ status: 'open', billing_reason: 'subscription_cycle' });
  expect(renewal?.due_date).toBe((renewal?.created ?? 0) + 10 * day);
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
});

test('Days to pay belong to invoices that are sent [SDK SubscriptionUpdateParams.days_until_due]', async () => {
  const { made } = await subscribeBySending(null);
  const both = { collection_method: 'charge_automatically', days_until_due: 5 } as const;
  const refused = await catchStripeError(stripe.subscriptions.update(made.id, both));
  expect(refused?.statusCode).toBe(400);
});
