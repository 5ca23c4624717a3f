import { describe, expect, test } from 'vitest';
import {
  catchStripeError,
  createMonthlyPrice,
  createPayingCustomer,
  lastEventTypes,
  startTestSandbox,
} from '#sandbox/stripe/test/fixtures.ts';

const { stripe, advanceClock } = await startTestSandbox();

/** Pays with a test card; returns the dispute and its charge. */
async function disputed(card = 'pm_card_createDispute') {
  const { id: customer } = await createPayingCustomer(stripe);
  const { latest_charge: charge } = await stripe.paymentIntents.create({
    amount: 1_000,
    currency: 'usd',
    confirm: true,
    customer,
    payment_method: card,
  });
  const { data } = await stripe.disputes.list({ charge: String(charge) });
  const [dispute] = data;
  if (!dispute) throw new Error('The payment has no dispute.');
  return { dispute, charge: String(charge) };
}

const answer = (id: string, uncategorized_text: string, submit?: boolean) =>
  stripe.disputes.update(id, { evidence: { uncategorized_text }, submit });

describe('A dispute', () => {
  test('follows the payment of a test card and takes its amount back', async () => {
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
    expect(await lastEventTypes(stripe, 4)).toEqual([
      'charge.succeeded',
      'payment_intent.succeeded',
      'charge.dispute.created',
      'charge.dispute.funds_withdrawn',
    ]);
    expect(await stripe.charges.retrieve(charge)).toMatchObject({ disputed: true, paid: true });
    expect(await stripe.disputes.retrieve(dispute.id)).toEqual(dispute);
    const refund = stripe.refunds.create({ charge });
    expect(await catchStripeError(refund)).toMatchObject({ code: 'charge_disputed' });
  });

  test('is won by the winning evidence, which returns the funds', async () => {
    const { dispute } = await disputed();
    expect(await answer(dispute.id, 'winning_evidence')).toMatchObject({ status: 'won' });
    expect(await lastEventTypes(stripe, 3)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.closed',
      'charge.dispute.funds_reinstated',
    ]);
  });

  test('is lost by the losing evidence, by closing it and without a response', async () => {
    const { dispute: first } = await disputed('pm_card_createDisputeProductNotReceived');
    expect(first.reason).toBe('product_not_received');
    expect(await answer(first.id, 'losing_evidence')).toMatchObject({ status: 'lost' });
    expect(await lastEventTypes(stripe, 2)).toEqual([
      'charge.dispute.updated',
      'charge.dispute.closed',
    ]);
    const { dispute: second } = await disputed();
    expect(await stripe.disputes.close(second.id)).toMatchObject({ status: 'lost' });
    const refused = await catchStripeError(answer(second.id, 'winning_evidence'));
    expect(refused).toMatchObject({ statusCode: 400 });
    const { dispute: third } = await disputed();
    await advanceClock(7 * 86_400);
    expect(await stripe.disputes.retrieve(third.id)).toMatchObject({
      evidence_details: { past_due: true },
      status: 'lost',
    });
  });

  test('waits for the bank after other evidence, and for evidence that is staged', async () => {
    const { dispute } = await disputed();
    const staged = await answer(dispute.id, 'winning_evidence', false);
    expect(staged).toMatchObject({
      evidence_details: { has_evidence: true, submission_count: 0 },
      status: 'needs_response',
    });
    expect(await answer(dispute.id, 'They used it every day.')).toMatchObject({
      evidence_details: { submission_count: 1 },
      status: 'under_review',
    });
    await advanceClock(30 * 86_400);
    expect((await stripe.disputes.retrieve(dispute.id)).status).toBe('under_review');
  });

  test('that is an inquiry leaves the money and allows a refund', async () => {
    const { dispute, charge } = await disputed('pm_card_createDisputeInquiry');
    expect(dispute).toMatchObject({ is_charge_refundable: true, status: 'warning_needs_response' });
    expect(await lastEventTypes(stripe, 1)).toEqual(['charge.dispute.created']);
    expect(await stripe.refunds.create({ charge })).toMatchObject({ amount: 1_000 });
    expect(await stripe.disputes.close(dispute.id)).toMatchObject({ status: 'warning_closed' });
  });

  test('of a subscription leaves it active and its invoice paid', async () => {
    const price = await createMonthlyPrice(stripe, 1_000);
    const { id: customer } = await createPayingCustomer(stripe, 'pm_card_createDispute');
    const { id, status, latest_invoice } = await stripe.subscriptions.create({
      customer,
      items: [{ price: price.id }],
    });
    expect(status).toBe('active');
    expect(await stripe.invoices.retrieve(String(latest_invoice))).toMatchObject({
      status: 'paid',
    });
    const [charge] = (await stripe.charges.list({ customer })).data;
    const [dispute] = (await stripe.disputes.list({ charge: charge?.id })).data;
    await stripe.disputes.close(dispute?.id ?? '');
    expect((await stripe.subscriptions.retrieve(id)).status).toBe('active');
  });
});
