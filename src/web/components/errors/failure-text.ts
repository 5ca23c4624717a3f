import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { Translate } from '#locales/translation.ts';

/**
 * Returns the text of a refusal; after too many attempts with the time of the next one, if `params`
 * has the seconds.
 */
export function errorCodeText(
  t: Translate,
  code: ErrorCode,
  params: Readonly<Record<string, unknown>> = {},
) {
  const seconds = Number(params['seconds']);
  // A code of a later release has no text yet.
  if (code !== 'tooManyRequests' || !(seconds > 0)) {
    return t(`errors.${code}`, params);
  }
  return seconds < 60
    ? t('common.failure.retrySeconds', { seconds })
    : t('common.failure.retryMinutes', { minutes: Math.ceil(seconds / 60) });
}

/** Returns the text of a server's refusal, or of a browser's to store anything (R-ACC-43); null for any other error. */
export const failureText = (t: Translate, error: unknown) =>
  error instanceof Failure
    ? errorCodeText(t, error.code, error.params)
    : (error as Error | null)?.name === 'SecurityError'
      ? t('common.failure.storage')
      : null;
