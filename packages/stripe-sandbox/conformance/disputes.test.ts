import { expect, test } from 'vitest';
import { catchStripeError, createMonthlyPrice } from '#sandbox/stripe/test/fixtures.ts';
import { connectToProvider } from './test/provider.ts';

const { stripe, createCustomer } = await connectToProvider();

/** Stripe creates and decides a dispute shortly after the request. */
const patience = { timeout: 60_000, interval: 50 };

/** Pays with a test card; returns the dispute and its charge. */
async function disputed(card = 'pm_card_createDispute') {
  const { id: customer } = await createCustomer(null);
  const { latest_charge: charge } = await stripe.paymentIntents.create({
    amount: 1_000,
    currency: 'usd',
    confirm: true,
    customer,
    payment_method: card,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
  });
  return { charge: String(charge), dispute: await disputeOf(String(charge)) };
}

async function disputeOf(charge: string) {
  const list = async () => (await stripe.disputes.list({ charge })).data;
  await expect.poll(list, patience).toHaveLength(1);
  const [dispute] = await list();
  if (!dispute) throw new Error('The payment has no dispute.');
  return dispute;
}

const statusOf = (id: string) => async () => (await stripe.disputes.retrieve(id)).status;
const answer = (id: string, uncategorized_text: string, submit?: boolean) =>
  stripe.disputes.update(id, { evidence: { uncategorized_text }, submit });

test('A dispute names its charge but no customer, and the payment can’t be refunded [docs.stripe.com/testing#disputes; docs.stripe.com/error-codes#charge-disputed]', async () => {
  const { dispute, charge } = await disputed();
  expect(dispute).toMatchObject({
    amount: 1_000,
    charge,
    currency: 'usd',
    is_charge_refundable: false,
    reason: 'fraudulent',
    status: 'needs_response',
  });
  expect(dispute).not.toHaveProperty('customer');
  expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true, paid: true });
  const refund = stripe.refunds.create({ charge });
  expect(await catchStripeError(refund)).toMatchObject({ code: 'charge_disputed' });
});

test('A dispute is won or lost by its evidence, lost when it is closed, and then final [docs.stripe.com/testing#evidence; docs.stripe.com/api/disputes/close]', async () => {
  const { dispute: won } = await disputed();
  await answer(won.id, 'winning_evidence');
  await expect.poll(statusOf(won.id), patience).toBe('won');
  const { dispute: lost } = await disputed('pm_card_createDisputeProductNotReceived');
  expect(lost.reason).toBe('product_not_received');
  await answer(lost.id, 'losing_evidence');
  await expect.poll(statusOf(lost.id), patience).toBe('lost');
  const { dispute: closed } = await disputed();
  expect(await stripe.disputes.close(closed.id)).toMatchObject({ status: 'lost' });
  const refused = await catchStripeError(answer(closed.id, 'winning_evidence'));
  expect(refused).toMatchObject({ statusCode: 400 });
});

test('Evidence can be staged, and other evidence waits for the bank [docs.stripe.com/api/disputes/update]', async () => {
  const { dispute } = await disputed();
  expect(await answer(dispute.id, 'winning_evidence', false)).toMatchObject({
    evidence_details: { has_evidence: true, submission_count: 0 },
    status: 'needs_response',
  });
  expect(await answer(dispute.id, 'They used it every day.')).toMatchObject({
    evidence_details: { submission_count: 1 },
    status: 'under_review',
  });
});

test('An inquiry leaves the money, and the payment can be refunded [docs.stripe.com/disputes/how-disputes-work]', async () => {
  const { dispute, charge } = await disputed('pm_card_createDisputeInquiry');
  expect(dispute).toMatchObject({ is_charge_refundable: true, status: 'warning_needs_response' });
  expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 1_000 });
});

test('An inquiry becomes a dispute, which awaits an answer and can’t be refunded [docs.stripe.com/testing#evidence]', async () => {
  const { dispute, charge } = await disputed('pm_card_createDisputeInquiry');
  await answer(dispute.id, 'escalate_inquiry_evidence');
  await expect.poll(statusOf(dispute.id), patience).toBe('needs_response');
  const refund = stripe.refunds.create({ charge });
  expect(await catchStripeError(refund)).toMatchObject({ code: 'charge_disputed' });
});

test('A lost dispute leaves the subscription active and its invoice paid [docs.stripe.com/disputes/how-disputes-work]', async () => {
  const { id: customer } = await createCustomer('pm_card_createDispute');
  const { id: price } = await createMonthlyPrice(stripe, 1_000);
  const made = await stripe.subscriptions.create({ customer, items: [{ price }] });
  const [charge] = (await stripe.charges.list({ customer })).data;
  await stripe.disputes.close((await disputeOf(charge?.id ?? '')).id);
  expect((await stripe.subscriptions.retrieve(made.id)).status).toBe('active');
  const invoice = await stripe.invoices.retrieve(String(made.latest_invoice));
  expect(invoice.status).toBe('paid');
});
