import { cardRefused, declineOf, failedAuthentication, keptError } from './declines.ts';
import type { CardError } from './declines.ts';
import { endpoint } from './endpoint.ts';
import { invalidRequest } from './failure.ts';
import type { Ledger } from './ledger.ts';
import { listPage, paging } from './lists.ts';
import { askOwner, newSetupIntent } from './new-intent.ts';
import {
  emptyable,
  flag,
  listOf,
  mergeMetadata,
  metadata,
  oneOf,
  required,
  shape,
  text,
} from './params.ts';
import { attachMethod, testCardOf } from './payment-method-owner.ts';
import { methodNamed } from './payment-methods.ts';
import { idOf, type PaymentMethod, type SetupIntent } from './wire.ts';

const url = '/v1/setup_intents';

const confirmation = { payment_method: text, return_url: text, use_stripe_sdk: flag };

export const setupIntents = [
  endpoint('POST', url, {
    params: {
      ...confirmation,
      automatic_payment_methods: shape({ allow_redirects: text, enabled: required(flag) }),
      confirm: flag,
      customer: text,
      description: text,
      metadata,
      payment_method_types: listOf(oneOf('card')),
      usage: oneOf('off_session', 'on_session'),
    },
    async run({ ledger, params }) {
      const { customer = null, description = null, payment_method: method = null } = params;
      if (customer) await ledger.get('customer', customer, 'customer');
      const found = method && (await methodNamed(ledger, method, 'payment_method'));
      const intent = newSetupIntent(
        {
          customer,
          description,
          method: found ? found.id : null,
          metadata: mergeMetadata({}, params.metadata),
          usage: params.usage ?? 'off_session',
        },
        ledger.now,
      );
      await ledger.create('setup_intent.created', intent);
      return params.confirm ? confirm(ledger, intent) : intent;
    },
  }),

  endpoint('GET', url, {
    params: { ...paging, customer: text },
    run: ({ ledger, params: { customer, ...page } }) =>
      listPage(ledger, { kind: 'setup_intent', url, filter: { parent: customer } }, page),
  }),

  endpoint('GET', `${url}/:id`, {
    params: { client_secret: text },
    run: ({ ledger, id }) => ledger.get('setup_intent', id),
  }),

  endpoint('POST', `${url}/:id`, {
    params: { description: emptyable(text), metadata, payment_method: text },
    async run({ ledger, params, id }) {
      const was = await ledger.get('setup_intent', id);
      const { description, payment_method: method } = params;
      const found = method && (await methodNamed(ledger, method, 'payment_method'));
      const is: SetupIntent = {
        ...was,
        description: description === undefined ? was.description : description,
        metadata: mergeMetadata(was.metadata ?? {}, params.metadata),
        ...(found && { payment_method: found.id, status: 'requires_confirmation' }),
      };
      await ledger.save(is);
      return is;
    },
  }),

  endpoint('POST', `${url}/:id/confirm`, {
    params: { ...confirmation, client_secret: text },
    async run({ ledger, params, id }) {
      return confirm(ledger, await ledger.get('setup_intent', id), params.payment_method);
    },
  }),

  endpoint('POST', `${url}/:id/cancel`, {
    params: { cancellation_reason: oneOf('abandoned', 'duplicate', 'requested_by_customer') },
    async run({ ledger, params, id }) {
      const was = await ledger.get('setup_intent', id);
      assertOpen(was, 'cancel');
      const reason = params.cancellation_reason ?? null;
      const is: SetupIntent = {
        ...was,
        cancellation_reason: reason,
        next_action: null,
        status: 'canceled',
      };
      await ledger.update('setup_intent.canceled', was, is);
      return is;
    },
  }),
];

/** Sets up a card: immediately, after authentication, or not at all (402). */
async function confirm(ledger: Ledger, was: SetupIntent, named?: string): Promise<SetupIntent> {
  assertOpen(was, 'confirm');
  const id = named ?? (was.payment_method && idOf(was.payment_method));
  if (!id) throw invalidRequest(missingMethod, 'payment_method', 'parameter_missing');
  const method = await methodNamed(ledger, id, 'payment_method');
  const card = testCardOf(method);
  const trying: SetupIntent = { ...was, payment_method: method.id };
  if (card?.authenticates) {
    const is: SetupIntent = { ...trying, next_action: askOwner, status: 'requires_action' };
    await ledger.update('setup_intent.requires_action', was, is);
    return is;
  }
  if (card?.declines && !card.attaches) {
    const error = declineOf(card.declines);
    throw cardRefused(error, { setup_intent: await fail(ledger, trying, [error, method]) });
  }
  return succeed(ledger, trying, method);
}

/** Continues a setup after the cardholder passed or failed the authentication. */
export async function resumeSetup(
  ledger: Ledger,
  was: SetupIntent,
  { passed }: { passed: boolean },
): Promise<SetupIntent> {
  const method = await ledger.get('payment_method', idOf(was.payment_method ?? ''));
  return passed
    ? succeed(ledger, was, method)
    : fail(ledger, was, [failedAuthentication('setup_intent'), method]);
}

async function succeed(ledger: Ledger, was: SetupIntent, method: PaymentMethod) {
  if (was.customer) await attachMethod(ledger, method, idOf(was.customer));
  const is: SetupIntent = {
    ...was,
    last_setup_error: null,
    next_action: null,
    status: 'succeeded',
  };
  await ledger.update('setup_intent.succeeded', was, is);
  return is;
}

async function fail(
  ledger: Ledger,
  was: SetupIntent,
  [error, method]: [CardError, PaymentMethod],
): Promise<SetupIntent> {
  const is: SetupIntent = {
    ...was,
    last_setup_error: keptError(error, method),
    next_action: null,
    payment_method: null,
    status: 'requires_payment_method',
  };
  await ledger.save(is);
  await ledger.record('setup_intent.setup_failed', is);
  return is;
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
