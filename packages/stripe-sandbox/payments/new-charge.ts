import type { CardError } from '#sandbox/stripe/payment-methods/card-errors.ts';
import { newId } from '#sandbox/stripe/store/ids.ts';
import {
  type Charge,
  idOf,
  type PaymentIntent,
  type PaymentMethod,
} from '#sandbox/stripe/store/types.ts';

/** Returns the charge for one attempt of an intent; with an error, the bank declined it. */
export function newCharge(
  intent: PaymentIntent,
  { method, error, now }: { method: PaymentMethod; error?: CardError; now: number },
): Charge {
  const { amount, currency, description, metadata } = intent;
  const id = newId('ch');
  return {
    ...blankCharge,
    id,
    amount,
    amount_captured: error ? 0 : amount,
    billing_details: method.billing_details,
    captured: !error,
    created: now,
    currency,
    customer: intent.customer && idOf(intent.customer),
    description,
    failure_code: error?.code ?? null,
    failure_message: error?.message ?? null,
    metadata,
    outcome: error ? declinedOutcome(error) : approved,
    paid: !error,
    payment_intent: intent.id,
    payment_method: method.id,
    payment_method_details: { card: cardDetails(method, amount), type: 'card' },
    receipt_email: intent.receipt_email,
    status: error ? 'failed' : 'succeeded',
  };
}

const outcome = {
  advice_code: null,
  network_advice_code: null,
  network_decline_code: null,
  reason: null,
  risk_level: 'normal',
  risk_score: 10,
};

const approved: Charge['outcome'] = {
  ...outcome,
  network_status: 'approved_by_network',
  seller_message: 'Payment complete.',
  type: 'authorized',
};

const declinedOutcome = ({ code, decline_code }: CardError): Charge['outcome'] => ({
  ...outcome,
  network_status: 'declined_by_network',
  reason: decline_code ?? code,
  seller_message: 'The bank did not return any further details with this decline.',
  type: 'issuer_declined',
});

function cardDetails({ card }: PaymentMethod, amount: number) {
  if (!card) return undefined;
  return {
    amount_authorized: amount,
    authorization_code: null,
    brand: card.brand,
    checks: card.checks,
    country: card.country,
    electronic_commerce_indicator: null,
    exp_month: card.exp_month,
    exp_year: card.exp_year,
    extended_authorization: { status: 'disabled' as const },
    fingerprint: card.fingerprint,
    funding: card.funding,
    incremental_authorization: { status: 'unavailable' as const },
    installments: null,
    last4: card.last4,
    mandate: null,
    multicapture: { status: 'unavailable' as const },
    network: card.brand,
    network_token: { used: false },
    network_transaction_id: null,
    overcapture: { maximum_amount_capturable: amount, status: 'unavailable' as const },
    regulated_status: card.regulated_status,
    three_d_secure: null,
    transaction_link_id: null,
    wallet: null,
  };
}

const blankCharge: Charge = {
  id: '',
  object: 'charge',
  amount: 0,
  amount_captured: 0,
  amount_refunded: 0,
  application: null,
  application_fee: null,
  application_fee_amount: null,
  balance_transaction: null,
  billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
  calculated_statement_descriptor: null,
  captured: false,
  created: 0,
  currency: '',
  customer: null,
  description: null,
  disputed: false,
  failure_balance_transaction: null,
  failure_code: null,
  failure_message: null,
  fraud_details: {},
  livemode: false,
  metadata: {},
  on_behalf_of: null,
  outcome: null,
  paid: false,
  payment_intent: null,
  payment_method: null,
  payment_method_details: null,
  receipt_email: null,
  receipt_number: null,
  receipt_url: null,
  refunded: false,
  review: null,
  shipping: null,
  source: null,
  source_transfer: null,
  statement_descriptor: null,
  statement_descriptor_suffix: null,
  status: 'succeeded',
  transfer_data: null,
  transfer_group: null,
};
