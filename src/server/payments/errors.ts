import { sdk } from './sdk.ts';

/** The provider did not do what was asked. Each kind below says what that means to the caller. */
export abstract class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = new.target.name;
  }
}

/**
 * Not reached, too slow, overloaded or broken (connection, timeout, 429, 5xx). It may have acted all
 * the same: ask again later, with the same idempotency key.
 */
export class ProviderUnavailable extends ProviderError {}

/** It does not accept our key, or not for this: nothing works until somebody mends the settings. */
export class ProviderMisconfigured extends ProviderError {}

/** An id of ours names nothing at the provider. */
export class NotAtProvider extends ProviderError {
  /** The parameter that named it, such as `items[0][price]`; null for the address itself. */
  readonly param: string | null;

  constructor(message: string, param: string | null, options?: ErrorOptions) {
    super(message, options);
    this.param = param;
  }
}

/** Asked for something the provider does not allow: a state we misjudged, or a bug. */
export class InvalidRequest extends ProviderError {
  /** Stripe's `code`, such as `parameter_invalid_integer`. */
  readonly code: string | null;
  /** The parameter that was refused, such as `discounts[0][promotion_code]`. */
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

/** The customer's bank said no. */
export class CardDeclined extends ProviderError {
  /** Stripe's `decline_code`, such as `insufficient_funds`, or its `code`. */
  readonly reason: string | null;

  constructor(message: string, reason: string | null, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Reasons of Stripe's that mean: asked to confirm, the cardholder did not. */
export const authenticationFailures = new Set([
  'payment_intent_authentication_failure',
  'setup_intent_authentication_failure',
]);

/** Our error for one of the SDK's; what is not the SDK's stays what it is. */
export async function translateError(error: unknown): Promise<unknown> {
  const { errors } = await sdk();
  if (!(error instanceof errors.StripeError)) return error;
  const { message, statusCode: status } = error;
  const cause = { cause: error };
  if (isUnavailable(status)) return new ProviderUnavailable(message, cause);
  if (status === 401 || status === 403) return new ProviderMisconfigured(message, cause);
  if (status === 402) {
    return new CardDeclined(message, error.decline_code || error.code || null, cause);
  }
  const { code = null, param = null } = error as { code?: string; param?: string };
  const names = status === 404 || param !== null;
  if (names && code === 'resource_missing') return new NotAtProvider(message, param, cause);
  return new InvalidRequest(message, { code, param }, cause);
}

/** No status: no whole answer came. 409: another request holds the lock or the key. */
const isUnavailable = (status: number | undefined) =>
  status === undefined || status === 409 || status === 429 || status >= 500;
