import { z } from 'zod';
import { changedTopics } from '#contract/realtime.ts';
import type { Database } from '#server/database/database.ts';
import { sql, statement } from '#server/database/query.ts';

/** The channel on which every process hears what the others, and the database's triggers, tell. */
export const channel = 'hub';

/** The most that PostgreSQL carries in one notice, in bytes. */
const largestNotice = 7_999;

const notice = z.discriminatedUnion('kind', [
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
export type Notice = z.infer<typeof notice>;

/** A notice of ours; null for anything else. */
export const readNotice = (payload: string): Notice | null => {
  try {
    return notice.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
};

/** Tells every process, this one too; false when the notice is too large to be carried. */
export async function tell(database: Database, told: Notice): Promise<boolean> {
  const payload = JSON.stringify(told);
  if (Buffer.byteLength(payload) > largestNotice) return false;
  await database.ask(statement(sql`select pg_notify(${channel}, ${payload})`));
  return true;
}
