import { z } from 'zod';
import type { NotificationRecord } from '#contract/notifications/notifications.ts';
import { id } from '#contract/shapes.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, type TableRow } from '#server/platform/database/query.ts';
import { decodeCursor, toPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import type { Member } from '#server/platform/http/contract/guard.ts';

/** Lists the member's own notifications in the tenant, newest first (R-NTF-04). */
export const list = ({ tenant, session }: Member, { cursor, limit }: PageQuery) =>
  tenant.run(async (tx) => {
    tx.openAccount({ id: session.user });
    let newest = db
      .selectFrom('notifications')
      .select(['id', 'kind', 'details', 'read_at', 'created_at'])
      .where('tenant_id', '=', scopeTenant)
      .where('user_id', '=', session.user)
      .where('shown', '=', true)
      .orderBy('id', 'desc')
      .limit(limit + 1);
    if (cursor !== undefined) {
      const [last] = decodeCursor(cursor, z.tuple([id]));
      newest = newest.where('id', '<', last);
    }
    const page = (await tx.all(newest)).map(toRecord);
    return toPage(page, limit, (notification) => [notification.id]);
  });

type Row = Pick<TableRow<'notifications'>, 'id' | 'kind' | 'details' | 'read_at' | 'created_at'>;

/** Converts a row; its kind and values were checked when it was written. */
const toRecord = (row: Row): NotificationRecord => ({
  id: row.id,
  kind: row.kind as NotificationRecord['kind'],
  details: row.details as NotificationRecord['details'],
  readAt: row.read_at?.toISOString() ?? null,
  createdAt: row.created_at.toISOString(),
});
