import type { TFunction } from 'i18next';
import { Failure } from '#contract/errors.ts';

/** What the server refused, in words; null for anything that is no refusal. */
export const failureText = (t: TFunction, error: unknown) =>
  error instanceof Failure ? t(`errors.${error.code}`, error.params) : null;
