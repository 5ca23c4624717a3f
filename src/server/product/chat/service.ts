import { z } from 'zod';
import { position, type StoredChatMessage } from '#contract/chat/chat.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql, type InferResult } from '#server/platform/database/query.ts';
import { decodeCursor, toPage, type PageQuery } from '#server/platform/http/contract/cursor.ts';
import type { AuthSession, Member, TenantScope } from '#server/platform/http/contract/guard.ts';
import { notifyUnread } from '#server/platform/realtime/notifications.ts';

/** Lists the messages of the tenant, newest first, with what the member has not seen (R-CHT-01, R-CHT-02). */
export const list = ({ tenant, session }: Member, { cursor, limit }: PageQuery) =>
  tenant.run(async (tx) => {
    tx.openAccount({ id: session.user });
    let messages = selectMessages(session.user).limit(limit + 1);
    if (cursor !== undefined) {
      const [last] = decodeCursor(cursor, z.tuple([position]));
      messages = messages.where('message.position', '<', last);
    }
    const page = (await tx.all(messages)).map(toRecord);
    return toPage(page, limit, (message) => [message.position]);
  });

const selectMessages = (user: string) =>
  db
    .selectFrom('chat_messages as message')
    .innerJoin('memberships as reader', (on) =>
      on.onRef('reader.tenant_id', '=', 'message.tenant_id').on('reader.user_id', '=', user),
    )
    .leftJoin('chat_reads as seen', (on) =>
      on
        .onRef('seen.tenant_id', '=', 'message.tenant_id')
        .onRef('seen.user_id', '=', 'reader.user_id'),
    )
    .select(['message.position', 'message.user_id', 'message.user_name', 'message.message'])
    .select(['message.client_id', 'message.created_at'])
    .select(
      sql<boolean>`message.user_id <> reader.user_id and message.created_at > reader.created_at
        and message.position > coalesce(seen.position, 0)`.as('unread'),
    )
    .where('message.tenant_id', '=', scopeTenant)
    .orderBy('message.position', 'desc');

type Row = InferResult<ReturnType<typeof selectMessages>>[number];

const toRecord = (row: Row): StoredChatMessage => ({
  position: Number(row.position),
  userId: row.user_id,
  user: row.user_name,
  message: row.message,
  clientId: row.client_id,
  at: row.created_at.toISOString(),
  unread: row.unread,
});

/** Stores that the member has seen the messages up to a position; never moves it back (R-CHT-02). */
export const markSeen = (
  { tenant, session }: { tenant: TenantScope; session: AuthSession },
  position: number,
) =>
  tenant.run(async (tx) => {
    tx.openAccount({ id: session.user });
    const row = { tenant_id: scopeTenant, user_id: session.user, position };
    const moved = await tx.run(
      db
        .insertInto('chat_reads')
        .values(row)
        .onConflict((conflict) =>
          conflict
            .columns(['tenant_id', 'user_id'])
            .doUpdateSet(({ ref }) => ({ position: ref('excluded.position') }))
            .whereRef('chat_reads.position', '<', 'excluded.position'),
        ),
    );
    if (moved > 0) await notifyUnread(tx, tenant.id, [session.user]);
  });
