import type { Database, TenantId } from '#server/platform/database/database.ts';
import { scopeTenant } from '#server/platform/database/isolation/ids.ts';
import { sql } from '#server/platform/database/query.ts';
import type { Connection } from './connection.ts';
import { encodeEvent } from './frames.ts';

/** Sends each connection of a tenant the unread counts of its user. */
export async function sendUnread(
  database: Database,
  tenant: string,
  connections: readonly Connection[],
): Promise<void> {
  const id = connections[0]?.groups.get(tenant);
  if (id === undefined) return;
  const users = [...new Set(connections.map(({ user }) => user.user))];
  const counts = await countUnread(database, id, users);
  for (const connection of connections) {
    const unread = counts.get(connection.user.user);
    if (!unread || !connection.groups.has(tenant)) continue;
    const { notifications, messages } = unread;
    connection.sendFrame(encodeEvent({ target: 'Unread', arguments: [notifications, messages] }));
  }
}

/** Returns the unread notifications and messages of members, by user. */
async function countUnread(database: Database, tenant: TenantId, users: string[]) {
  const [rows] = await database.tenantRead(
    tenant,
    sql<{ person: string; notifications: number; messages: number }>`
      select * from app.unread_counts(${scopeTenant}, ${users}::uuid[])`,
  );
  return new Map(
    rows.map(({ person, notifications, messages }) => [person, { notifications, messages }]),
  );
}
