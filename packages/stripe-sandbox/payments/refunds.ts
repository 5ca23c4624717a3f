import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  integerParam,
  mergeMetadata,
  metadata,
  enumParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { type Charge, idOf, type PaymentIntent, type Refund } from '#sandbox/stripe/store/types.ts';

const url = '/v1/refunds';

export const refundEndpoints = [
  defineEndpoint('POST', url, {
    params: {
      amount: integerParam(1),
      charge: stringParam,
      metadata,
      payment_intent: stringParam,
      reason: enumParam('duplicate', 'fraudulent', 'requested_by_customer'),
    },
    async run({ objects, params }) {
      const { intent, charge } = await resolveRefundTarget(objects, params);
      if (charge?.disputed) await assertRefundable(objects, charge);
      const left = await refundableAmount(objects, intent);
      const amount = params.amount ?? left;
      if (left === 0) throw alreadyRefunded(intent.id);
      if (amount > left) throw refundTooLarge(amount, left);
      const refund: Refund = {
        id: newId('re'),
        object: 'refund',
        amount,
        balance_transaction: null,
        charge: charge?.id ?? null,
        created: objects.now,
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
      await objects.create('refund.created', refund);
      if (charge) await recordRefund(objects, charge, amount);
      return refund;
    },
  }),

  defineEndpoint('GET', url, {
    params: { ...paginationParams, charge: stringParam, payment_intent: stringParam },
    run({ objects, params: { charge, payment_intent, ...page } }) {
      const filter = { contains: { charge, payment_intent } };
      return listPage(objects, { kind: 'refund', url, filter }, page);
    },
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: {},
    run: ({ objects, id }) => objects.get('refund', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: { metadata },
    async run({ objects, params, id }) {
      const previous = await objects.get('refund', id);
      const updated: Refund = {
        ...previous,
        metadata: mergeMetadata(previous.metadata ?? {}, params.metadata),
      };
      await objects.update('refund.updated', previous, updated);
      return updated;
    },
  }),
];

/** Returns the payment that a request names; payments from before charges existed have none. */
async function resolveRefundTarget(
  objects: ObjectRepository,
  named: { charge?: string; payment_intent?: string },
) {
  if ((named.charge === undefined) === (named.payment_intent === undefined))
    throw missingRefundTarget();
  const charge = named.charge && (await objects.get('charge', named.charge, 'charge'));
  const id = charge ? idOf(charge.payment_intent ?? '') : (named.payment_intent ?? '');
  const intent = await objects.get('payment_intent', id, 'payment_intent');
  if (charge) return { intent, charge };
  const latest = intent.latest_charge;
  return { intent, charge: latest ? await objects.get('charge', idOf(latest)) : undefined };
}

/** Records a partial or full refund on a charge. */
function recordRefund(objects: ObjectRepository, previous: Charge, amount: number) {
  const amount_refunded = previous.amount_refunded + amount;
  const updated: Charge = {
    ...previous,
    amount_refunded,
    refunded: amount_refunded === previous.amount,
  };
  return objects.update('charge.refunded', previous, updated);
}

/** Returns the amount received and not yet refunded, in minor units. */
async function refundableAmount(objects: ObjectRepository, intent: PaymentIntent): Promise<number> {
  if (intent.status !== 'succeeded') throw notPaid(intent.id);
  const contains = { payment_intent: intent.id };
  const given = await objects.list('refund', { contains });
  return intent.amount_received - given.reduce((sum, { amount }) => sum + amount, 0);
}

/** Refuses to refund a charge that was charged back: the bank has returned the money already. */
async function assertRefundable(objects: ObjectRepository, { id }: Charge) {
  const disputes = await objects.list('dispute', { contains: { charge: id } });
  if (disputes.every(({ is_charge_refundable: refundable }) => refundable)) return;
  const message = `Charge ${id} has been charged back; cannot issue a refund.`;
  throw invalidRequest(message, undefined, 'charge_disputed');
}

const missingRefundTarget = () =>
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

const refundTooLarge = (amount: number, left: number) =>
  invalidRequest(
    `Refund amount (${amount}) is greater than unrefunded amount on charge (${left})`,
    'amount',
  );
