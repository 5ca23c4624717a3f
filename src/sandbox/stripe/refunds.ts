import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import { integer, mergeMetadata, metadata, oneOf, required, text } from './params.ts';
import { idOf, type PaymentIntent, type Refund } from './wire.ts';

const url = '/v1/refunds';

export const refunds = [
  endpoint('POST', url, {
    params: {
      amount: integer(1),
      metadata,
      payment_intent: required(text),
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    async run({ ledger, params }) {
      const intent = await ledger.get('payment_intent', params.payment_intent, 'payment_intent');
      const left = await refundable(ledger, intent);
      const amount = params.amount ?? left;
      if (left === 0) throw alreadyRefunded(intent.id);
      if (amount > left) throw tooMuch(amount, left);
      const refund: Refund = {
        id: newId('re'),
        object: 'refund',
        amount,
        balance_transaction: null,
        charge: null,
        created: ledger.now,
        currency: intent.currency,
        customer: intent.customer && idOf(intent.customer),
        customer_account: null,
        destination_details: { card: { type: 'refund' }, type: 'card' },
        metadata: mergeMetadata({}, params.metadata),
        payment_intent: intent.id,
        payment_method: intent.payment_method && idOf(intent.payment_method),
        reason: params.reason ?? null,
        receipt_number: null,
        source_transfer_reversal: null,
        status: 'succeeded',
        transfer_reversal: null,
      };
      await ledger.create('refund.created', refund);
      return refund;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, payment_intent: text },
    run({ ledger, params: { payment_intent: intent, ...page } }) {
      const filter = intent ? { contains: { payment_intent: intent } } : {};
      return listPage(ledger, { kind: 'refund', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('refund', id),
  }),
];

/** What was received and not given back yet, in minor units. */
async function refundable(ledger: Ledger, intent: PaymentIntent): Promise<number> {
  if (intent.status !== 'succeeded') throw notPaid(intent.id);
  const contains = { payment_intent: intent.id };
  const given = await ledger.list('refund', { contains });
  return intent.amount_received - given.reduce((sum, { amount }) => sum + amount, 0);
}

const notPaid = (id: string) =>
  invalidRequest(
    `This PaymentIntent (${id}) does not have a successful charge to refund.`,
    'payment_intent',
  );

const alreadyRefunded = (id: string) =>
  invalidRequest(
    `Charge of ${id} has already been refunded.`,
    undefined,
    'charge_already_refunded',
  );

const tooMuch = (amount: number, left: number) =>
  invalidRequest(
    `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    'amount',
  );
