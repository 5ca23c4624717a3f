import { newId } from '#sandbox/stripe/store/ids.ts';
import type { PaymentIntent, SetupIntent } from '#sandbox/stripe/store/types.ts';

type NewPaymentIntent = {
  /** Amount in minor units. */
  amount: number;
  currency: string;
  customer: string | null;
  description: string | null;
  /** Payment method to charge on confirmation. */
  method: string | null;
  metadata: Record<string, string>;
  /** True when the card is saved for off-session payments. */
  savesCard: boolean;
};

/** Returns a payment that has not been attempted yet. */
export function newPaymentIntent(payment: NewPaymentIntent, now: number): PaymentIntent {
  const id = newId('pi');
  const { amount, currency, customer, description, method, metadata } = payment;
  return {
    ...blankPayment,
    id,
    amount,
    client_secret: newClientSecret(id),
    created: now,
    currency,
    customer,
    description,
    metadata,
    payment_method: method,
    setup_future_usage: payment.savesCard ? 'off_session' : null,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
  };
}

type NewSetupIntent = {
  customer: string | null;
  description: string | null;
  method: string | null;
  metadata: Record<string, string>;
  usage: 'off_session' | 'on_session';
};

/** Returns the setup of a card for later payments. */
export function newSetupIntent(setup: NewSetupIntent, now: number): SetupIntent {
  const id = newId('seti');
  const { customer, description, method, metadata, usage } = setup;
  return {
    ...blankSetup,
    id,
    client_secret: newClientSecret(id),
    created: now,
    customer,
    description,
    metadata,
    payment_method: method,
    status: method ? 'requires_confirmation' : 'requires_payment_method',
    usage,
  };
}

/** Returns a client secret, with which a browser proves access to this intent: `pi_…_secret_…`. */
const newClientSecret = (id: string) => `${id}${newId('_secret')}`;

/** Returns the id of the intent that a client secret belongs to. */
export const intentIdFromSecret = (clientSecret: string) => clientSecret.split('_secret_')[0] ?? '';

/** Next action of Stripe.js, or of the sandbox's dialog. */
export const authenticationAction = { type: 'use_stripe_sdk', use_stripe_sdk: {} };

const shared = {
  allowed_payment_method_types: null,
  application: null,
  automatic_payment_methods: null,
  cancellation_reason: null,
  client_secret: null,
  created: 0,
  customer: null,
  customer_account: null,
  description: null,
  excluded_payment_method_types: null,
  livemode: false,
  managed_payments: null,
  metadata: {},
  next_action: null,
  on_behalf_of: null,
  payment_method: null,
  payment_method_configuration_details: null,
  payment_method_options: { card: { request_three_d_secure: 'automatic' as const } },
  payment_method_types: ['card'],
  status: 'requires_payment_method' as const,
};

const blankPayment: PaymentIntent = {
  ...shared,
  id: '',
  object: 'payment_intent',
  amount: 0,
  amount_capturable: 0,
  amount_details: { tip: {} },
  amount_received: 0,
  application_fee_amount: null,
  canceled_at: null,
  capture_method: 'automatic',
  confirmation_method: 'automatic',
  currency: '',
  last_payment_error: null,
  latest_charge: null,
  payment_method_options: {
    card: {
      installments: null,
      mandate_options: null,
      network: null,
      request_three_d_secure: 'automatic',
    },
  },
  payment_record: null,
  processing: null,
  receipt_email: null,
  review: null,
  setup_future_usage: null,
  shipping: null,
  source: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  transfer_data: null,
  transfer_group: null,
};

const blankSetup: SetupIntent = {
  ...shared,
  id: '',
  object: 'setup_intent',
  flow_directions: null,
  last_setup_error: null,
  latest_attempt: null,
  mandate: null,
  payment_method_options: {
    card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' },
  },
  single_use_mandate: null,
  usage: 'off_session',
};
