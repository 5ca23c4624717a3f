import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { FactorMethod } from '#contract/factors/shapes.ts';
import {
  openSession,
  type OpenedSession,
  type SessionMethod,
} from '#server/accounts/service/session.ts';
import { issueSignInChallenge } from '#server/accounts/service/token.ts';
import type { DbTransaction } from '#server/database/database.ts';
import { isRememberedDevice } from './devices.ts';
import { listFactorMethods, methodsAtAddress } from './list.ts';

/** A sign-in that waits for the second factor. */
type PendingSignIn = { challenge: string; methods: FactorMethod[] };

type FirstFactor = {
  method: Extract<SessionMethod, 'password' | 'google' | 'email' | 'link'>;
  userAgent: string;
};

/**
 * Opens a session for the opened account, whose first factor was right; returns a challenge instead if a second
 * one is due (R-MFA-02). Operators are asked on every device.
 */
export const beginSignIn = async (
  tx: DbTransaction,
  person: { id: string; type: number },
  { method, userAgent }: FirstFactor,
): Promise<OpenedSession | PendingSignIn> => {
  const methods = await listFactorMethods(tx, person.id);
  if (methods.length === 0) return openSession(tx, person, { userAgent, method });
  if (person.type !== UserType.Admin && (await isRememberedDevice(tx, person.id))) {
    return openSession(tx, person, { userAgent, method, isRemembered: true });
  }
  const usable = methodsAtAddress(methods);
  return { challenge: await issueSignInChallenge(tx, person.id, method), methods: usable };
};

/** Returns the opened session; throws the refusal with the challenge if a second factor is due. */
export const assertSignedIn = (result: OpenedSession | PendingSignIn): OpenedSession => {
  if ('challenge' in result) {
    throw new Failure('account.secondFactorRequired', { params: result });
  }
  return result;
};
