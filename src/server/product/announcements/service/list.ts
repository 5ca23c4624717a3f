import type { AnnouncementRecord, AnnouncementTexts } from '#contract/announcements.ts';
import type { Database } from '#server/platform/database/database.ts';
import { db, orNotFound, sql, type TableRow } from '#server/platform/database/query.ts';

type Row = TableRow<'announcements'> & { state: string };

/** State by the database's clock, which also decides what members see (R-ANN-01). */
export const stateColumn = sql<string>`case
  when starts_at > now() then 'scheduled'
  when ends_at <= now() then 'ended'
  else 'shown' end`.as('state');

const selectAnnouncements = db.selectFrom('announcements').selectAll().select(stateColumn);

/** Lists all announcements, the latest start first. */
export const list = (database: Database) =>
  database.operator(async (tx) => {
    const query = selectAnnouncements.orderBy('starts_at', 'desc').orderBy('id', 'desc');
    return (await tx.all(query)).map(toAnnouncementRecord);
  });

/** Selects an announcement. */
export const selectAnnouncement = (id: string) => selectAnnouncements.where('id', '=', id);

/** Returns an announcement; 404 for an unknown id. */
export const get = (database: Database, id: string) =>
  database.operator(async (tx) =>
    toAnnouncementRecord(orNotFound(await tx.first(selectAnnouncement(id)))),
  );

/** Converts an announcement to the contract's shape. */
export const toAnnouncementRecord = (row: Row): AnnouncementRecord => ({
  id: row.id,
  severity: row.severity as AnnouncementRecord['severity'],
  texts: toTexts(row.texts),
  tiers: row.tiers,
  dismissible: row.dismissible,
  startsAt: row.starts_at.toISOString(),
  endsAt: row.ends_at?.toISOString() ?? null,
  state: row.state as AnnouncementRecord['state'],
  version: row.version,
});

/** Returns the texts of a row, which were checked by the contract when they were saved. */
export const toTexts = (texts: unknown) => texts as AnnouncementTexts;
