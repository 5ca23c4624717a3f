import { defineEndpoint } from '#sandbox/stripe/api/endpoint.ts';
import { invalidRequest } from '#sandbox/stripe/api/errors.ts';
import { listPage, paginationParams } from '#sandbox/stripe/api/pagination.ts';
import {
  emptyable,
  booleanParam,
  arrayParam,
  mergeMetadata,
  metadata,
  enumParam,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { attachPaymentMethod, testCardOf } from '#sandbox/stripe/payment-methods/attach.ts';
import {
  cardApiError,
  declineError,
  authenticationFailure,
  toStoredError,
} from '#sandbox/stripe/payment-methods/card-errors.ts';
import type { CardError } from '#sandbox/stripe/payment-methods/card-errors.ts';
import { resolvePaymentMethod } from '#sandbox/stripe/payment-methods/payment-methods.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type PaymentMethod, type SetupIntent } from '#sandbox/stripe/store/types.ts';
import { authenticationAction, newSetupIntent } from './new-intent.ts';

const url = '/v1/setup_intents';

const confirmation = {
  payment_method: stringParam,
  return_url: stringParam,
  use_stripe_sdk: booleanParam,
};

export const setupIntentEndpoints = [
  defineEndpoint('POST', url, {
    params: {
      ...confirmation,
      automatic_payment_methods: objectParam({
        allow_redirects: stringParam,
        enabled: required(booleanParam),
      }),
      confirm: booleanParam,
      customer: stringParam,
      description: stringParam,
      metadata,
      payment_method_types: arrayParam(enumParam('card')),
      usage: enumParam('off_session', 'on_session'),
    },
    async run({ objects, params }) {
      const { customer = null, description = null, payment_method: method = null } = params;
      if (customer) await objects.get('customer', customer, 'customer');
      const found = method && (await resolvePaymentMethod(objects, method, 'payment_method'));
      const intent = newSetupIntent(
        {
          customer,
          description,
          method: found ? found.id : null,
          metadata: mergeMetadata({}, params.metadata),
          usage: params.usage ?? 'off_session',
        },
        objects.now,
      );
      await objects.create('setup_intent.created', intent);
      return params.confirm ? confirm(objects, intent) : intent;
    },
  }),

  defineEndpoint('GET', url, {
    params: { ...paginationParams, customer: stringParam },
    run: ({ objects, params: { customer, ...page } }) =>
      listPage(objects, { kind: 'setup_intent', url, filter: { parent: customer } }, page),
  }),

  defineEndpoint('GET', `${url}/:id`, {
    params: { client_secret: stringParam },
    run: ({ objects, id }) => objects.get('setup_intent', id),
  }),

  defineEndpoint('POST', `${url}/:id`, {
    params: { description: emptyable(stringParam), metadata, payment_method: stringParam },
    async run({ objects, params, id }) {
      const previous = await objects.get('setup_intent', id);
      const { description, payment_method: method } = params;
      const found = method && (await resolvePaymentMethod(objects, method, 'payment_method'));
      const updated: SetupIntent = {
        ...previous,
        description: description === undefined ? previous.description : description,
        metadata: mergeMetadata(previous.metadata ?? {}, params.metadata),
        ...(found && { payment_method: found.id, status: 'requires_confirmation' }),
      };
      await objects.saveWithoutEvent(updated);
      return updated;
    },
  }),

  defineEndpoint('POST', `${url}/:id/confirm`, {
    params: { ...confirmation, client_secret: stringParam },
    async run({ objects, params, id }) {
      return confirm(objects, await objects.get('setup_intent', id), params.payment_method);
    },
  }),

  defineEndpoint('POST', `${url}/:id/cancel`, {
    params: { cancellation_reason: enumParam('abandoned', 'duplicate', 'requested_by_customer') },
    async run({ objects, params, id }) {
      const previous = await objects.get('setup_intent', id);
      assertOpen(previous, 'cancel');
      const reason = params.cancellation_reason ?? null;
      const updated: SetupIntent = {
        ...previous,
        cancellation_reason: reason,
        next_action: null,
        status: 'canceled',
      };
      await objects.update('setup_intent.canceled', previous, updated);
      return updated;
    },
  }),
];

/** Sets up a card: immediately, after authentication, or not at all (402). */
async function confirm(
  objects: ObjectRepository,
  previous: SetupIntent,
  named?: string,
): Promise<SetupIntent> {
  assertOpen(previous, 'confirm');
  const id = named ?? (previous.payment_method && idOf(previous.payment_method));
  if (!id) throw invalidRequest(missingMethod, 'payment_method', 'parameter_missing');
  const method = await resolvePaymentMethod(objects, id, 'payment_method');
  const card = testCardOf(method);
  const trying: SetupIntent = { ...previous, payment_method: method.id };
  if (card?.authentication) {
    const updated: SetupIntent = {
      ...trying,
      next_action: authenticationAction,
      status: 'requires_action',
    };
    await objects.update('setup_intent.requires_action', previous, updated);
    return updated;
  }
  if (card?.declineReason && !card.isAttachable) {
    const error = declineError(card.declineReason);
    throw cardApiError(error, { setup_intent: await fail(objects, trying, [error, method]) });
  }
  return succeed(objects, trying, method);
}

/** Continues a setup after the cardholder passed or failed the authentication. */
export async function resumeSetupIntent(
  objects: ObjectRepository,
  previous: SetupIntent,
  { passed }: { passed: boolean },
): Promise<SetupIntent> {
  const method = await objects.get('payment_method', idOf(previous.payment_method ?? ''));
  return passed
    ? succeed(objects, previous, method)
    : fail(objects, previous, [authenticationFailure('setup_intent'), method]);
}

async function succeed(objects: ObjectRepository, previous: SetupIntent, method: PaymentMethod) {
  if (previous.customer) await attachPaymentMethod(objects, method, idOf(previous.customer));
  const updated: SetupIntent = {
    ...previous,
    last_setup_error: null,
    next_action: null,
    status: 'succeeded',
  };
  await objects.update('setup_intent.succeeded', previous, updated);
  return updated;
}

async function fail(
  objects: ObjectRepository,
  previous: SetupIntent,
  [error, method]: [CardError, PaymentMethod],
): Promise<SetupIntent> {
  const updated: SetupIntent = {
    ...previous,
    last_setup_error: toStoredError(error, method),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  await objects.saveWithoutEvent(updated);
  await objects.recordEvent('setup_intent.setup_failed', updated);
  return updated;
}

function assertOpen({ status }: SetupIntent, verb: string) {
  if (status !== 'succeeded' && status !== 'canceled') return;
  throw invalidRequest(
    `You cannot ${verb} this SetupIntent because it has a status of ${status}.`,
    undefined,
    'setup_intent_unexpected_state',
  );
}

const missingMethod =
  "You cannot confirm this SetupIntent because it's missing a payment method. Update the " +
  'SetupIntent with a payment method and then confirm it again.';
