import type { SsoOutcome } from '#contract/sso/outcomes.ts';
import { SsoRefusal } from '#server/identity/sso/rules.ts';

/** Error of the library; `cause` is what it found, with the claim or the text of the check. */
type LibraryError = {
  code?: string;
  error?: string;
  cause?: { message?: string; status?: number; cause?: { claim?: string } };
};

/** Answers of a provider that has a fault, or too much to do, at its moment. */
const temporary = new Set(['server_error', 'temporarily_unavailable']);

/** Outcomes by the library's codes. */
const byCode: Record<string, SsoOutcome> = {
  OAUTH_AUTHORIZATION_RESPONSE_ERROR: 'denied',
  OAUTH_JWT_TIMESTAMP_CHECK_FAILED: 'responseExpired',
  OAUTH_WWW_AUTHENTICATE_CHALLENGE: 'clientRejected',
  OAUTH_KEY_SELECTION_FAILED: 'tokenKeys',
  OAUTH_UNSUPPORTED_OPERATION: 'tokenKeys',
};

/** Outcomes by the claim that was compared. */
const byClaim: Record<string, SsoOutcome> = {
  aud: 'clientAudience',
  azp: 'clientAudience',
  iss: 'issuer',
  nonce: 'otherRequest',
};

/** Outcomes by the library's texts, where one code has several causes. */
const byText: readonly [RegExp, SsoOutcome][] = [
  [/^JWE /, 'encryption'],
  [/"iss" \(issuer\)/, 'issuer'],
  [/signature verification|"alg" header/, 'tokenKeys'],
  [/"nonce"/, 'otherRequest'],
];

/** Maps errors of the library to what an owner can do about them; their texts are not shown. */
export function toOidcRefusal(error: unknown) {
  const { code = '', error: reason, cause } = error as LibraryError;
  const claim = cause?.cause?.claim;
  const text = cause?.message ?? '';
  const isDown = temporary.has(reason ?? '') || (cause?.status ?? 0) >= 500;
  const outcome = isDown
    ? 'unreachable'
    : code === 'OAUTH_RESPONSE_BODY_ERROR'
      ? reason === 'invalid_grant'
        ? 'otherRequest'
        : 'clientRejected'
      : ((claim === undefined ? undefined : byClaim[claim]) ??
        byText.find(([pattern]) => pattern.test(text))?.[1] ??
        byCode[code] ??
        (code.startsWith('OAUTH_') ? 'responseInvalid' : 'unreachable'));
  const detail = [code || 'no reply', claim ?? reason]
    .filter((each) => each !== undefined)
    .join(' ');
  return new SsoRefusal(outcome, { cause: error, detail });
}
