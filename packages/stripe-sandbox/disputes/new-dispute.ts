import { newId } from '#sandbox/stripe/store/ids.ts';
import type { ObjectRepository } from '#sandbox/stripe/store/object-repository.ts';
import {
  type Charge,
  type Dispute,
  idOf,
  type PaymentIntent,
} from '#sandbox/stripe/store/types.ts';

/** Dispute that follows the payments of a test card (docs.stripe.com/testing, "Disputes"). */
export type TestDispute = {
  reason: 'fraudulent' | 'product_not_received';
  /** An inquiry asks before money is taken. */
  isInquiry?: true;
};

/** Time to respond: Stripe's is 7 to 21 days, by the card network (docs.stripe.com/disputes/responding). */
export const responseSeconds = 7 * 86_400;

/**
 * Disputes a charge, as the cardholder does at the bank. Stripe takes the amount back at once, except for an inquiry
 * (docs.stripe.com/disputes/how-disputes-work).
 */
export async function openDispute(
  objects: ObjectRepository,
  { latest_charge }: PaymentIntent,
  { reason, isInquiry = false }: { reason: string; isInquiry?: boolean },
): Promise<void> {
  const charge = await objects.get('charge', idOf(latest_charge ?? ''));
  const dispute = newDispute(charge, { reason, isInquiry, now: objects.now });
  await objects.saveWithoutEvent({ ...charge, disputed: true });
  await objects.create('charge.dispute.created', dispute);
  if (!isInquiry) await objects.recordEvent('charge.dispute.funds_withdrawn', dispute);
}

const newDispute = (
  { id: charge, amount, currency, payment_intent, payment_method_details }: Charge,
  { reason, isInquiry, now }: { reason: string; isInquiry: boolean; now: number },
): Dispute => ({
  id: newId('du'),
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge,
  created: now,
  currency,
  enhanced_eligibility_types: [],
  evidence: noEvidence,
  evidence_details: {
    due_by: now + responseSeconds,
    enhanced_eligibility: {},
    has_evidence: false,
    past_due: false,
    submission_count: 0,
    submission_method: 'not_submitted',
  },
  intended_submission_method: null,
  is_charge_refundable: isInquiry,
  livemode: false,
  metadata: {},
  payment_intent: payment_intent && idOf(payment_intent),
  payment_method_details: {
    card: {
      brand: payment_method_details?.card?.brand ?? 'visa',
      network: payment_method_details?.card?.network ?? 'visa',
      case_type: isInquiry ? 'inquiry' : 'chargeback',
      network_reason_code: reason === 'fraudulent' ? '10.4' : '13.1',
    },
    type: 'card',
  },
  reason,
  status: isInquiry ? 'warning_needs_response' : 'needs_response',
});

const noEvidence: Dispute['evidence'] = {
  access_activity_log: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
};
