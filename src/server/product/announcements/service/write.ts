import type { AnnouncementInput } from '#contract/announcements.ts';
import type { IfMatch } from '#contract/endpoint.ts';
import { Failure } from '#contract/errors.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import { isVersion, refuseChange } from '#server/platform/http/contract/if-match.ts';
import { selectAnnouncement, stateColumn, toAnnouncementRecord } from './list.ts';

/** Creates an announcement; it is shown once its start has come (R-ANN-01). */
export const create = (database: Database, input: AnnouncementInput) =>
  database.operator(async (tx) => {
    const insert = db.insertInto('announcements').values(toRow(input));
    return toAnnouncementRecord(await tx.one(insert.returningAll().returning(stateColumn)));
  });

type Versioned = { id: string; ifMatch: IfMatch };

/** Changes an announcement; 412 if another operator did meanwhile (R-ANN-06). */
export const update = (
  database: Database,
  { id, ifMatch, ...input }: AnnouncementInput & Versioned,
) =>
  database.operator(async (tx) => {
    const change = updateAnnouncement(id).set(toRow(input)).where(isVersion(ifMatch));
    const row = await tx.first(change.returningAll().returning(stateColumn));
    return row ? toAnnouncementRecord(row) : refuseChange(() => load(tx, id));
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
    await load(tx, id);
    throw new Failure('announcements.notShown');
  });

/** Deletes an announcement with its dismissals; 404 for an unknown id, 412 for another version. */
export const remove = async (database: Database, { id, ifMatch }: Versioned) =>
  database.operator(async (tx) => {
    const deletion = db.deleteFrom('announcements').where('id', '=', id).where(isVersion(ifMatch));
    if ((await tx.run(deletion)) === 0) await refuseChange(() => load(tx, id));
  });

const load = async (tx: DbTransaction, id: string) =>
  toAnnouncementRecord(orNotFound(await tx.first(selectAnnouncement(id))));

const updateAnnouncement = (id: string) => db.updateTable('announcements').where('id', '=', id);

const toRow = ({ texts, tiers, startsAt, endsAt, ...input }: AnnouncementInput) => ({
  ...input,
  texts: JSON.stringify(texts),
  title: texts['pt-BR'].title,
  tiers: [...new Set(tiers)].toSorted((one, other) => one - other),
  starts_at: startsAt,
  ends_at: endsAt,
});
