import { usageMail } from '#server/billing/usage/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { mailSiteOf, type MailSender } from '#server/platform/mail/compose.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { notify } from '#server/platform/notifications/service/notify.ts';

type NotifyContext = Pick<AppContext, 'database' | 'config' | 'origin' | 'linkKey'>;

/** Returns the task that notifies owners and admins of organizations near a limit (R-USE-04). */
export const notifyTasks = (
  store: OwnerDatabase,
  context: NotifyContext,
): Record<'usage.notify', Task> => ({
  'usage.notify': async (_payload, { signal }) => {
    const { rows } = await store.query<{ id: TenantId }>(dueTenantsSql, []);
    for (const { id } of rows) {
      signal.throwIfAborted();
      await mailNotices(context, id);
    }
  },
});

const dueTenantsSql = `select distinct tenant_id as id from usage_notices
  where sent_at is null limit 1000`;

/** Notifies of a tenant's new notices. The database stores one notice for each limit and period. */
const mailNotices = (context: NotifyContext, id: TenantId) =>
  context.database.tenant(id, async (tx) => {
    const tenant = await tx.one(db.selectFrom('tenants').selectAll().where('id', '=', id));
    const notices = await tx.all(
      db
        .updateTable('usage_notices')
        .set({ sent_at: sql<Date>`now()` })
        .where('tenant_id', '=', id)
        .where('sent_at', 'is', null)
        .returningAll(),
    );
    const sender = { tenant, site: mailSiteOf(context) };
    for (const notice of notices) await notifyOfLimit(tx, sender, notice);
  });

/** Notifies owners and admins that a limit is near or used up; the first has an email of its own. */
const notifyOfLimit = (
  tx: DbTransaction,
  sender: MailSender & { tenant: { id: TenantId } },
  notice: TableRow<'usage_notices'>,
) => {
  const { limit_key, period, used, included } = notice;
  return notify(tx, sender, {
    kind: notice.reached_at === null ? 'limitNear' : 'limitReached',
    cause: `${limit_key} ${period} ${included}`,
    details: { limit: limit_key, used: Number(used), included: Number(included) },
    ...(notice.reached_at === null && { mail: (to) => usageMail(to, sender, notice) }),
  });
};
