import { UserType } from '#contract/access.ts';
import type { LoggedIn } from '#contract/users.ts';
import type { Database, Transaction, UserId } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql } from '#server/database/query.ts';
import { tokenHash, type Session } from '#server/http/guard.ts';
import { getSelf } from '#server/users/service.ts';
import { randomToken } from './token.ts';

/** Days that a session lives; the operator's is shorter. */
const lifetime = { [UserType.Admin]: 8 / 24, [UserType.Tenant]: 14 };

/** Whoever just proved who they are, and from which browser. */
type Person = { id: string; type: number };

/** Opens a session in the transaction of its cause; the token is known to its caller only. */
export async function openSession(tx: Transaction, person: Person, userAgent: string) {
  const token = `sx_${randomToken()}`;
  const days = person.type === UserType.Admin ? lifetime[0] : lifetime[1];
  await tx.run(
    db.insertInto('sessions').values({
      token_hash: tokenHash(token),
      user_id: person.id,
      user_agent: userAgent.slice(0, 300),
      expires_at: sql`now() + make_interval(secs => ${days * 86_400})`,
    }),
  );
  return { token, user: vouch.user(person.id) };
}

/** The answer of everything that signs in. */
export const loggedIn = async (
  database: Database,
  { token, user }: { token: string; user: UserId },
): Promise<LoggedIn> => ({ token, user: await getSelf(database, user) });

/** Ends a session. */
export const logout = (database: Database, session: Session) =>
  database.system(async (tx) => {
    await tx.run(
      db
        .updateTable('sessions')
        .set({ revoked_at: sql`now()` })
        .where('id', '=', session.id),
    );
  });

/** Ends every session of a person: their password changed. */
export const endSessions = (tx: Transaction, userId: string) =>
  tx.run(
    db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()` })
      .where('user_id', '=', userId)
      .where('revoked_at', 'is', null),
  );
