import { createHash } from 'node:crypto';
import type { TestDispute } from '#sandbox/stripe/disputes/new-dispute.ts';

/** Reason for a bank's decline in Stripe's terms: its `code` or its `decline_code`. */
export type DeclineReason =
  | 'generic_decline'
  | 'insufficient_funds'
  | 'lost_card'
  | 'stolen_card'
  | 'card_velocity_exceeded'
  | 'expired_card'
  | 'incorrect_cvc'
  | 'processing_error';

/** One of Stripe's test cards: its data and its behavior. */
export type TestCard = {
  number: string;
  brand: string;
  funding: 'credit' | 'debit' | 'prepaid';
  country: string;
  /** Decline reason of every charge. */
  declineReason?: DeclineReason;
  /** Allows the card to be attached to a customer although it declines charges. */
  isAttachable?: boolean;
  /** Requires authentication for each payment, or until the card was set up for later ones. */
  authentication?: 'always' | 'unless set up';
  /** Dispute of each payment. */
  dispute?: TestDispute;
};

/** Card numbers by the part of Stripe's test names after `pm_card_` and `tok_`. */
const numbersByTestName: Record<string, string> = {
  visa: '4242424242424242',
  visa_debit: '4000056655665556',
  mastercard: '5555555555554444',
  mastercard_debit: '5200828282828210',
  mastercard_prepaid: '5105105105105100',
  amex: '378282246310005',
  discover: '6011111111111117',
  diners: '3056930009020004',
  jcb: '3566002020360505',
  unionpay: '6200000000000005',
  br: '4000000760000002',
  mx: '4000004840008001',
  chargeDeclined: '4000000000000002',
  visa_chargeDeclined: '4000000000000002',
  chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedInsufficientFunds: '4000000000009995',
  visa_chargeDeclinedLostCard: '4000000000009987',
  visa_chargeDeclinedStolenCard: '4000000000009979',
  visa_chargeDeclinedVelocityLimitExceeded: '4000000000006975',
  chargeDeclinedExpiredCard: '4000000000000069',
  chargeDeclinedIncorrectCvc: '4000000000000127',
  chargeDeclinedProcessingError: '4000000000000119',
  chargeCustomerFail: '4000000000000341',
  createDispute: '4000000000000259',
  createDisputeProductNotReceived: '4000000000002685',
  createDisputeInquiry: '4000000000001976',
  authenticationRequired: '4000002760003184',
  threeDSecureRequired: '4000000000003063',
  threeDSecure2Required: '4000000000003220',
  authenticationRequiredOnSetup: '4000002500003155',
  authenticationRequiredChargeDeclinedInsufficientFunds: '4000008260003178',
  threeDSecureRequiredChargeDeclined: '4000008400001629',
};

const visa = (number: string, more: Partial<TestCard> = {}): TestCard => ({
  number,
  brand: 'visa',
  funding: 'credit',
  country: 'US',
  ...more,
});
const other = (number: string, brand: string, funding: TestCard['funding'] = 'credit') =>
  visa(number, { brand, funding });

const cards: TestCard[] = [
  visa('4242424242424242'),
  visa('4000056655665556', { funding: 'debit' }),
  visa('4000000760000002', { country: 'BR' }),
  visa('4000004840008001', { country: 'MX' }),
  other('5555555555554444', 'mastercard'),
  other('2223003122003222', 'mastercard'),
  other('5200828282828210', 'mastercard', 'debit'),
  other('5105105105105100', 'mastercard', 'prepaid'),
  other('378282246310005', 'amex'),
  other('371449635398431', 'amex'),
  other('6011111111111117', 'discover'),
  other('3056930009020004', 'diners'),
  other('3566002020360505', 'jcb'),
  other('6200000000000005', 'unionpay'),
  visa('4000000000000002', { declineReason: 'generic_decline' }),
  visa('4000000000009995', { declineReason: 'insufficient_funds' }),
  visa('4000000000009987', { declineReason: 'lost_card' }),
  visa('4000000000009979', { declineReason: 'stolen_card' }),
  visa('4000000000006975', { declineReason: 'card_velocity_exceeded' }),
  visa('4000000000000069', { declineReason: 'expired_card' }),
  visa('4000000000000127', { declineReason: 'incorrect_cvc' }),
  visa('4000000000000119', { declineReason: 'processing_error' }),
  visa('4000000000000341', { declineReason: 'generic_decline', isAttachable: true }),
  visa('4000000000000259', { dispute: { reason: 'fraudulent' } }),
  visa('4000000000002685', { dispute: { reason: 'product_not_received' } }),
  visa('4000000000001976', { dispute: { reason: 'fraudulent', isInquiry: true } }),
  visa('4000002760003184', { authentication: 'always' }),
  visa('4000000000003063', { authentication: 'always' }),
  visa('4000000000003220', { authentication: 'always' }),
  visa('4000002500003155', { authentication: 'unless set up' }),
  visa('4000008260003178', {
    authentication: 'always',
    declineReason: 'insufficient_funds',
    isAttachable: true,
  }),
  visa('4000008400001629', {
    authentication: 'always',
    declineReason: 'generic_decline',
    isAttachable: true,
  }),
];

export const findCardByNumber = (number: string) => cards.find((card) => card.number === number);

/** Returns the card behind `pm_card_visa` or `tok_visa` by the part that both names share. */
export const findCardByTestName = (name: string) => findCardByNumber(numbersByTestName[name] ?? '');

/** Returns a one-way hash of a card number, equal for equal numbers. */
export const cardFingerprint = (number: string) =>
  createHash('sha256').update(number).digest('base64url').replaceAll(/[-_]/g, '').slice(0, 16);

const byFingerprint = new Map(cards.map((card) => [cardFingerprint(card.number), card]));

/** Returns the test card with this fingerprint: numbers are not stored. */
export const findCardByFingerprint = (fingerprint: string) => byFingerprint.get(fingerprint);

/** Returns true when the last digit is the Luhn checksum of the others. */
export function isLuhnValid(number: string): boolean {
  const digits = [...number].toReversed().map(Number);
  const sum = digits.reduce((total, digit, place) => {
    const doubled = place % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return /^\d{12,19}$/.test(number) && sum % 10 === 0;
}
