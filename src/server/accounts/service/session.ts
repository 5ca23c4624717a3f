import { createHash } from 'node:crypto';
import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { LoggedIn, SessionRecord } from '#contract/users.ts';
import { acting } from '#server/database/acting.ts';
import type { Database, Transaction, UserId } from '#server/database/database.ts';
import { vouch } from '#server/database/ids.ts';
import { db, sql } from '#server/database/query.ts';
import { tokenHash, type Session } from '#server/http/guard.ts';
import { getSelf } from '#server/users/service/present.ts';
import { randomToken, voidLinks } from './token.ts';

type Lifetime = { longest: number; idle: number };

/** Hours that a session lives at most, and without a call (docs/asvs.md); the operator's are fewer. */
const lifetimes: Record<UserType, Lifetime> = {
  [UserType.Admin]: { longest: 8, idle: 0.5 },
  [UserType.Tenant]: { longest: 14 * 24, idle: 7 * 24 },
};
const lifetimeOfActing: Lifetime = { longest: 1, idle: 1 };

/** Whoever just proved who they are, and from which browser. */
type Person = { id: string; type: number };

/** Opens a session in the transaction of its cause; the token is known to its caller only. */
export async function openSession(tx: Transaction, person: Person, userAgent: string) {
  const lifetime = lifetimes[person.type === UserType.Admin ? UserType.Admin : UserType.Tenant];
  return insert(tx, { user_id: person.id, user_agent: userAgent }, lifetime);
}

type Behalf = { operator: UserId; reason: string; userAgent: string };

/** Opens a session in which the operator acts as this person, for an hour. */
export const openSessionFor = (tx: Transaction, person: Person, behalf: Behalf) =>
  insert(
    tx,
    {
      user_id: person.id,
      user_agent: behalf.userAgent,
      impersonator_id: behalf.operator,
      reason: behalf.reason,
    },
    lifetimeOfActing,
  );

type Opened = {
  user_id: string;
  user_agent: string;
  impersonator_id?: string;
  reason?: string;
};

async function insert(tx: Transaction, session: Opened, { longest, idle }: Lifetime) {
  const token = `sx_${randomToken()}`;
  await tx.run(
    db.insertInto('sessions').values({
      ...session,
      token_hash: tokenHash(token),
      network: hashWith(session.user_id, acting()?.network),
      device: hashWith(session.user_id, acting()?.device),
      user_agent: session.user_agent.slice(0, 300),
      idle_seconds: idle * 3_600,
      expires_at: sql`now() + make_interval(secs => ${idle * 3_600})`,
      ends_at: sql`now() + make_interval(secs => ${longest * 3_600})`,
    }),
  );
  return { token, user: vouch.user(session.user_id) };
}

/**
 * The network or the device that a session is opened from, hashed with the person: the limits compare it
 * (decisions/0028), and nobody can read or follow it from one person to another.
 */
const hashWith = (user: string, value: string | undefined) =>
  value === undefined ? null : createHash('sha256').update(`${user} ${value}`).digest();

/** The answer of everything that signs in. */
export const loggedIn = async (
  database: Database,
  { token, user }: { token: string; user: UserId },
): Promise<LoggedIn> => ({ token, user: await getSelf(database, user) });

/** Ends a session; an operator's also ends those in which they act as others. */
export const logout = (database: Database, session: Session) =>
  database.account({ id: session.user }, async (tx) => {
    await tx.run(
      db
        .updateTable('sessions')
        .set({ revoked_at: sql`now()` })
        .where('id', '=', session.id),
    );
    await endActing(tx, session);
  });

/** Ends the sessions in which an operator acts as others; nobody else has any. */
const endActing = async (tx: Transaction, { user, userType }: Session) => {
  if (userType !== UserType.Admin) return;
  await tx.run(
    db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()` })
      .where('impersonator_id', '=', user)
      .where('revoked_at', 'is', null),
  );
};

/**
 * Ends what an older password or an older mailed link would still open, once a password was set: every
 * session but the given one, those in which the person acts as others too, and links not used yet.
 */
export async function revokeAccess(tx: Transaction, userId: string, except: string | null = null) {
  await tx.run(
    db
      .updateTable('sessions')
      .set({ revoked_at: sql`now()` })
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('impersonator_id', '=', userId)]))
      .where('id', 'is distinct from', except)
      .where('revoked_at', 'is', null),
  );
  await voidLinks(tx, userId);
}

const live = (userId: string) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`);

/** One's own live sessions, newest first. */
export const listSessions = (database: Database, session: Session): Promise<SessionRecord[]> =>
  database.account({ id: session.user }, async (tx) => {
    const rows = await tx.all(live(session.user).selectAll().orderBy('id', 'desc'));
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      current: row.id === session.id,
      impersonated: row.impersonator_id !== null,
    }));
  });

/** Ends one of one's own sessions; an operator's also ends those in which they act as others. */
export const revokeSession = (database: Database, session: Session, id: string) =>
  database.account({ id: session.user }, async (tx) => {
    const revoked = await tx.run(
      db
        .updateTable('sessions')
        .set({ revoked_at: sql`now()` })
        .where('id', '=', id)
        .where('user_id', '=', session.user)
        .where('revoked_at', 'is', null),
    );
    if (revoked === 0) throw new Failure('notFound');
    await endActing(tx, session);
  });
