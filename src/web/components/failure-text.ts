import type { TFunction } from 'i18next';
import { Failure, type ErrorCode } from '#contract/errors.ts';

/** A refusal in words; after too many attempts also when to come back, once `params` tell the seconds. */
export const refusalText = (
  t: TFunction,
  code: ErrorCode,
  params: Readonly<Record<string, unknown>> = {},
) => {
  const seconds = Number(params['seconds']);
  if (code !== 'tooManyRequests' || !(seconds > 0)) return t(`errors.${code}`, params);
  return seconds < 60
    ? t('common.failure.retrySeconds', { seconds })
    : t('common.failure.retryMinutes', { minutes: Math.ceil(seconds / 60) });
};

/** What the server refused, in words; null for anything that is no refusal. */
export const failureText = (t: TFunction, error: unknown) =>
  error instanceof Failure ? refusalText(t, error.code, error.params) : null;
