import { z } from 'zod';
import { changedTopics } from '#contract/realtime.ts';
import type { Database, DbTransaction } from '#server/platform/database/database.ts';
import { sql } from '#server/platform/database/query.ts';
import { parseDocument } from './frames.ts';

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
    stored: z.object({
      position: z.number(),
      userId: z.string(),
      clientId: z.string().nullable(),
      at: z.string(),
    }),
  }),
  z.object({ kind: z.literal('unread'), tenant: z.string(), users: z.array(z.string()) }),
  z.object({ kind: z.literal('joined'), tenant: z.string(), user: z.string() }),
  z.object({ kind: z.literal('changed'), tenant: z.string(), topic: z.enum(changedTopics) }),
  z.object({ kind: z.literal('ended'), user: z.string() }),
  /** Document that the client of an event stream posted, to whichever process (R-RTM-04). */
  z.object({
    kind: z.literal('posted'),
    connection: z.string(),
    session: z.string(),
    /** Parsed, as an escaped text would no longer fit. */
    document: z.unknown(),
  }),
]);
export type HubNotification = z.infer<typeof notificationSchema>;

/** Parses a notification; null for anything else. */
export function parseNotification(payload: string): HubNotification | null {
  try {
    return notificationSchema.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}

/** Notifies every process, including this one; returns false when the payload is too large. */
export async function publishNotification(
  database: Database,
  notification: HubNotification,
): Promise<boolean> {
  const notify = notificationStatement(notification);
  if (notify !== null) await database.queryUnscoped(notify);
  return notify !== null;
}

/**
 * Passes documents that the client of an event stream posted to the process that serves it, which only takes those of
 * its own session (R-RTM-04). Returns false when one is too large.
 */
export async function publishPosted(
  database: Database,
  stream: { connection: string; session: string },
  documents: readonly string[],
): Promise<boolean> {
  for (const text of documents) {
    const posted = { kind: 'posted', ...stream, document: parseDocument(text) } as const;
    if (!(await publishNotification(database, posted))) return false;
  }
  return true;
}

/** Returns the statement that notifies every process with its commit; null when the payload is too large. */
export function notificationStatement(notification: HubNotification) {
  const payload = JSON.stringify(notification);
  if (Buffer.byteLength(payload) > maxPayloadBytes) return null;
  return sql`select pg_notify(${hubChannel}, ${payload})`;
}

/** Number of ids of users that fit into one notification. */
const maxUsers = 150;

/** Makes the windows of these members show their new unread counts, with the commit of the transaction. */
export async function notifyUnread(
  tx: DbTransaction,
  tenant: string,
  users: readonly string[],
): Promise<void> {
  for (let start = 0; start < users.length; start += maxUsers) {
    const some = users.slice(start, start + maxUsers);
    const notify = notificationStatement({ kind: 'unread', tenant, users: some });
    if (notify) await tx.run(notify);
  }
}
