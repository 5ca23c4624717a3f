import { errorDocUrl, StripeApiError } from '#sandbox/stripe/api/errors.ts';
import type { PaymentIntent, PaymentMethod, SetupIntent } from '#sandbox/stripe/store/types.ts';
import type { DeclineReason } from './cards.ts';

/** Error about a card, as an intent stores it and a refusal returns it. */
export type CardError = {
  code: string;
  decline_code?: string;
  message: string;
  param?: string;
  /** Id of the failed charge. */
  charge?: string;
};

const cardDeclined = (decline_code: string, message = 'Your card was declined.'): CardError => ({
  code: 'card_declined',
  decline_code,
  message,
});

const declineErrors: Record<DeclineReason, CardError> = {
  generic_decline: cardDeclined('generic_decline'),
  insufficient_funds: cardDeclined('insufficient_funds', 'Your card has insufficient funds.'),
  lost_card: cardDeclined('lost_card'),
  stolen_card: cardDeclined('stolen_card'),
  card_velocity_exceeded: cardDeclined(
    'card_velocity_exceeded',
    'Your card was declined for making repeated attempts too frequently or exceeding its amount limit.',
  ),
  expired_card: {
    code: 'expired_card',
    message: 'Your card has expired.',
    param: 'exp_month',
  },
  incorrect_cvc: {
    code: 'incorrect_cvc',
    message: "Your card's security code is incorrect.",
    param: 'cvc',
  },
  processing_error: {
    code: 'processing_error',
    message: 'An error occurred while processing your card. Try again in a little bit.',
  },
};

export const declineError = (reason: DeclineReason): CardError => declineErrors[reason];

/** Error for an off-session payment for which the bank requires authentication. */
export const authenticationRequiredError: CardError = {
  code: 'authentication_required',
  decline_code: 'authentication_required',
  message: 'Your card was declined. This transaction requires authentication.',
};

/** Returns the error for a failed authentication of a payment or of a card to be saved. */
export const authenticationFailure = (kind: 'payment_intent' | 'setup_intent'): CardError => ({
  code: `${kind}_authentication_failure`,
  message:
    'We are unable to authenticate your payment method. Please choose a different payment method ' +
    'and try again.',
});

/** Error for a number that is none of the test cards: it may belong to a real card. */
export const liveCardDeclined = cardDeclined(
  'test_mode_live_card',
  'Your card was declined. Your request was in test mode, but used a non test (live) card. For a ' +
    'list of valid test cards, visit: https://stripe.com/docs/testing.',
);

/** Returns the error as an intent stores it: `last_payment_error`, `last_setup_error`. */
export const toStoredError = (error: CardError, method: PaymentMethod) => ({
  ...error,
  doc_url: errorDocUrl(error.code),
  payment_method: method,
  type: 'card_error' as const,
});

type FailedAttempt = {
  payment_intent?: PaymentIntent;
  setup_intent?: SetupIntent;
  payment_method?: PaymentMethod;
};

/** Returns a 402 for a card error. With an intent, the attempt made with it stays recorded. */
export const cardApiError = (error: CardError, tried: FailedAttempt = {}) =>
  new StripeApiError(
    402,
    { type: 'card_error', ...error, ...tried },
    { isCommitted: Boolean(tried.payment_intent ?? tried.setup_intent) },
  );
