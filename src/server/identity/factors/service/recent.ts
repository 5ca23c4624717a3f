import { Failure } from '#contract/errors.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

/**
 * Throws `access.stepUpRequired` unless the person has authenticated recently, where only some changes of a call need that
 * (R-MFA-08). The contract declares the error for such calls.
 */
export function assertRecentIf(isSensitive: boolean, { isRecent }: Pick<AuthSession, 'isRecent'>) {
  if (isSensitive && !isRecent) throw new Failure('access.stepUpRequired');
}
