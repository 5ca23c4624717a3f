import type { Subscription, SubscriptionItem } from '#sandbox/stripe/store/types.ts';

type NewSubscription = {
  id: string;
  customer: string;
  items: [SubscriptionItem, ...SubscriptionItem[]];
  invoice: string;
  /** End of the trial in epoch seconds; null without a trial. */
  trialEnd: number | null;
  discounts: string[];
  status: 'active' | 'incomplete' | 'trialing';
};

/** Returns a subscription that starts now. */
export function newSubscription(terms: NewSubscription, now: number): Subscription {
  const { id, items, trialEnd } = terms;
  return {
    ...blank,
    id,
    billing_cycle_anchor: trialEnd ?? now,
    billing_mode: {
      flexible: { proration_discounts: 'included' },
      type: 'flexible',
      updated_at: now,
    },
    created: now,
    currency: items[0].price.currency,
    customer: terms.customer,
    discounts: terms.discounts,
    items: {
      object: 'list',
      data: items,
      has_more: false,
      url: `/v1/subscription_items?subscription=${id}`,
    },
    latest_invoice: terms.invoice,
    start_date: now,
    status: terms.status,
    trial_end: trialEnd,
    trial_start: trialEnd === null ? null : now,
  };
}

/**
 * Returns the fields that say when the subscription ends: at a time, at the end of its period (`true`),
 * or never (null). Undefined keeps the current ending; an ending with the period follows when the period
 * moves.
 */
export function cancellationFields(
  subscription: Subscription,
  ending: number | true | null | undefined,
  now: number,
): Partial<Subscription> {
  const reasons = subscription.cancellation_details ?? noCancellationDetails;
  const withPeriod = ending === true || (ending === undefined && subscription.cancel_at_period_end);
  if (ending === undefined && !withPeriod) return {};
  if (ending === null) {
    const cancellation_details = { ...reasons, reason: null };
    return {
      cancel_at: null,
      cancel_at_period_end: false,
      canceled_at: null,
      cancellation_details,
    };
  }
  return {
    cancel_at: withPeriod ? (subscription.items.data[0]?.current_period_end ?? now) : ending,
    cancel_at_period_end: withPeriod,
    canceled_at: subscription.canceled_at ?? now,
    cancellation_details: { ...reasons, reason: 'cancellation_requested' as const },
  };
}

export const noCancellationDetails = {
  comment: null,
  feedback: null,
  feedback_option: null,
  reason: null,
};

/** Defaults of every subscription. */
const blank: Subscription = {
  id: '',
  object: 'subscription',
  application: null,
  application_fee_percent: null,
  automatic_tax: { disabled_reason: null, enabled: false, liability: null },
  billing_cycle_anchor: 0,
  billing_cycle_anchor_config: null,
  billing_mode: { flexible: null, type: 'flexible' },
  billing_schedules: [],
  billing_thresholds: null,
  cancel_at: null,
  cancel_at_period_end: false,
  canceled_at: null,
  cancellation_details: noCancellationDetails,
  collection_method: 'charge_automatically',
  created: 0,
  currency: '',
  customer: '',
  customer_account: null,
  days_until_due: null,
  default_payment_method: null,
  default_source: null,
  default_tax_rates: [],
  description: null,
  discounts: [],
  ended_at: null,
  invoice_settings: {
    account_tax_ids: null,
    custom_fields: null,
    description: null,
    footer: null,
    issuer: { type: 'self' },
  },
  items: { object: 'list', data: [], has_more: false, url: '' },
  latest_invoice: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_pending_invoice_item_invoice: null,
  on_behalf_of: null,
  pause_collection: null,
  payment_settings: {
    payment_method_options: null,
    payment_method_types: null,
    save_default_payment_method: 'off',
  },
  pending_invoice_item_interval: null,
  pending_setup_intent: null,
  pending_update: null,
  schedule: null,
  start_date: 0,
  status: 'active',
  test_clock: null,
  transfer_data: null,
  trial_end: null,
  trial_settings: {
    end_behavior: { billing_cycle_anchor: null, missing_payment_method: 'create_invoice' },
  },
  trial_start: null,
};
