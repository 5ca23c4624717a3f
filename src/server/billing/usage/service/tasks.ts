import { usageMail } from '#server/billing/usage/mail.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction, TenantId } from '#server/platform/database/database.ts';
import { db, sql, type TableRow } from '#server/platform/database/query.ts';
import type { Storage } from '#server/platform/files/storage.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { mailSiteOf, type MailSender } from '#server/platform/mail/compose.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { notify } from '#server/platform/notifications/service/notify.ts';

/** Schedule of the tasks of this module. */
export const usageCrons = { 'usage.notify': '* * * * *', 'usage.measure': '53 3 * * *' };

/** Returns the tasks of this module: mail notices of limits, and measure pictures without a size. */
export const usageTasks = (
  store: OwnerDatabase,
  context: AppContext,
): Record<keyof typeof usageCrons, Task> => ({
  ...notifyTasks(store, context),
  ...measureTasks({ store, storage: context.storage }),
});

type Options = { store: OwnerDatabase; storage: Pick<Storage, 'exists' | 'getMetaData'> };

/**
 * Returns the task that stores the sizes of pictures which have none (R-USE-05).
 */
const measureTasks = (options: Options): Record<'usage.measure', Task> => ({
  'usage.measure': async (_payload, { signal }) => {
    for (const place of places) {
      let found: number;
      do {
        signal.throwIfAborted();
        found = await measureBatch(options, place);
      } while (found === batchSize);
    }
  },
});

const batchSize = 500;

/** Columns with a tenant's pictures, and the column with the tenant. */
const places = [
  { table: 'transactions', tenant: 'tenant_id', column: 'image' },
  { table: 'tenants', tenant: 'id', column: 'icon' },
  { table: 'tenants', tenant: 'id', column: 'logo' },
  { table: 'tenants', tenant: 'id', column: 'logo_darkmode' },
] as const;

type Unmeasured = { tenant: string; id: string; address: string };

async function measureBatch(
  { store, storage }: Options,
  { table, tenant, column }: (typeof places)[number],
) {
  const { rows } = await store.query<Unmeasured>(
    `select ${tenant} as tenant, id, ${column} as address from ${table}
     where ${column} <> '' and ${column}_bytes is null limit $1`,
    [batchSize],
  );
  for (const row of rows) {
    const name = row.address.replace('/files/', '');
    // A missing file takes no space.
    const bytes = (await storage.exists(name))
      ? (await storage.getMetaData(name)).contentLength
      : 0;
    await store.query(
      `update ${table} set ${column}_bytes = $4 where ${tenant} = $1 and id = $2 and ${column} = $3`,
      [row.tenant, row.id, row.address, bytes],
    );
  }
  return rows.length;
}

type NotifyContext = Pick<AppContext, 'database' | 'config' | 'origin' | 'linkKey'>;

/** Returns the task that notifies owners and admins of organizations near a limit (R-USE-04). */
const notifyTasks = (
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
function notifyOfLimit(
  tx: DbTransaction,
  sender: MailSender & { tenant: { id: TenantId } },
  notice: TableRow<'usage_notices'>,
) {
  const { limit_key, period, used, included } = notice;
  return notify(tx, sender, {
    kind: notice.reached_at === null ? 'limitNear' : 'limitReached',
    cause: `${limit_key} ${period} ${included}`,
    details: { limit: limit_key, used: Number(used), included: Number(included) },
    ...(notice.reached_at === null && { mail: (to) => usageMail(to, sender, notice) }),
  });
}
