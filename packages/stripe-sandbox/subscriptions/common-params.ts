import { invalidRequest, StripeApiError } from '#sandbox/stripe/api/errors.ts';
import {
  emptyable,
  booleanParam,
  arrayParam,
  mergeMetadata,
  metadata,
  timestampParam,
  enumParam,
  integerParam,
  type InferParams,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import { discountParams } from '#sandbox/stripe/catalogue/discounts.ts';
import { customerPaymentMethod } from '#sandbox/stripe/payment-methods/attach.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import { idOf, type Subscription } from '#sandbox/stripe/store/types.ts';
import { subscriptionTax } from '#sandbox/stripe/tax/automatic-tax.ts';
import { cancellationFields } from './new-subscription.ts';
import { fullPeriodEnd, shortenedEnd } from './periods.ts';

/** Parameter that switches automatic tax on or off. */
export const automaticTaxParam = objectParam({ enabled: required(booleanParam) });

/** Parameters that creating and updating a subscription share. */
export const commonParams = {
  automatic_tax: automaticTaxParam,
  cancel_at: emptyable(timestampParam),
  cancel_at_period_end: booleanParam,
  collection_method: enumParam('charge_automatically', 'send_invoice'),
  days_until_due: integerParam(1),
  default_payment_method: stringParam,
  description: emptyable(stringParam),
  discounts: discountParams,
  metadata,
  off_session: booleanParam,
  payment_behavior: enumParam(
    'allow_incomplete',
    'default_incomplete',
    'error_if_incomplete',
    'pending_if_incomplete',
  ),
  payment_settings: objectParam({
    payment_method_types: emptyable(arrayParam(enumParam('card'))),
    save_default_payment_method: enumParam('off', 'on_subscription'),
  }),
  trial_settings: objectParam({
    end_behavior: required(
      objectParam({
        missing_payment_method: required(enumParam('cancel', 'create_invoice', 'pause')),
      }),
    ),
  }),
};
type CommonParams = Partial<InferParams<typeof commonParams>>;

/** Applies the parameters that mean the same for a new and an existing subscription. */
export async function applyCommonParams(
  objects: ObjectRepository,
  subscription: Subscription,
  params: CommonParams,
): Promise<Subscription> {
  const { default_payment_method: method, description, trial_settings: settings } = params;
  if (method) {
    await customerPaymentMethod(objects, idOf(subscription.customer), [
      method,
      'default_payment_method',
    ]);
  }
  const isTaxed = params.automatic_tax?.enabled;
  const kept = params.payment_settings?.save_default_payment_method;
  return {
    ...withRequestedEnd(subscription, params, objects.now),
    ...(isTaxed !== undefined && { automatic_tax: subscriptionTax(isTaxed) }),
    ...collectionFields(subscription, params),
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

/** Returns how a subscription's invoices are collected after a request: charged, or sent with days to pay. */
function collectionFields(
  subscription: Subscription,
  { collection_method: sent, days_until_due: days }: CommonParams,
) {
  const collection_method = sent ?? subscription.collection_method;
  const isSent = collection_method === 'send_invoice';
  const days_until_due = isSent ? (days ?? subscription.days_until_due) : null;
  if (isSent === (days_until_due !== null) && (isSent || days === undefined))
    return { collection_method, days_until_due };
  const message =
    '`days_until_due` belongs to `collection_method=send_invoice`, which needs it here.';
  throw invalidRequest(message, 'days_until_due');
}

/**
 * Returns the requested ending: `true` is at the period's end, null never. Each of the two parameters removes only the end
 * that it sets, as in flexible billing mode.
 */
function requestedEnd(
  { cancel_at_period_end: endsWithPeriod }: Subscription,
  { cancel_at: at, cancel_at_period_end: atEnd }: CommonParams,
  now: number,
) {
  if (at !== undefined && atEnd !== undefined) {
    const message =
      'You may only specify one of these parameters: cancel_at, cancel_at_period_end.';
    throw invalidRequest(message, 'cancel_at');
  }
  if (typeof at === 'number' && at <= now) {
    throw invalidRequest('The `cancel_at` must be in the future.', 'cancel_at');
  }
  if (at === null && endsWithPeriod) return undefined;
  if (at !== undefined) return at;
  if (atEnd === false && !endsWithPeriod) return undefined;
  return atEnd === undefined ? undefined : atEnd || null;
}

/** Returns a subscription with the requested end, which by a date shortens the period in which it lies. */
export function withRequestedEnd(subscription: Subscription, params: CommonParams, now: number) {
  const ending = requestedEnd(subscription, params, now);
  const updated = { ...subscription, ...cancellationFields(subscription, ending, now) };
  if (params.cancel_at === undefined || subscription.status === 'trialing') return updated;
  const data = subscription.items.data.map((item) => ({
    ...item,
    current_period_end: shortenedEnd(fullPeriodEnd(subscription, item), updated),
  }));
  return { ...updated, items: { ...subscription.items, data } };
}

/** Returns the error for an amount due without a payment method. */
export const noPaymentMethodError = () =>
  new StripeApiError(400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message:
      'This customer has no attached payment source or default payment method. Please consider ' +
      'adding a default payment method. For more information, visit ' +
      'https://stripe.com/docs/billing/subscriptions/payment-methods-setting#payment-method-priority.',
  });

export const pastTrialEndError = () =>
  invalidRequest(
    'Invalid timestamp: must be an integer Unix timestamp in the future.',
    'trial_end',
  );
