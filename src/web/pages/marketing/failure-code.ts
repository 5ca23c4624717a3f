import { isKnownCode, type ErrorCode } from '#contract/error-codes.ts';

/**
 * Returns the code of a failure in a loader; null for other errors. Compares codes instead of
 * classes, because the server and the page's bundle each have their own `Failure` class.
 */
export function failureCode(error: unknown): ErrorCode | null {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && isKnownCode(code) ? code : null;
}
