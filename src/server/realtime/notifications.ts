import { z } from 'zod';
import { changedTopics } from '#contract/realtime.ts';
import type { Database } from '#server/database/database.ts';
import { sql, statement } from '#server/database/query.ts';

/** Channel of the notifications of all processes and transactions. */
export const hubChannel = 'hub';

/** Maximum payload of a PostgreSQL notification in bytes. */
const maxPayloadBytes = 7_999;

const notificationSchema = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('message'),
    tenant: z.string(),
    user: z.string(),
    message: z.string(),
  }),
  z.object({ kind: z.literal('joined'), tenant: z.string(), user: z.string() }),
  z.object({ kind: z.literal('changed'), tenant: z.string(), topic: z.enum(changedTopics) }),
  z.object({ kind: z.literal('ended'), user: z.string() }),
]);
export type HubNotification = z.infer<typeof notificationSchema>;

/** Parses a notification; null for anything else. */
export const parseNotification = (payload: string): HubNotification | null => {
  try {
    return notificationSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
};

/** Notifies every process, including this one; returns false when the payload is too large. */
export async function publishNotification(
  database: Database,
  notification: HubNotification,
): Promise<boolean> {
  const payload = JSON.stringify(notification);
  if (Buffer.byteLength(payload) > maxPayloadBytes) return false;
  await database.queryUnscoped(statement(sql`select pg_notify(${hubChannel}, ${payload})`));
  return true;
}
