import { invalidRequest, StripeFailure } from './failure.ts';
import { newId } from './ids.ts';
import { issueInvoice } from './invoices.ts';
import type { Ledger } from './ledger.ts';
import { cancellationOf, newSubscription } from './new-subscription.ts';
import {
  emptyable,
  flag,
  integer,
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
import { liveStatuses } from './subscription-end.ts';
import { amountOf, itemParams, linesOf, newItems } from './subscription-items.ts';
import type { Customer, Subscription } from './wire.ts';

/** What creating and updating a subscription have in common. */
export const commonParams = {
  cancel_at_period_end: flag,
  description: emptyable(text),
  metadata,
  payment_behavior: oneOf('allow_incomplete', 'default_incomplete', 'error_if_incomplete'),
  trial_settings: shape({
    end_behavior: required(
      shape({ missing_payment_method: required(oneOf('cancel', 'create_invoice', 'pause')) }),
    ),
  }),
};

export const creationParams = {
  ...commonParams,
  customer: required(text),
  items: required(listOf(shape(itemParams))),
  trial_end: moment,
  trial_period_days: integer(1),
};
type Creation = ParamsOf<typeof creationParams>;

/**
 * Subscribes a customer: trialing with a trial, active when nothing is due. What is due cannot be
 * taken without a payment method: refused, or `incomplete` when the caller asked for that.
 */
export async function createSubscription(ledger: Ledger, params: Creation): Promise<Subscription> {
  const customer = await ledger.get('customer', params.customer, 'customer');
  const trialEnd = trialEndOf(params, ledger.now);
  const id = newId('sub');
  const items = await newItems(ledger, params.items, { subscription: id, trialEnd });
  const { currency } = items[0].price;
  await assertSameCurrency(ledger, customer, currency);
  const trial = trialEnd !== null;
  const due = trial ? 0 : items.reduce((sum, item) => sum + amountOf(item), 0);
  if (due > 0 && params.payment_behavior !== 'default_incomplete') throw noPaymentMethod();

  const invoice = newId('in');
  const status = trial ? 'trialing' : due > 0 ? 'incomplete' : 'active';
  const terms = { id, customer: customer.id, items, invoice, trialEnd, status } as const;
  const subscription = applyCommon(newSubscription(terms, ledger.now), params, ledger.now);
  await ledger.create('customer.subscription.created', subscription);
  const billed = { ...customer, currency };
  await ledger.update('customer.updated', customer, billed);
  const lines = await linesOf(ledger, items, { invoice, trial });
  const reason = 'subscription_create';
  await issueInvoice(ledger, { id: invoice, customer: billed, subscription, reason, lines });
  return subscription;
}

/** The parameters that mean the same to a new subscription and to one that is changed. */
export function applyCommon(
  subscription: Subscription,
  params: ParamsOf<typeof commonParams>,
  now: number,
): Subscription {
  const { description, trial_settings: settings } = params;
  const atPeriodEnd = params.cancel_at_period_end ?? subscription.cancel_at_period_end;
  return {
    ...subscription,
    ...cancellationOf(subscription, atPeriodEnd, now),
    description: description === undefined ? subscription.description : description,
    metadata: mergeMetadata(subscription.metadata, params.metadata),
    trial_settings: settings
      ? { end_behavior: { ...settings.end_behavior, billing_cycle_anchor: null } }
      : subscription.trial_settings,
  };
}

/** Something is due, and nothing of the customer's can be charged. */
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

function trialEndOf({ trial_end: end, trial_period_days: days }: Creation, now: number) {
  if (end !== undefined && days !== undefined) throw invalidRequest(exclusive, 'trial_end');
  if (end !== undefined && end <= now) throw pastTrialEnd();
  return end ?? (days === undefined ? null : now + days * 86_400);
}

const exclusive = 'You may only specify one of these parameters: trial_end, trial_period_days.';

async function assertSameCurrency(ledger: Ledger, customer: Customer, currency: string) {
  if (!customer.currency || customer.currency === currency) return;
  const anyOf = { field: 'status', values: liveStatuses };
  const [live] = await ledger.list('subscription', { parent: customer.id, anyOf }, { limit: 1 });
  if (!live) return;
  throw invalidRequest(
    'You cannot combine currencies on a single customer. This customer has an active ' +
      'subscription, subscription schedule, discount, quote, or invoice item with currency ' +
      `${customer.currency}.`,
  );
}
