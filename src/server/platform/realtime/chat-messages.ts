import type { ChatMessage } from '#contract/chat/chat.ts';
import type { Database, TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import type { ConnectedUser } from './connection.ts';
import { notificationStatement } from './notifications.ts';

type NewMessage = Pick<ChatMessage, 'message' | 'clientId'> & {
  tenant: TenantId;
  sender: ConnectedUser;
};

/** The message can't be delivered: with its JSON escapes it exceeds a notification of PostgreSQL. */
class MessageTooLarge extends Error {}

/**
 * Locks the order of the messages of a tenant until the commit. Not by the row that numbers them: on Citus, it is on
 * another node, which commits before the one that notifies.
 */
const lockOrder = (tenant: TenantId) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`chat ${tenant}`}, 0))`;

/**
 * Stores a message and delivers it with the commit. Messages of one organization wait for each other, so that they are
 * stored and delivered in one order. A message that is sent again is neither stored nor delivered again (R-CHT-01,
 * R-CHT-03). Returns false if the message is too large.
 */
export const sendMessage = (
  database: Database,
  { tenant, sender: { user, name }, message, clientId }: NewMessage,
): Promise<boolean> =>
  database
    .tenant(tenant, async (tx) => {
      void tx.run(lockOrder(tenant));
      const { last_position: position } = await tx.one(
        db
          .insertInto('chat_rooms')
          .values({ tenant_id: scopeTenant, last_position: 1 })
          .onConflict((conflict) =>
            conflict.column('tenant_id').doUpdateSet(({ ref }) => ({
              last_position: sql`${ref('chat_rooms.last_position')} + 1`,
            })),
          )
          .returning('last_position'),
      );
      const row = { tenant_id: scopeTenant, position, user_id: user, user_name: name, message };
      const added = await tx.first(
        db
          .insertInto('chat_messages')
          .values({ ...row, client_id: clientId })
          .onConflict((conflict) => conflict.doNothing())
          .returning('created_at'),
      );
      if (!added) return true;
      const notify = notificationStatement({
        kind: 'message',
        tenant,
        user: name,
        message,
        stored: {
          position: Number(position),
          userId: user,
          clientId,
          at: added.created_at.toISOString(),
        },
      });
      if (notify === null) throw new MessageTooLarge();
      await tx.run(notify);
      return true;
    })
    .catch((error: unknown) => {
      if (error instanceof MessageTooLarge) return false;
      throw error;
    });
