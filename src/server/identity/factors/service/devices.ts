import { Failure } from '#contract/errors.ts';
import { rememberedDays } from '#contract/factors/shapes.ts';
import { deviceHashOf } from '#server/identity/accounts/service/session.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { AuthSession } from '#server/platform/http/contract/guard.ts';

const inThirtyDays = sql<Date>`now() + make_interval(days => ${rememberedDays})`;

/** Returns true if the opened account is not asked for its second factor on the calling browser, and notes the use. */
export async function isRememberedDevice(tx: DbTransaction, userId: string) {
  const device = deviceHashOf(userId);
  if (device === null) return false;
  const used = await tx.run(
    db
      .updateTable('remembered_devices')
      .set({ last_used_at: sql<Date>`now()` })
      .where('user_id', '=', userId)
      .where('device', '=', device)
      .where('expires_at', '>', sql<Date>`now()`),
  );
  return used === 1;
}

/** Remembers the calling browser for the opened account. */
export async function rememberDevice(tx: DbTransaction, userId: string, userAgent: string) {
  const device = deviceHashOf(userId);
  if (device === null) return;
  const values = { user_agent: userAgent.slice(0, 300), expires_at: inThirtyDays };
  await tx.run(
    db
      .insertInto('remembered_devices')
      .values({ user_id: userId, device, ...values })
      .onConflict((conflict) =>
        conflict
          .columns(['user_id', 'device'])
          .doUpdateSet({ ...values, last_used_at: sql<Date>`now()` }),
      ),
  );
}

/** Forgets one of the caller's remembered devices. */
export const removeDevice = (database: Database, session: AuthSession, id: string) =>
  database.account({ id: session.user }, async (tx) => {
    const removed = await tx.run(
      db.deleteFrom('remembered_devices').where('user_id', '=', session.user).where('id', '=', id),
    );
    if (removed === 0) throw new Failure('notFound');
  });
