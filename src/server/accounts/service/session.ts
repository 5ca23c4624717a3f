import { createHash } from 'node:crypto';
import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { SignInReply, SessionRecord } from '#contract/users.ts';
import type { AppContext } from '#server/app-context.ts';
import { currentActor } from '#server/database/actor-context.ts';
import type { Database, DbTransaction, UserId } from '#server/database/database.ts';
import { trusted } from '#server/database/isolation/ids.ts';
import { db, sql } from '#server/database/query.ts';
import { tokenHash, type AuthSession } from '#server/http/contract/guard.ts';
import { getUserRecord } from '#server/users/service/user-record.ts';
import { openedAccount } from './account.ts';
import { randomToken, deleteUnusedTokens } from './token.ts';

type Lifetime = { absolute: number; idle: number };

/** Maximum and idle lifetime of sessions in hours (docs/asvs.md); shorter for operators. */
const lifetimes: Record<UserType, Lifetime> = {
  [UserType.Admin]: { absolute: 8, idle: 0.5 },
  [UserType.Tenant]: { absolute: 14 * 24, idle: 7 * 24 },
};
const impersonationLifetime: Lifetime = { absolute: 1, idle: 1 };

/** Person who has just authenticated. */
type AuthenticatedUser = { id: string; type: number };

/** Opens a session in the caller's transaction; returns the token, of which only the hash is stored. */
export async function openSession(tx: DbTransaction, person: AuthenticatedUser, userAgent: string) {
  const lifetime = lifetimes[person.type === UserType.Admin ? UserType.Admin : UserType.Tenant];
  return insertSession(tx, { user_id: person.id, user_agent: userAgent }, lifetime);
}

type NewSession = {
  user_id: string;
  user_agent: string;
  impersonator_id?: string;
  reason?: string;
};

async function insertSession(tx: DbTransaction, session: NewSession, { absolute, idle }: Lifetime) {
  const token = `sx_${randomToken()}`;
  await tx.run(
    db.insertInto('sessions').values({
      ...session,
      token_hash: tokenHash(token),
      network: saltedHash(session.user_id, currentActor()?.network),
      device: saltedHash(session.user_id, currentActor()?.device),
      user_agent: session.user_agent.slice(0, 300),
      idle_seconds: idle * 3_600,
      expires_at: sql`now() + make_interval(secs => ${idle * 3_600})`,
      ends_at: sql`now() + make_interval(secs => ${absolute * 3_600})`,
    }),
  );
  return { token, user: trusted.userId(session.user_id) };
}

/**
 * Hashes the network or device of a session together with the user id: rate limits compare it
 * (decisions/0028), and the salt prevents linking one person's sessions to another's.
 */
const saltedHash = (user: string, value: string | undefined) =>
  value === undefined ? null : createHash('sha256').update(`${user} ${value}`).digest();

/** Returns the reply of every endpoint that signs in. */
export const toLoggedInReply = async (
  database: Database,
  { token, user }: { token: string; user: UserId },
): Promise<SignInReply> => ({ token, user: await getUserRecord(database, user) });

const revokeSessions = db.updateTable('sessions').set({ revoked_at: sql<Date>`now()` });

/** Ends a session; an operator's also ends their impersonation sessions. */
export const logout = (database: Database, session: AuthSession) =>
  database.account({ id: session.user }, async (tx) => {
    await tx.run(revokeSessions.where('id', '=', session.id));
    await endImpersonations(tx, session);
  });

const endImpersonations = async (tx: DbTransaction, { user, userType }: AuthSession) => {
  if (userType !== UserType.Admin) return;
  await tx.run(revokeSessions.where('impersonator_id', '=', user).where('revoked_at', 'is', null));
};

/**
 * Revokes older access after a password was set: every session except the given one, impersonation sessions
 * that this person opened, and unused mailed links (R-ACC-17, R-ACC-19).
 */
export async function revokeAccess(
  tx: DbTransaction,
  userId: string,
  except: string | null = null,
) {
  await tx.run(
    revokeSessions
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('impersonator_id', '=', userId)]))
      .where('id', 'is distinct from', except)
      .where('revoked_at', 'is', null),
  );
  await deleteUnusedTokens(tx, userId);
}

const liveSessions = (userId: string) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`);

/** Lists the caller's live sessions, newest first. */
export const listSessions = (database: Database, session: AuthSession): Promise<SessionRecord[]> =>
  database.account({ id: session.user }, async (tx) => {
    const rows = await tx.all(liveSessions(session.user).selectAll().orderBy('id', 'desc'));
    return rows.map((row) => ({
      id: row.id,
      userAgent: row.user_agent,
      createdAt: row.created_at.toISOString(),
      expiresAt: row.expires_at.toISOString(),
      current: row.id === session.id,
      impersonated: row.impersonator_id !== null,
    }));
  });

/** Ends one of the caller's sessions; for an operator also their impersonation sessions. */
export const revokeSession = (database: Database, session: AuthSession, id: string) =>
  database.account({ id: session.user }, async (tx) => {
    const revoked = await tx.run(
      revokeSessions
        .where('id', '=', id)
        .where('user_id', '=', session.user)
        .where('revoked_at', 'is', null),
    );
    if (revoked === 0) throw new Failure('notFound');
    await endImpersonations(tx, session);
  });

type ImpersonationRequest = { userId: string; reason: string; userAgent: string };

/**
 * Opens a session in which the operator acts as a user for at most an hour; it names both people and ends
 * with the operator's own session (R-SEC-08). Refuses operators, so that impersonation can't be nested.
 */
export async function impersonate(
  { database }: AppContext,
  session: AuthSession,
  request: ImpersonationRequest,
) {
  const { userId, reason, userAgent } = request;
  const person = await database.account({ id: userId }, (tx) => tx.first(openedAccount));
  if (!person?.active) throw new Failure('notFound');
  if (person.type === UserType.Admin) throw new Failure('account.cannotImpersonateAdmin');
  const { token } = await database.account(person, (tx) =>
    insertSession(
      tx,
      { user_id: person.id, user_agent: userAgent, impersonator_id: session.user, reason },
      impersonationLifetime,
    ),
  );
  const user = await getUserRecord(database, trusted.userId(person.id), session.user);
  return { token, user } satisfies SignInReply;
}
