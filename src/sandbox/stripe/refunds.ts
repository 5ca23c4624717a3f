import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { newId } from './ids.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import { integer, mergeMetadata, metadata, oneOf, text } from './params.ts';
import { type Charge, idOf, type PaymentIntent, type Refund } from './wire.ts';

const url = '/v1/refunds';

export const refunds = [
  endpoint('POST', url, {
    params: {
      amount: integer(1),
      charge: text,
      metadata,
      payment_intent: text,
      reason: oneOf('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    async run({ ledger, params }) {
      const { intent, charge } = await paymentOf(ledger, params);
      const left = await refundable(ledger, intent);
      const amount = params.amount ?? left;
      if (left === 0) throw alreadyRefunded(intent.id);
      if (amount > left) throw tooMuch(amount, left);
      const refund: Refund = {
        id: newId('re'),
        object: 'refund',
        amount,
        balance_transaction: null,
        charge: charge?.id ?? null,
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
      if (charge) await giveBack(ledger, charge, amount);
      return refund;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, charge: text, payment_intent: text },
    run({ ledger, params: { charge, payment_intent, ...page } }) {
      const filter = { contains: { charge, payment_intent } };
      return listPage(ledger, { kind: 'refund', url, filter }, page);
    },
  }),

  endpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ ledger, id }) => ledger.get('refund', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: { metadata },
    async run({ ledger, params, id }) {
      const was = await ledger.get('refund', id);
      const is: Refund = { ...was, metadata: mergeMetadata(was.metadata ?? {}, params.metadata) };
      await ledger.update('refund.updated', was, is);
      return is;
    },
  }),
];

/** Returns the payment that a request names; payments from before charges existed have none. */
async function paymentOf(ledger: Ledger, named: { charge?: string; payment_intent?: string }) {
  if ((named.charge === undefined) === (named.payment_intent === undefined)) throw oneIsNeeded();
  const charge = named.charge && (await ledger.get('charge', named.charge, 'charge'));
  const id = charge ? idOf(charge.payment_intent ?? '') : (named.payment_intent ?? '');
  const intent = await ledger.get('payment_intent', id, 'payment_intent');
  if (charge) return { intent, charge };
  const latest = intent.latest_charge;
  return { intent, charge: latest ? await ledger.get('charge', idOf(latest)) : undefined };
}

/** Records a partial or full refund on a charge. */
function giveBack(ledger: Ledger, was: Charge, amount: number) {
  const amount_refunded = was.amount_refunded + amount;
  const is: Charge = { ...was, amount_refunded, refunded: amount_refunded === was.amount };
  return ledger.update('charge.refunded', was, is);
}

/** Returns the amount received and not yet refunded, in minor units. */
async function refundable(ledger: Ledger, intent: PaymentIntent): Promise<number> {
  if (intent.status !== 'succeeded') throw notPaid(intent.id);
  const contains = { payment_intent: intent.id };
  const given = await ledger.list('refund', { contains });
  return intent.amount_received - given.reduce((sum, { amount }) => sum + amount, 0);
}

const oneIsNeeded = () =>
  invalidRequest(
    'One of the following params should be provided for this request: payment_intent or charge.',
  );

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
