interface Refusal {
  type: 'invalid_request_error' | 'idempotency_error' | 'api_error' | 'card_error';
  message: string;
  code?: string;
  param?: string;
}

/** A refusal in Stripe's words: the reply's status and its `error` object. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly error: Refusal & { doc_url?: string };

  constructor(status: number, refusal: Refusal) {
    super(refusal.message);
    this.status = status;
    this.error = refusal.code
      ? { ...refusal, doc_url: `https://stripe.com/docs/error-codes/${slug(refusal.code)}` }
      : refusal;
  }
}

const slug = (code: string) => code.replaceAll('_', '-');

/** 400: the request itself is wrong; `param` is named as it was sent, `items[0][price]`. */
export const invalidRequest = (message: string, param?: string, code?: string) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, code, param });

/** An id that names nothing: 404 in the address, 400 in a parameter. */
export const resourceMissing = (kind: string, id: string, param?: string) =>
  new StripeFailure(param ? 400 : 404, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    message: `No such ${kind}: '${id}'`,
    param: param ?? 'id',
  });
