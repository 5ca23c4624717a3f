import { discountParams } from './discounts.ts';
import { invalidRequest, StripeFailure } from './failure.ts';
import type { Ledger } from './ledger.ts';
import { cancellationOf } from './new-subscription.ts';
import {
  emptyable,
  flag,
  listOf,
  mergeMetadata,
  metadata,
  moment,
  oneOf,
  type ParamsOf,
  required,
  shape,
  text,
} from './params.ts';
import { methodOf } from './payment-method-owner.ts';
import { idOf, type Subscription } from './wire.ts';

/** Parameters that creating and updating a subscription share. */
export const commonParams = {
  cancel_at: emptyable(moment),
  cancel_at_period_end: flag,
  collection_method: oneOf('charge_automatically'),
  default_payment_method: text,
  description: emptyable(text),
  discounts: discountParams,
  metadata,
  off_session: flag,
  payment_behavior: oneOf(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ),
  payment_settings: shape({
    payment_method_types: emptyable(listOf(oneOf('card'))),
    save_default_payment_method: oneOf('off', 'on_subscription'),
  }),
  trial_settings: shape({
    end_behavior: required(
      shape({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
    ),
  }),
};
type Common = Partial<ParamsOf<typeof commonParams>>;

/** Applies the parameters that mean the same for a new and an existing subscription. */
export async function applyCommon(
  ledger: Ledger,
  subscription: Subscription,
  params: Common,
): Promise<Subscription> {
  const { default_payment_method: method, description, trial_settings: settings } = params;
  if (method) {
    await methodOf(ledger, idOf(subscription.customer), [method, 'default_payment_method']);
  }
  const kept = params.payment_settings?.save_default_payment_method;
  return {
    ...subscription,
    ...cancellationOf(subscription, endingOf(params, ledger.now), ledger.now),
    default_payment_method: method ?? subscription.default_payment_method,
    description: description === undefined ? subscription.description : description,
    metadata: mergeMetadata(subscription.metadata, params.metadata),
    payment_settings: subscription.payment_settings && {
      ...subscription.payment_settings,
      ...(kept && { save_default_payment_method: kept }),
    },
    trial_settings: settings
      ? { end_behavior: { ...settings.end_behavior, billing_cycle_anchor: null } }
      : subscription.trial_settings,
  };
}

/** Returns the requested ending: `true` is at the period's end, null never. */
function endingOf({ cancel_at: at, cancel_at_period_end: atEnd }: Common, now: number) {
  if (at !== undefined && atEnd) {
    const message =
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.';
    throw invalidRequest(message, 'cancel_at');
  }
  if (typeof at === 'number' && at <= now) {
    throw invalidRequest('The `cancel_at` must be in the future.', 'cancel_at');
  }
  if (at !== undefined) return at;
  return atEnd === undefined ? undefined : atEnd || null;
}

/** Returns the error for an amount due without a payment method. */
export const noPaymentMethod = () =>
  new StripeFailure(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message:
      'This customer has no attached payment source or default payment method. Please consider ' +
      'adding a default payment method. For more information, visit ' +
      'https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
  });

export const pastTrialEnd = () =>
  invalidRequest(
    'Invalid timestamp: must be an integer Unix timestamp in the future.',
    'trial_end',
  );
