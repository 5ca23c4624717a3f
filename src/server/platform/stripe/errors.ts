import { loadStripeSdk } from './sdk.ts';

/** Base class of the provider's refusals and failures. */
export abstract class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * The provider was unreachable, too slow, overloaded or failing (connection, timeout, 409, 424, 429, 5xx).
 * The request may have been carried out: retry with the same idempotency key.
 */
export class ProviderUnavailable extends ProviderError {
  /** True for a stored answer, which every repetition with this key gets for a day (docs.stripe.com/api/idempotent_requests). */
  readonly isReplayed: boolean;

  constructor(message: string, options?: ErrorOptions & { isReplayed?: boolean }) {
    super(message, options);
    this.isReplayed = options?.isReplayed ?? false;
  }
}

/** The provider rejects our API key: nothing works until the operator fixes the settings. */
export class ProviderMisconfigured extends ProviderError {}

/** An id that we sent is unknown to the provider. */
export class ResourceMissing extends ProviderError {
  /** The parameter that held the id, such as `items[0][price]`; null when it was in the path. */
  readonly param: string | null;

  constructor(message: string, param: string | null, options?: ErrorOptions) {
    super(message, options);
    this.param = param;
  }
}

/** The provider does not allow the request: a state we misjudged, or a bug. */
export class InvalidRequest extends ProviderError {
  /** Stripe's `code`, such as `parameter_invalid_integer`. */
  readonly code: string | null;
  /** The rejected parameter, such as `discounts[0][promotion_code]`. */
  readonly param: string | null;

  constructor(
    message: string,
    { code, param }: { code: string | null; param: string | null },
    options?: ErrorOptions,
  ) {
    super(message, options);
    this.code = code;
    this.param = param;
  }
}

/** Returns true if the provider does not recognize the place of a customer (R-TAX-03). */
export const isTaxLocationRefused = (error: unknown) =>
  error instanceof InvalidRequest && error.code === 'customer_tax_location_invalid';

/** The customer's bank declined the card. */
export class CardDeclined extends ProviderError {
  /** Stripe's `decline_code`, such as `insufficient_funds`, or its `code`. */
  readonly reason: string | null;

  constructor(message: string, reason: string | null, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Stripe's codes for a cardholder who did not pass the authentication. */
export const authenticationFailures = new Set([
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
]);

/** Maps an error of the SDK to ours; returns any other error unchanged. */
export async function toProviderError(error: unknown): Promise<unknown> {
  const { errors } = await loadStripeSdk();
  if (!(error instanceof errors.StripeError)) return error;
  const { message, statusCode: status } = error;
  const cause = { cause: error };
  const isReplayed = error.headers?.['idempotent-replayed'] === 'true';
  if (isRetryableStatus(status)) return new ProviderUnavailable(message, { ...cause, isReplayed });
  if (status === 401 || status === 403) return new ProviderMisconfigured(message, cause);
  if (status === 402) {
    return new CardDeclined(message, error.decline_code || error.code || null, cause);
  }
  const { code = null, param = null } = error as { code?: string; param?: string };
  const names = status === 404 || param !== null;
  if (names && code === 'resource_missing') return new ResourceMissing(message, param, cause);
  return new InvalidRequest(message, { code, param }, cause);
}

/**
 * Returns true for failures that may be retried. No status: the connection broke before a full
 * response. 409: another request holds the lock or the idempotency key. 424: a service of the provider failed
 * (docs.stripe.com/api/errors).
 */
const isRetryableStatus = (status: number | undefined) =>
  status === undefined || [409, 424, 429].includes(status) || status >= 500;
