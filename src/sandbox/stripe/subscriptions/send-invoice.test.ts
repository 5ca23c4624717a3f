import { expect, test } from 'vitest';
import {
  catchStripeError,
  createMonthlyPrice,
  createPayingCustomer,
  invoiceOf,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, renew, advanceClock } = await startTestSandbox();
const day = 86_400;
const sent = { collection_method: 'send_invoice', days_until_due: 10 } as const;

async function subscribe(card: string | null) {
  const { id: customer } = await createPayingCustomer(stripe, card);
  const { id: price } = await createMonthlyPrice(stripe, 1_000);
  const made = await stripe.subscriptions.create({
    customer,
    items: [{ price }],
    ...sent,
    expand: ['latest_invoice'],
  });
  return { customer, made, invoice: invoiceOf(made) };
}

test('a subscription whose invoices are sent is active before the first one is paid', async () => {
  const { made, invoice } = await subscribe(null);
  expect(made).toMatchObject({ status: 'active', ...sent });
  expect(invoice).toMatchObject({
    status: 'open',
    collection_method: 'send_invoice',
    attempted: false,
    amount_remaining: 1_000,
    due_date: invoice.created + 10 * day,
    next_payment_attempt: null,
  });
});

test('it is past due when an invoice is not paid by its due date, and active once it is', async () => {
  const { made, invoice } = await subscribe('pm_card_visa');
  await advanceClock(9 * day);
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  await stripe.subscriptions.update(made.id, { collection_method: 'charge_automatically' });
  await advanceClock(day);
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('past_due');
  expect((await stripe.invoices.retrieve(invoice.id)).status).toBe('open');
  expect((await stripe.invoices.pay(invoice.id)).status).toBe('paid');
  expect(await stripe.subscriptions.retrieve(made.id)).toMatchObject({
    status: 'active',
    days_until_due: null,
  });
});

test('a renewal is due days after its creation, and is not charged', async () => {
  const { made, customer } = await subscribe('pm_card_visa');
  await renew(made.id);
  const { data } = await stripe.invoices.list({ customer });
  const [renewal] = data;
  expect(renewal).toMatchObject({ status: 'open', billing_reason: 'subscription_cycle' });
  expect(renewal?.due_date).toBe((renewal?.created ?? 0) + 10 * day);
  expect((await stripe.charges.list({ customer })).data).toEqual([]);
});

test('days to pay belong to invoices that are sent', async () => {
  const { made } = await subscribe(null);
  const both = { collection_method: 'charge_automatically', days_until_due: 5 } as const;
  const refused = await catchStripeError(stripe.subscriptions.update(made.id, both));
  expect(refused?.param).toBe('days_until_due');
});
