import { errorStatus, type ErrorCode } from '#contract/errors.ts';

/**
 * The code of a refusal that a loader met; null for anything else. The server that made the call and
 * the bundle that the page is in have a `Failure` each, so it is known by its code.
 */
export const refused = (error: unknown): ErrorCode | null => {
  const code = error instanceof Error && 'code' in error ? error.code : null;
  return typeof code === 'string' && code in errorStatus ? (code as ErrorCode) : null;
};
