import { expect, test } from 'vitest';
import {
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

const answer = (id: string, uncategorized_text: string) =>
  stripe.disputes.update(id, { evidence: { uncategorized_text } });

test('A dispute tells by events that it took the amount back, and how it was decided', async () => {
  const { dispute: won, charge } = await disputed();
  expect(await lastEventTypes(stripe, 4)).toEqual([
    'charge.succeeded',
    'payment_intent.succeeded',
    'charge.dispute.created',
    'charge.dispute.funds_withdrawn',
  ]);
  expect((await stripe.disputes.retrieve(won.id)).charge).toBe(charge);
  await answer(won.id, 'winning_evidence');
  expect(await lastEventTypes(stripe, 3)).toEqual([
    'charge.dispute.updated',
    'charge.dispute.closed',
    'charge.dispute.funds_reinstated',
  ]);
  const { dispute: lost } = await disputed();
  await answer(lost.id, 'losing_evidence');
  expect(await lastEventTypes(stripe, 2)).toEqual([
    'charge.dispute.updated',
    'charge.dispute.closed',
  ]);
  const { dispute: inquiry } = await disputed('pm_card_createDisputeInquiry');
  expect(await lastEventTypes(stripe, 1)).toEqual(['charge.dispute.created']);
  expect(await stripe.disputes.close(inquiry.id)).toMatchObject({ status: 'warning_closed' });
});

test('A dispute without a response is lost after seven days, and one that was answered is not', async () => {
  const { dispute } = await disputed();
  const { dispute: answered } = await disputed();
  await answer(answered.id, 'They used it every day.');
  await advanceClock(7 * 86_400);
  expect(await stripe.disputes.retrieve(dispute.id)).toMatchObject({
    evidence_details: { past_due: true },
    status: 'lost',
  });
  expect((await stripe.disputes.retrieve(answered.id)).status).toBe('under_review');
});
