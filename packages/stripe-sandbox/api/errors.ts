import type { PaymentIntent, PaymentMethod, SetupIntent } from '#sandbox/stripe/store/types.ts';

type StripeErrorBody = {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';
  message: string;
  code?: string;
  /** Reason of the bank's decline, where `code` says only that it declined. */
  decline_code?: string;
  param?: string;
  payment_method?: PaymentMethod;
  payment_intent?: PaymentIntent;
  setup_intent?: SetupIntent;
};

/** Error in Stripe's format: the reply's status and its `error` object. */
export class StripeApiError extends Error {
  readonly status: number;
  readonly error: StripeErrorBody & { doc_url?: string };
  /** True when an attempt was made and stays recorded: a declined payment. */
  readonly isCommitted: boolean;

  constructor(status: number, refusal: StripeErrorBody, { isCommitted = false } = {}) {
    super(refusal.message);
    this.status = status;
    this.isCommitted = isCommitted;
    this.error = refusal.code ? { ...refusal, doc_url: errorDocUrl(refusal.code) } : refusal;
  }
}

export const errorDocUrl = (code: string) =>
  `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** Returns a 400 for an invalid request; `param` is named as it was sent, `items[0][price]`. */
export const invalidRequest = (message: string, param?: string, code?: string) =>
  new StripeApiError(400, { type: 'invalid_request_error', message, code, param });

/** Returns the error for an unknown id: 404 in the path, 400 in a parameter. */
export const resourceMissing = (kind: string, id: string, param?: string) =>
  new StripeApiError(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  });
