import type { Database } from '#server/database/database.ts';
import { sql, statement } from '#server/database/query.ts';

/** State of a request in the database; `replayed` has the stored response, encrypted. */
export type AttemptState =
  | { verdict: 'go' | 'busy' | 'differs' | 'lost' }
  | { verdict: 'replayed'; status: number; reply: Buffer };

type RequestIdentity = { id: Buffer; digest: Buffer };

/** Begins an attempt at a request, or returns the reason against it (migrations/0020). */
export async function beginRequest(
  database: Database,
  { id, digest }: RequestIdentity,
  attempt: string,
) {
  const question = sql<AttemptState>`
    select * from app.begin_request(${id}, ${digest}, ${attempt}::uuid)`;
  const [known] = await database.queryUnscoped(statement(question));
  if (!known) throw new Error('Expected one row from app.open_request');
  return known;
}

/** Stores the encrypted response of an attempt for a day. */
export const storeReply = (
  database: Database,
  attempt: string,
  { status, sealed }: { status: number; sealed: Buffer },
) =>
  database.queryUnscoped(
    statement(sql`select app.keep_reply(${attempt}::uuid, ${status}::smallint, ${sealed})`),
  );

/** Ends a failed attempt; `unknown` when its effect at the provider is not known. */
export const releaseRequest = (
  database: Database,
  attempt: string,
  { unknown }: { unknown: boolean },
) => database.queryUnscoped(statement(sql`select app.free_request(${attempt}::uuid, ${unknown})`));
