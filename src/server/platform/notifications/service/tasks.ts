import type { AnnouncementTexts } from '#contract/announcements.ts';
import type { NotificationValues } from '#contract/notifications/kinds.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import { digestTasks, type DigestContext } from './digest.ts';
import { notify } from './notify.ts';

/** Schedule of the tasks of this module; the digest is sent at seven in the morning in São Paulo. */
export const notificationCrons = {
  'notifications.digest': '0 10 * * *',
  'notifications.announce': '* * * * *',
  'notifications.purge': '37 3 * * *',
};

/** Number of rows per statement, so that row locks are short. */
const batchSize = 2_000;

/** Deletions by retention period (R-REL-08). */
const purgeStatements = [
  `delete from notifications where (tenant_id, user_id, id) in (
     select tenant_id, user_id, id from notifications
     where created_at < now() - interval '90 days' limit $1)
   returning id`,
  `delete from chat_messages where (tenant_id, position) in (
     select tenant_id, position from chat_messages
     where created_at < now() - interval '90 days' limit $1)
   returning position`,
];

/** Returns the tasks of this module: the digest, announcements, and the end of the retention period. */
export const notificationTasks = (
  store: OwnerDatabase,
  context: DigestContext,
): Record<keyof typeof notificationCrons, Task> => ({
  ...digestTasks(store, context),
  ...announceTasks(store, context),
  'notifications.purge': async (_payload, { signal }) => {
    for (const purge of purgeStatements) {
      let deleted: number;
      do {
        signal.throwIfAborted();
        deleted = (await store.query(purge, [batchSize])).rows.length;
      } while (deleted === batchSize);
    }
  },
});

type Announcement = { id: string; texts: AnnouncementTexts; tiers: number[]; past: string };

const startedSql = `select id, texts, tiers, coalesce(notified_to, $1::uuid) as past from announcements
  where notified_at is null and starts_at <= now() and (ends_at is null or ends_at > now())
  order by starts_at`;
const nextTenantsSql = 'select id from tenants where id > $1 order by id limit 200';
const tierSql = 'select (app.entitlement($1)).tier';
const progressSql = 'update announcements set notified_to = $2 where id = $1';
const finishedSql = 'update announcements set notified_at = now() where id = $1';

/**
 * Returns the task that notifies members of announcements that have started, one organization after the other. A
 * process that is killed leaves the rest to the next attempt, which repeats at most one batch without effect.
 */
const announceTasks = (
  store: OwnerDatabase,
  context: DigestContext,
): Record<'notifications.announce', Task> => ({
  'notifications.announce': async (_payload, { signal }) => {
    const { rows } = await store.query<Announcement>(startedSql, [nilUuid]);
    for (const announcement of rows) {
      let { past } = announcement;
      for (;;) {
        const tenants = (await store.query<{ id: TenantId }>(nextTenantsSql, [past])).rows;
        for (const { id } of tenants) {
          signal.throwIfAborted();
          if (await isAddressed(store, id, announcement)) {
            await announceIn(context, id, announcement);
          }
        }
        past = tenants.at(-1)?.id ?? past;
        if (tenants.length === 0) break;
        await store.query(progressSql, [announcement.id, past]);
      }
      await store.query(finishedSql, [announcement.id]);
    }
  },
});

async function isAddressed(store: OwnerDatabase, id: TenantId, { tiers }: Announcement) {
  if (tiers.length === 0) return true;
  const { rows } = await store.query<{ tier: number }>(tierSql, [id]);
  return rows.some(({ tier }) => tiers.includes(tier));
}

const announceIn = (context: DigestContext, id: TenantId, announcement: Announcement) =>
  context.database.tenant(id, async (tx) => {
    const tenant = await tx.first(db.selectFrom('tenants').selectAll().where('id', '=', id));
    if (!tenant) return;
    await notify(
      tx,
      { tenant, site: mailSiteOf(context) },
      {
        kind: 'announcement',
        cause: announcement.id,
        details: titlesOf(announcement.texts),
      },
    );
  });

const titlesOf = (texts: AnnouncementTexts): NotificationValues =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([locale, text]) =>
      text ? [[`title ${locale}`, text.title]] : [],
    ),
  );
