import { notificationKinds, type NotificationKind } from '#contract/notifications/kinds.ts';
import type { AppContext } from '#server/platform/app-context.ts';
import type { DbTransaction } from '#server/platform/database/database.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import { enqueueMail } from '#server/platform/mail/outbox.ts';
import { addressColumns, toMailRecipient } from '#server/platform/mail/recipient.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { unsubscribeUrl } from '#server/platform/mail/unsubscribe.ts';
import { digestMail, type DigestEntry } from '#server/platform/notifications/mail.ts';
import { settingOf } from '#server/platform/notifications/rules.ts';

export type DigestContext = Pick<AppContext, 'database' | 'config' | 'origin' | 'linkKey'>;

const duePeopleSql = `select distinct user_id as id from notifications
  where in_digest and user_id > $1 order by user_id limit 500`;

/**
 * Returns the task that sends each person one email a day about what happened in their organizations. A person's
 * email, its day and their notifications change in one transaction: a process that is killed leaves those who have
 * not got theirs to the next attempt (R-NTF-06).
 */
export const digestTasks = (
  store: OwnerDatabase,
  context: DigestContext,
): Record<'notifications.digest', Task> => ({
  'notifications.digest': async (_payload, { signal }) => {
    let past = '00000000-0000-0000-0000-000000000000';
    for (;;) {
      const { rows } = await store.query<{ id: string }>(duePeopleSql, [past]);
      for (const { id } of rows) {
        signal.throwIfAborted();
        await sendDigest(context, id);
        past = id;
      }
      if (rows.length === 0) return;
    }
  },
});

/** Queues the digest of a person, unless they have had one today (UTC). */
const sendDigest = (context: DigestContext, id: string) =>
  context.database.person(trusted.userId(id), async (tx) => {
    const claim = db
      .updateTable('users')
      .set({ last_digest_on: sql<string>`(now() at time zone 'UTC')::date` })
      .where('id', '=', id)
      .where(sql<boolean>`last_digest_on is distinct from (now() at time zone 'UTC')::date`)
      .returning('notification_settings')
      .returning(addressColumns);
    const person = await tx.first(claim);
    if (!person) return;
    const entries = await takeEntries(tx, id, person.notification_settings);
    if (entries.length === 0) return;
    const site = mailSiteOf(context);
    const unsubscribe = unsubscribeUrl(site, { kind: 'digest', user: id });
    await enqueueMail(tx, digestMail({ ...toMailRecipient(person), unsubscribe }, site, entries));
  });

/** Takes the person's waiting notifications; returns those they still want and have not read, oldest first. */
async function takeEntries(
  tx: DbTransaction,
  user: string,
  settings: unknown,
): Promise<DigestEntry[]> {
  const rows = await tx.all(
    db
      .updateTable('notifications')
      .set({ in_digest: false })
      .where('user_id', '=', user)
      .where('in_digest', '=', true)
      .returning(['tenant_id', 'id', 'kind', 'details', 'read_at']),
  );
  const wanted = rows
    .filter(({ kind, read_at }) => read_at === null && kind in notificationKinds)
    .filter(({ kind }) => settingOf(settings, kind as NotificationKind).email === 'daily')
    .toSorted((one, other) => (one.id < other.id ? -1 : 1));
  if (wanted.length === 0) return [];
  const tenants = await tx.all(
    db
      .selectFrom('tenants')
      .select(['id', 'name'])
      .where('id', '=', sql<never>`any (${wanted.map(({ tenant_id }) => tenant_id)}::uuid[])`),
  );
  return wanted.flatMap(({ tenant_id, kind, details }) => {
    const tenant = tenants.find(({ id }) => id === tenant_id);
    // Not visible: the person is deactivated there (R-MEM-17).
    if (!tenant) return [];
    const entry = { kind: kind as NotificationKind, details: details as DigestEntry['details'] };
    return [{ ...entry, tenant }];
  });
}
