import type { AnnouncementTexts } from '#contract/announcements.ts';
import type { NotificationValues } from '#contract/notifications/kinds.ts';
import type { TenantId } from '#server/platform/database/database.ts';
import { nilUuid } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import type { Task } from '#server/platform/jobs/start-jobs.ts';
import { mailSiteOf } from '#server/platform/mail/compose.ts';
import type { OwnerDatabase } from '#server/platform/mail/sender.ts';
import type { DigestContext } from './digest.ts';
import { notify } from './notify.ts';

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
export const announceTasks = (
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

const isAddressed = async (store: OwnerDatabase, id: TenantId, { tiers }: Announcement) => {
  if (tiers.length === 0) return true;
  const { rows } = await store.query<{ tier: number }>(tierSql, [id]);
  return rows.some(({ tier }) => tiers.includes(tier));
};

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
