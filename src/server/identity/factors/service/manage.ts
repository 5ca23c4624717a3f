import { Failure } from '#contract/errors.ts';
import { endOtherSessions } from '#server/identity/accounts/service/session.ts';
import { normalizeCode } from '#server/identity/factors/rules.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';
import { listFactorMethods, assertFactorLeft } from './list.ts';
import { lockFactors } from './lock.ts';
import { notifyOwner } from './notify-owner.ts';
import {
  countRecoveryCodes,
  generateRecoveryCodes,
  storeRecoveryCodes,
  type RecoveryCodeSet,
} from './recovery-codes.ts';
import { markAuthenticated } from './step-up.ts';
import { acceptTotp } from './totp.ts';

/** Stores a set of recovery codes for an account that has none left; returns those to show, once. */
export async function issueFirstCodes(tx: DbTransaction, userId: string, set: RecoveryCodeSet) {
  const { left } = await tx.one(countRecoveryCodes(userId));
  if (Number(left) > 0) return [];
  await storeRecoveryCodes(tx, userId, set);
  return set.shown;
}

/** Puts an authenticator app in use with its first code; all other sessions end (R-MFA-01). */
export async function confirmTotp(context: AppContext, session: AuthSession, code: string) {
  const { config, database } = context;
  const set = await generateRecoveryCodes(config);
  const userId = session.user;
  return database.account({ id: userId }, async (tx) => {
    const typed = { userId, code: normalizeCode(code), confirms: true };
    if (!(await acceptTotp(tx, context, typed))) throw new Failure('factors.invalidCode');
    const recoveryCodes = await issueFirstCodes(tx, userId, set);
    await endOtherSessions(tx, userId, session.id);
    await markAuthenticated(tx, session, 'totp');
    await notifyOwner(tx, context, 'totpAdded');
    return { recoveryCodes };
  });
}

/** Removes the caller's authenticator app; all other sessions end. */
export const removeTotp = (context: AppContext, session: AuthSession) =>
  context.database.account({ id: session.user }, async (tx) => {
    await lockFactors(tx, session.user);
    const removed = await tx.run(db.deleteFrom('totp_factors').where('user_id', '=', session.user));
    if (removed === 0) throw new Failure('factors.notEnrolled');
    await afterRemoval(tx, context, session);
    await notifyOwner(tx, context, 'totpRemoved');
  });

/** Ends what depended on a removed factor: other sessions, and without another factor codes and devices. */
export async function afterRemoval(
  tx: DbTransaction,
  context: Pick<AppContext, 'config'>,
  session: AuthSession,
) {
  const { user, id } = session;
  await assertFactorLeft(tx, context, session);
  await endOtherSessions(tx, user, id);
  if ((await listFactorMethods(tx, user)).length > 0) return;
  await tx.run(db.deleteFrom('recovery_codes').where('user_id', '=', user));
  await tx.run(db.deleteFrom('remembered_devices').where('user_id', '=', user));
}

/** Replaces the caller's recovery codes; the reply is the only place that has the new ones (R-MFA-03). */
export async function replaceRecoveryCodes(context: AppContext, session: AuthSession) {
  const { config, database } = context;
  const set = await generateRecoveryCodes(config);
  await database.account({ id: session.user }, async (tx) => {
    if ((await listFactorMethods(tx, session.user)).length === 0) {
      throw new Failure('factors.notEnrolled');
    }
    await storeRecoveryCodes(tx, session.user, set);
    await notifyOwner(tx, context, 'recoveryCodesReplaced');
  });
  return { recoveryCodes: set.shown };
}
