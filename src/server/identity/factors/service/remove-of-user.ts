import { Failure } from '#contract/errors.ts';
import { openedAccount } from '#server/identity/accounts/service/account.ts';
import { endOtherSessions } from '#server/identity/accounts/service/session.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import { recordAuditEvent } from '#server/platform/database/audit.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { db } from '#server/platform/database/query.ts';
import { listFactorMethods } from './list.ts';
import { notifyOwner } from './notify-owner.ts';

const tables = ['totp_factors', 'recovery_codes', 'passkeys', 'remembered_devices'] as const;

/** Deletes all second factors of a user whose account is open; sends no notice. */
export async function deleteFactors(tx: DbTransaction, userId: string): Promise<void> {
  for (const table of tables) await tx.run(db.deleteFrom(table).where('user_id', '=', userId));
}

type Removal = { userId: string; reason: string };

/**
 * Removes all second factors of a user who lost them and has proven their identity to an administrator; their sessions
 * end, and they are notified (R-MFA-14).
 */
export const removeOfUser = (context: AppContext, { userId, reason }: Removal) =>
  context.database.account({ id: userId }, async (tx) => {
    if (!(await tx.first(openedAccount))) throw new Failure('notFound');
    if ((await listFactorMethods(tx, userId)).length === 0) {
      throw new Failure('factors.notEnrolled');
    }
    await deleteFactors(tx, userId);
    await endOtherSessions(tx, userId, null);
    await recordAuditEvent(tx, {
      action: 'user.factorsRemoved',
      person: userId,
      target: userId,
      details: { reason },
    });
    await notifyOwner(tx, context, 'factorsRemoved');
  });
