import { Failure } from '#contract/errors.ts';
import type { PasskeyAssertion } from '#contract/factors/webauthn.ts';
import type { SignInReply } from '#contract/users.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { readAdmittedUser } from '#server/identity/accounts/service/login.ts';
import { openSession } from '#server/identity/accounts/service/session.ts';
import { selectToken } from '#server/identity/accounts/service/token.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { acceptAssertion, startAssertion, verifyAssertion } from './passkey-assertion.ts';

/** Returns the options for a passkey that signs in alone, or that completes a pending sign-in (R-MFA-11). */
export async function startPasskeySignIn(
  context: AppContext,
  challenge: string | null | undefined,
) {
  if (!challenge) return startAssertion(context, { purpose: 'signIn', userId: null });
  const pending = await context.database.account({ token: tokenHash(challenge) }, (tx) =>
    tx.first(selectToken(['signIn'], challenge)),
  );
  if (!pending || pending.used_at !== null || pending.expires_at.getTime() < Date.now()) {
    throw new Failure('factors.challengeExpired');
  }
  return startAssertion(context, { purpose: 'secondFactor', userId: pending.user_id });
}

const purpose = { purpose: 'signIn', userId: null } as const;

/** Signs in with a passkey alone: it has verified the person, so that no second factor is due (R-MFA-11). */
export async function signInWithPasskey(
  context: AppContext,
  passkey: PasskeyAssertion,
  userAgent: string,
): Promise<SignInReply> {
  const { database } = context;
  const account = { passkey: Buffer.from(passkey.id, 'base64url') };
  try {
    const verified = await verifyAssertion(context, passkey, purpose);
    const person = await database.account(account, (tx) => tx.first(openedAccount));
    if (!person?.active) throw new Failure('account.login.invalid');
    const user = await readAdmittedUser(context, person);
    const { token } = await database.account({ id: person.id }, async (tx) => {
      if (!(await acceptAssertion(tx, verified))) throw new Failure('factors.passkeyRefused');
      return openSession(tx, person, { userAgent, method: 'passkey' });
    });
    return { user, token };
  } catch (error) {
    if (error instanceof Failure) {
      await database.account(account, async (tx) => {
        const person = (await tx.first(openedAccount))?.id;
        await recordAuditEvent(tx, {
          action: 'session.refused',
          ...(person && { person }),
          details: { code: error.code },
        });
      });
    }
    throw error;
  }
}
