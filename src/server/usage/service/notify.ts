import { Role } from '#contract/access.ts';
import type { AppContext } from '#server/app-context.ts';
import type { TenantId } from '#server/database/database.ts';
import { db, sql } from '#server/database/query.ts';
import type { Task } from '#server/jobs/start-jobs.ts';
import { mailSiteOf } from '#server/mail/compose.ts';
import { enqueueMail } from '#server/mail/outbox.ts';
import { listRecipients } from '#server/mail/recipient.ts';
import type { OwnerDatabase } from '#server/mail/sender.ts';
import { usageMail } from '#server/usage/mail.ts';

type NotifyContext = Pick<AppContext, 'database' | 'config' | 'origin'>;

/** Returns the task that emails owners and admins of organizations near a limit (R-USE-04). */
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
  where mailed_at is null limit 1000`;

/** Queues the emails of a tenant's new notices. The database stores one notice for each limit and period. */
const mailNotices = (context: NotifyContext, id: TenantId) =>
  context.database.tenant(id, async (tx) => {
    const tenant = await tx.one(db.selectFrom('tenants').selectAll().where('id', '=', id));
    const recipients = await listRecipients(tx, id, Role.Admin);
    const notices = await tx.all(
      db
        .updateTable('usage_notices')
        .set({ mailed_at: sql<Date>`now()` })
        .where('tenant_id', '=', id)
        .where('mailed_at', 'is', null)
        .returningAll(),
    );
    const sender = { tenant, site: mailSiteOf(context) };
    for (const notice of notices)
      for (const to of recipients) await enqueueMail(tx, usageMail(to, sender, notice));
  });
