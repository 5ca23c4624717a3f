import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  emptyable,
  booleanParam,
  integerParam,
  arrayParam,
  mergeMetadata,
  metadata,
  enumParam,
  type InferParams,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { parseCurrency } from '#sandbox/stripe/catalogue/prices.ts';
import { applyPaymentResult } from '#sandbox/stripe/invoices/collection.ts';
import { amountTooSmall, isBelowMinimumCharge } from '#sandbox/stripe/invoices/minimum-charge.ts';
import { cardApiError } from '#sandbox/stripe/payment-methods/card-errors.ts';
import { resolvePaymentMethod } from '#sandbox/stripe/payment-methods/payment-methods.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type PaymentIntent } from '#sandbox/stripe/store/types.ts';
import { chargeEndpoints } from './charges.ts';
import { newPaymentIntent } from './new-intent.ts';
import { attemptPayment } from './payment-attempt.ts';

const url = '/v1/payment_intents';

const confirmation = {
  off_session: booleanParam,
  payment_method: stringParam,
  return_url: stringParam,
  setup_future_usage: enumParam('off_session', 'on_session'),
  use_stripe_sdk: booleanParam,
};
type Confirmation = InferParams<typeof confirmation>;

export const paymentIntentEndpoints = [
  ...chargeEndpoints,

  defineEndpoint('POST', url, {
    params: {
      ...confirmation,
      amount: required(integerParam(1)),
      automatic_payment_methods: objectParam({
        allow_redirects: stringParam,
        enabled: required(booleanParam),
      }),
      confirm: booleanParam,
      currency: required(stringParam),
      customer: stringParam,
      description: stringParam,
      metadata,
      payment_method_types: arrayParam(enumParam('card')),
    },
    async run({ objects, params }) {
      const { customer = null, payment_method: method, amount } = params;
      const currency = parseCurrency(params.currency);
      if (isBelowMinimumCharge(amount, currency)) throw amountTooSmall(currency);
      if (customer) await objects.get('customer', customer, 'customer');
      const found = method && (await resolvePaymentMethod(objects, method, 'payment_method'));
      const intent = newPaymentIntent(
        {
          amount,
          currency,
          customer,
          description: params.description ?? null,
          method: found ? found.id : null,
          metadata: mergeMetadata({}, params.metadata),
          savesCard: params.setup_future_usage === 'off_session',
        },
        objects.now,
      );
      await objects.create('payment_intent.created', intent);
      return params.confirm
        ? confirm(objects, intent, { ...params, payment_method: undefined })
        : intent;
    },
  }),

  defineEndpoint('GET', url, {
    params: { ...paginationParams, customer: stringParam },
    run: ({ objects, params: { customer, ...page } }) =>
      listPage(objects, { kind: 'payment_intent', url, filter: { parent: customer } }, page),
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: { client_secret: stringParam },
    run: ({ objects, id }) => objects.get('payment_intent', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: {
      amount: integerParam(1),
      description: emptyable(stringParam),
      metadata,
      payment_method: stringParam,
      receipt_email: emptyable(stringParam),
    },
    async run({ objects, params, id }) {
      const previous = await objects.get('payment_intent', id);
      assertOpen(previous, 'update');
      const { amount = previous.amount, description = previous.description } = params;
      const { payment_method: named, receipt_email = previous.receipt_email } = params;
      const method = named && (await resolvePaymentMethod(objects, named, 'payment_method'));
      const updated: PaymentIntent = {
        ...previous,
        amount,
        description,
        metadata: mergeMetadata(previous.metadata, params.metadata),
        receipt_email,
        ...(method && { payment_method: method.id, status: 'requires_confirmation' }),
      };
      await objects.saveWithoutEvent(updated);
      return updated;
    },
  }),

  defineEndpoint('POST', `${url}/:id/confirm`, {
    params: { ...confirmation, client_secret: stringParam },
    run: async ({ objects, params, id }) =>
      confirm(objects, await objects.get('payment_intent', id), params),
  }),

  defineEndpoint('POST', `${url}/:id/cancel`, {
    params: {
      cancellation_reason: enumParam(
        'abandoned',
        'duplicate',
        'fraudulent',
        'requested_by_customer',
      ),
    },
    async run({ objects, params, id }) {
      const previous = await objects.get('payment_intent', id);
      assertOpen(previous, 'cancel');
      const contains = { payment: { payment_intent: id } };
      const [ofInvoice] = await objects.list('invoice_payment', { contains }, { limit: 1 });
      if (ofInvoice) throw invalidRequest(belongsToInvoice);
      const updated: PaymentIntent = {
        ...previous,
        canceled_at: objects.now,
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
        status: 'canceled',
      };
      await objects.update('payment_intent.canceled', previous, updated);
      return updated;
    },
  }),
];

/** Charges a payment's card: it succeeds, requires authentication, or throws 402. */
async function confirm(
  objects: ObjectRepository,
  previous: PaymentIntent,
  {
    payment_method: named,
    off_session: offSession = false,
    setup_future_usage: usage,
  }: Confirmation,
): Promise<PaymentIntent> {
  assertOpen(previous, 'confirm');
  const id = named ?? (previous.payment_method && idOf(previous.payment_method));
  if (!id) throw invalidRequest(missingMethod, 'payment_method', 'parameter_missing');
  const method = await resolvePaymentMethod(objects, id, 'payment_method');
  const trying = { ...previous, setup_future_usage: usage ?? previous.setup_future_usage };
  const updated = await attemptPayment(objects, trying, {
    method,
    offSession,
    allowsPendingAction: false,
  });
  await applyPaymentResult(objects, updated, { offSession, isScheduled: false });
  if (updated.status !== 'requires_payment_method') return updated;
  const { code = 'card_declined', decline_code, message = '' } = updated.last_payment_error ?? {};
  throw cardApiError(
    { code, decline_code, message },
    { payment_intent: updated, payment_method: method },
  );
}

function assertOpen({ status }: PaymentIntent, verb: string) {
  if (status !== 'succeeded' && status !== 'canceled') return;
  throw invalidRequest(
    `You cannot ${verb} this PaymentIntent because it has a status of ${status}.`,
    undefined,
    'payment_intent_unexpected_state',
  );
}

const missingMethod =
  "You cannot confirm this PaymentIntent because it's missing a payment method. You can either " +
  'update the PaymentIntent with a payment method and then confirm it again, or confirm it again ' +
  'directly with a payment method.';
const belongsToInvoice =
  'This PaymentIntent belongs to an invoice, and cannot be canceled. Void the invoice instead.';
