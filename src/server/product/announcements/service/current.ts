import type { ShownAnnouncement } from '#contract/announcements.ts';
import { Failure } from '#contract/errors.ts';
import type { Database } from '#server/platform/database/database.ts';
import { isForeignKeyViolation } from '#server/platform/database/driver/errors.ts';
import { db, orNotFound, sql } from '#server/platform/database/query.ts';
import type { AuthSession, Member } from '#server/platform/http/contract/guard.ts';
import { toTexts } from './list.ts';

/** Maximum number of announcements in a reply; the app shows fewer at once. */
const maxShown = 10;

/**
 * Lists what a member sees now, newest first: announcements of their organization's tier, without those that
 * they have dismissed (R-ANN-03, R-ANN-04). Reads local tables only, so that a cluster asks no other node.
 */
export const listShown = (database: Database, { session, membership }: Member) =>
  database.account({ id: session.user }, async (tx): Promise<ShownAnnouncement[]> => {
    const rows = await tx.all(shownTo(session.user, membership.tier));
    return rows.map(({ texts, severity, ...row }) => ({
      ...row,
      severity: severity as ShownAnnouncement['severity'],
      texts: toTexts(texts),
    }));
  });

const now = sql<Date>`now()`;

const shownTo = (user: string, tier: number) =>
  db
    .selectFrom('announcements as a')
    .select(['a.id', 'a.severity', 'a.texts', 'a.dismissible'])
    .where('a.starts_at', '<=', now)
    .where((eb) => eb.or([eb('a.ends_at', 'is', null), eb('a.ends_at', '>', now)]))
    .where(sql<boolean>`(a.tiers = '{}' or ${tier}::integer = any (a.tiers))`)
    .where((eb) =>
      eb.or([
        eb('a.dismissible', '=', false),
        eb.not(
          eb.exists(
            eb
              .selectFrom('announcement_dismissals as d')
              .select('d.user_id')
              .where('d.user_id', '=', user)
              .whereRef('d.announcement_id', '=', 'a.id'),
          ),
        ),
      ]),
    )
    .orderBy('a.starts_at', 'desc')
    .orderBy('a.id', 'desc')
    .limit(maxShown);

/**
 * Dismisses an announcement for this person, on all devices. 404 unless it has started and can be dismissed
 * (R-ANN-04).
 */
export const dismiss = (database: Database, { user }: AuthSession, id: string) =>
  database
    .account({ id: user }, async (tx) => {
      const started = db
        .selectFrom('announcements')
        .select('id')
        .where('id', '=', id)
        .where('dismissible', '=', true)
        .where('starts_at', '<=', now);
      orNotFound(await tx.first(started));
      const dismissal = { user_id: user, announcement_id: id };
      const insert = db.insertInto('announcement_dismissals').values(dismissal);
      await tx.run(insert.onConflict((conflict) => conflict.doNothing()));
    })
    .catch((error: unknown) => {
      // An operator deleted it meanwhile.
      throw isForeignKeyViolation(error) ? new Failure('notFound') : error;
    });
