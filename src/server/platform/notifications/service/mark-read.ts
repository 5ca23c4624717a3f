import { Failure } from '#contract/errors.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { AuthSession, TenantScope } from '#server/platform/http/contract/guard.ts';
import { notifyUnread } from '#server/platform/realtime/notifications.ts';

type Reader = { tenant: TenantScope; session: AuthSession };

/** Marks an own notification as read; 404 if the member has none with this id (R-NTF-04). */
export const markRead = (reader: Reader, id: string) =>
  inOwnScope(reader, async (tx) => {
    const own = ownRows(reader).where('id', '=', id);
    if ((await tx.run(own.where('read_at', 'is', null))) > 0) return true;
    const known = db
      .selectFrom('notifications')
      .select('id')
      .where('tenant_id', '=', scopeTenant)
      .where('user_id', '=', reader.session.user)
      .where('id', '=', id);
    if (!(await tx.first(known))) throw new Failure('notFound');
    return false;
  });

/** Marks an own notification and all older ones as read: later ones have not been seen (R-NTF-04). */
export const markAllRead = (reader: Reader, upTo: string) =>
  inOwnScope(reader, async (tx) => {
    const older = ownRows(reader).where('id', '<=', upTo).where('read_at', 'is', null);
    return (await tx.run(older)) > 0;
  });

const ownRows = ({ session }: Reader) =>
  db
    .updateTable('notifications')
    .set({ read_at: sql<Date>`now()` })
    .where('tenant_id', '=', scopeTenant)
    .where('user_id', '=', session.user);

/** Runs a change of own rows; if it changed any, the person's windows show the new count. */
const inOwnScope = ({ tenant, session }: Reader, change: (tx: DbTransaction) => Promise<boolean>) =>
  tenant.run(async (tx) => {
    tx.openAccount({ id: session.user });
    if (await change(tx)) await notifyUnread(tx, tenant.id, [session.user]);
  });
