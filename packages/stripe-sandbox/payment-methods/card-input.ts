import {
  integerParam,
  type InferParams,
  required,
  objectParam,
  stringParam,
} from '#sandbox/stripe/api/params.ts';
import type { Card } from '#sandbox/stripe/store/types.ts';
import { cardApiError, liveCardDeclined } from './card-errors.ts';
import {
  findCardByTestName,
  findCardByNumber,
  isLuhnValid,
  cardFingerprint,
  type TestCard,
} from './cards.ts';

/** Parameters of a card as its holder enters it. */
const cardFields = {
  number: required(stringParam),
  exp_month: required(integerParam()),
  exp_year: required(integerParam()),
  cvc: stringParam,
  name: stringParam,
};
export const cardParam = objectParam(cardFields);
type CardInput = InferParams<typeof cardFields>;

/**
 * Returns the stored part of an entered card. Throws Stripe's error for an invalid one. `now` is in
 * epoch seconds.
 */
export function cardFromInput(entry: CardInput, now: number): Card {
  const number = entry.number.replaceAll(/[\s-]/g, '');
  if (!isLuhnValid(number))
    throw invalidCard('incorrect_number', 'number', 'Your card number is incorrect.');
  const card = findCardByNumber(number);
  if (!card) throw cardApiError(liveCardDeclined);
  const year = entry.exp_year < 100 ? 2000 + entry.exp_year : entry.exp_year;
  assertUnexpired(entry.exp_month, year, now);
  const digits = card.brand === 'amex' ? /^\d{3,4}$/ : /^\d{3}$/;
  if (entry.cvc !== undefined && !digits.test(entry.cvc)) {
    throw invalidCard('invalid_cvc', 'cvc', "Your card's security code is invalid.");
  }
  return toCardDetails(card, { month: entry.exp_month, year, cvc: entry.cvc !== undefined });
}

/** Returns the stored part of a test card by Stripe's name for it: `visa` of `pm_card_visa`. */
export function cardFromTestName(name: string, now: number): Card | undefined {
  const card = findCardByTestName(name);
  const year = new Date(now * 1_000).getUTCFullYear() + 4;
  return card && toCardDetails(card, { month: 12, year, cvc: true });
}

function assertUnexpired(month: number, year: number, now: number) {
  if (month < 1 || month > 12) {
    throw invalidCard(
      'invalid_expiry_month',
      'exp_month',
      "Your card's expiration month is invalid.",
    );
  }
  const today = new Date(now * 1_000);
  const thisYear = today.getUTCFullYear();
  if (year < thisYear || year > thisYear + 50) {
    throw invalidCard('invalid_expiry_year', 'exp_year', "Your card's expiration year is invalid.");
  }
  if (year === thisYear && month < today.getUTCMonth() + 1) {
    throw invalidCard(
      'invalid_expiry_month',
      'exp_month',
      "Your card's expiration month is invalid.",
    );
  }
}

const invalidCard = (code: string, param: string, message: string) =>
  cardApiError({ code, param, message });

type CardAttributes = {
  month: number;
  year: number;
  /** True when the security code was entered and therefore checked. */
  cvc: boolean;
};

/** Returns a test card as a payment method shows it. */
export const toCardDetails = (card: TestCard, { month, year, cvc }: CardAttributes): Card => ({
  brand: card.brand,
  checks: {
    address_line1_check: null,
    address_postal_code_check: null,
    cvc_check: cvc ? 'pass' : null,
  },
  country: card.country,
  display_brand: card.brand,
  exp_month: month,
  exp_year: year,
  fingerprint: cardFingerprint(card.number),
  funding: card.funding,
  generated_from: null,
  last4: card.number.slice(-4),
  networks: { available: [card.brand], preferred: null },
  regulated_status: 'unregulated',
  three_d_secure_usage: { supported: true },
  wallet: null,
});
