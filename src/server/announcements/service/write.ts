import type { AnnouncementInput } from '#contract/announcements.ts';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/database/database.ts';
import { db, orNotFound, sql } from '#server/database/query.ts';
import { stateColumn, toAnnouncementRecord } from './list.ts';

/** Creates an announcement; it is shown once its start has come (R-ANN-01). */
export const create = (database: Database, input: AnnouncementInput) =>
  database.operator(async (tx) => {
    const insert = db.insertInto('announcements').values(toRow(input));
    return toAnnouncementRecord(await tx.one(insert.returningAll().returning(stateColumn)));
  });

type Change = AnnouncementInput & { id: string; basedOn: number };

/** Changes an announcement; `announcements.outdated` if another operator did meanwhile (R-ANN-06). */
export const update = (database: Database, { id, basedOn, ...input }: Change) =>
  database.operator(async (tx) => {
    const change = updateAnnouncement(id).set(toRow(input)).where('version', '=', basedOn);
    const row = await tx.first(change.returningAll().returning(stateColumn));
    if (row) return toAnnouncementRecord(row);
    orNotFound(await tx.first(selectId(id)));
    throw new Failure('announcements.outdated');
  });

/** Ends an announcement now; refused unless members see it (R-ANN-06). */
export const end = (database: Database, id: string) =>
  database.operator(async (tx) => {
    const change = updateAnnouncement(id)
      .set({ ends_at: sql<Date>`now()` })
      .where('starts_at', '<=', sql<Date>`now()`)
      .where((eb) => eb.or([eb('ends_at', 'is', null), eb('ends_at', '>', sql<Date>`now()`)]));
    const row = await tx.first(change.returningAll().returning(stateColumn));
    if (row) return toAnnouncementRecord(row);
    orNotFound(await tx.first(selectId(id)));
    throw new Failure('announcements.notShown');
  });

/** Deletes an announcement with its dismissals; 404 for an unknown id. */
export const remove = async (database: Database, id: string) => {
  const deletion = db.deleteFrom('announcements').where('id', '=', id).returning('id');
  orNotFound(await database.operator((tx) => tx.first(deletion)));
};

const selectId = (id: string) => db.selectFrom('announcements').select('id').where('id', '=', id);

const updateAnnouncement = (id: string) =>
  db
    .updateTable('announcements')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', id);

const toRow = ({ texts, tiers, startsAt, endsAt, ...input }: AnnouncementInput) => ({
  ...input,
  texts: JSON.stringify(texts),
  title: texts['pt-BR'].title,
  tiers: [...new Set(tiers)].toSorted((one, other) => one - other),
  starts_at: startsAt,
  ends_at: endsAt,
});
