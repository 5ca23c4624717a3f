import { charges } from './charges.ts';
import { cardRefused } from './declines.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import { reflectPayment } from './invoice-payment.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import { newPaymentIntent } from './new-intent.ts';
import {
  emptyable,
  flag,
  integer,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  type ParamsOf,
  required,
  shape,
  text,
} from './params.ts';
import { attemptPayment } from './payment-attempt.ts';
import { methodNamed } from './payment-methods.ts';
import { currencyOf } from './prices.ts';
import { idOf, type PaymentIntent } from './wire.ts';

const url = '/v1/payment_intents';

const confirmation = {
  off_session: flag,
  payment_method: text,
  return_url: text,
  setup_future_usage: oneOf('off_session', 'on_session'),
  use_stripe_sdk: flag,
};
type Confirmation = ParamsOf<typeof confirmation>;

export const paymentIntents = [
  ...charges,

  endpoint('POST', url, {
    params: {
      ...confirmation,
      amount: required(integer(1)),
      automatic_payment_methods: shape({ allow_redirects: text, enabled: required(flag) }),
      confirm: flag,
      currency: required(text),
      customer: text,
      description: text,
      metadata,
      payment_method_types: listOf(oneOf('card')),
    },
    async run({ ledger, params }) {
      const { customer = null, payment_method: method } = params;
      if (customer) await ledger.get('customer', customer, 'customer');
      const found = method && (await methodNamed(ledger, method, 'payment_method'));
      const intent = newPaymentIntent(
        {
          amount: params.amount,
          currency: currencyOf(params.currency),
          customer,
          description: params.description ?? null,
          method: found ? found.id : null,
          metadata: mergeMetadata({}, params.metadata),
          keepsCard: params.setup_future_usage === 'off_session',
        },
        ledger.now,
      );
      await ledger.create('payment_intent.created', intent);
      return params.confirm
        ? confirm(ledger, intent, { ...params, payment_method: undefined })
        : intent;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, customer: text },
    run: ({ ledger, params: { customer, ...page } }) =>
      listPage(ledger, { kind: 'payment_intent', url, filter: { parent: customer } }, page),
  }),

  endpoint('GET', `${url}/:id`, {
    params: { client_secret: text },
    run: ({ ledger, id }) => ledger.get('payment_intent', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: {
      amount: integer(1),
      description: emptyable(text),
      metadata,
      payment_method: text,
      receipt_email: emptyable(text),
    },
    async run({ ledger, params, id }) {
      const was = await ledger.get('payment_intent', id);
      assertOpen(was, 'update');
      const { amount = was.amount, description = was.description } = params;
      const { payment_method: named, receipt_email = was.receipt_email } = params;
      const method = named && (await methodNamed(ledger, named, 'payment_method'));
      const is: PaymentIntent = {
        ...was,
        amount,
        description,
        metadata: mergeMetadata(was.metadata, params.metadata),
        receipt_email,
        ...(method && { payment_method: method.id, status: 'requires_confirmation' }),
      };
      await ledger.save(is);
      return is;
    },
  }),

  endpoint('POST', `${url}/:id/confirm`, {
    params: { ...confirmation, client_secret: text },
    run: async ({ ledger, params, id }) =>
      confirm(ledger, await ledger.get('payment_intent', id), params),
  }),

  endpoint('POST', `${url}/:id/cancel`, {
    params: {
      cancellation_reason: oneOf('abandoned', 'duplicate', 'fraudulent', 'requested_by_customer'),
    },
    async run({ ledger, params, id }) {
      const was = await ledger.get('payment_intent', id);
      assertOpen(was, 'cancel');
      const contains = { payment: { payment_intent: id } };
      const [ofInvoice] = await ledger.list('invoice_payment', { contains }, { limit: 1 });
      if (ofInvoice) throw invalidRequest(belongsToInvoice);
      const is: PaymentIntent = {
        ...was,
        canceled_at: ledger.now,
        cancellation_reason: params.cancellation_reason ?? null,
        next_action: null,
        status: 'canceled',
      };
      await ledger.update('payment_intent.canceled', was, is);
      return is;
    },
  }),
];

/** Charges a payment's card: it succeeds, requires authentication, or throws 402. */
async function confirm(
  ledger: Ledger,
  was: PaymentIntent,
  {
    payment_method: named,
    off_session: offSession = false,
    setup_future_usage: usage,
  }: Confirmation,
): Promise<PaymentIntent> {
  assertOpen(was, 'confirm');
  const id = named ?? (was.payment_method && idOf(was.payment_method));
  if (!id) throw invalidRequest(missingMethod, 'payment_method', 'parameter_missing');
  const method = await methodNamed(ledger, id, 'payment_method');
  const trying = { ...was, setup_future_usage: usage ?? was.setup_future_usage };
  const is = await attemptPayment(ledger, trying, { method, offSession, canWait: false });
  await reflectPayment(ledger, is, { offSession, automatic: false });
  if (is.status !== 'requires_payment_method') return is;
  const { code = 'card_declined', decline_code, message = '' } = is.last_payment_error ?? {};
  throw cardRefused(
    { code, decline_code, message },
    { payment_intent: is, payment_method: method },
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
