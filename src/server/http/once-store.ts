import type { Database } from '#server/database/database.ts';
import { sql, statement } from '#server/database/query.ts';

/** What is to become of a request; `replayed` brings what was answered, sealed. */
export type Verdict =
  | { verdict: 'go' | 'busy' | 'differs' | 'lost' }
  | { verdict: 'replayed'; status: number; reply: Buffer };

type Name = { id: Buffer; digest: Buffer };

/** Begins an attempt at a request, or says why not (migrations/0020). */
export async function begin(database: Database, { id, digest }: Name, attempt: string) {
  const question = sql<Verdict>`
    select * from app.begin_request(${id}, ${digest}, ${attempt}::uuid)`;
  const [known] = await database.ask(statement(question));
  if (!known) throw new Error('A function answers one row');
  return known;
}

/** Keeps what an attempt was answered, sealed, for a day. */
export const keep = (
  database: Database,
  attempt: string,
  { status, sealed }: { status: number; sealed: Buffer },
) =>
  database.ask(
    statement(sql`select app.keep_reply(${attempt}::uuid, ${status}::smallint, ${sealed})`),
  );

/** Ends an attempt that came to nothing; `unknown` when nobody can tell what the provider did. */
export const free = (database: Database, attempt: string, { unknown }: { unknown: boolean }) =>
  database.ask(statement(sql`select app.free_request(${attempt}::uuid, ${unknown})`));
