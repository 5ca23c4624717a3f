import { createHash } from 'node:crypto';
import { UserType } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { FactorMethod } from '#contract/factors/shapes.ts';
import type { SignInReply, SessionRecord } from '#contract/users.ts';
import {
  assertMemberAtAddress,
  getUserRecord,
} from '#server/identity/users/service/user-record.ts';
import { currentActor } from '#server/platform/database/actor-context.ts';
import type {
  Database,
  DbTransaction,
  TenantId,
  UserId,
} from '#server/platform/database/database.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db, sql } from '#server/platform/database/query.ts';
import { sessionHash, type AuthSession } from '#server/platform/http/contract/guard.ts';
import { addJob } from '#server/platform/jobs/add-job.ts';
import { randomToken, deleteUnusedTokens } from './token.ts';

/** Hours that a session lasts; `end`: at the latest. */
type Lifetime = { absolute: number; idle: number; end?: Date };

/** Maximum and idle lifetime of sessions in hours (docs/asvs.md); shorter for operators. */
const lifetimes: Record<UserType, Lifetime> = {
  [UserType.Admin]: { absolute: 8, idle: 0.5 },
  [UserType.Tenant]: { absolute: 14 * 24, idle: 7 * 24 },
};

/** Person who has just authenticated; `active` is undefined for a new account. */
type AuthenticatedUser = { id: string; type: number; active?: boolean };

/**
 * Method by which a person authenticated: `email` is a mailed link to set a password, `link` one that signs in, `sso` an
 * organization's identity provider.
 */
export type SessionMethod = 'password' | 'google' | 'email' | 'link' | 'sso' | FactorMethod;

/** How the person of a new session authenticated. */
type Authentication = {
  userAgent: string;
  method: SessionMethod;
  /** Organization whose identity provider authenticated the person. */
  ssoTenant?: TenantId;
  /** First factor, if `method` is the second one. */
  first?: SessionMethod;
  /** True on a remembered device, where the second factor was not asked for. */
  isRemembered?: boolean;
};

/**
 * Opens a session in the caller's transaction; returns the token, of which only the hash is stored. Refuses a
 * suspended account like wrong credentials (R-OPR-14).
 */
export async function openSession(
  tx: DbTransaction,
  person: AuthenticatedUser,
  { userAgent, method, first, ssoTenant, isRemembered = false }: Authentication,
) {
  if (person.active === false) throw new Failure('account.login.invalid');
  const lifetime = lifetimes[person.type === UserType.Admin ? UserType.Admin : UserType.Tenant];
  const session = {
    user_id: person.id,
    user_agent: userAgent,
    methods: first ? [first, method] : [method],
    ...(ssoTenant && { sso_tenant_id: ssoTenant }),
  };
  const isMailed = mailedMethods.has(first ?? method);
  // One link is enough: another one may have been forwarded, or be read later (R-ACC-38).
  if (isMailed) await deleteUnusedTokens(tx, person.id, ['link']);
  // A mailed link was opened by the owner of the mailbox that the notification would go to.
  // Sent together, the question first: the new session is of a known device.
  const [isNew, { at, ...opened }] = await Promise.all([
    !isMailed && isNewDevice(tx, person.id, userAgent),
    insertSession(tx, { ...session, ...(isRemembered && { authenticated_at: null }) }, lifetime),
  ]);
  if (isNew) {
    const payload = { user: person.id, userAgent, at: at.toISOString() };
    await addJob(tx, { name: 'account.device', payload });
  }
  return opened;
}

/** Methods that prove the mailbox. */
const mailedMethods = new Set<SessionMethod>(['email', 'link']);

/**
 * Returns true if the account has sessions, and none of 90 days was opened by this browser: neither with its device
 * token, nor from its network with the same user agent, as after deleting cookies (R-ACC-35).
 */
async function isNewDevice(tx: DbTransaction, user: string, userAgent: string) {
  const [device, network] = [deviceHashOf(user), saltedHash(user, currentActor()?.network)];
  const recent = db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', user)
    .where('impersonator_id', 'is', null)
    .where('created_at', '>', sql<Date>`now() - interval '90 days'`);
  const ofBrowser = recent.where(
    sql<boolean>`(device = ${device} or network = ${network} and user_agent = ${userAgent.slice(0, 300)})`,
  );
  // Each reads until it finds one: a person may have thousands of sessions.
  const { isNew } = await tx.one(
    sql<{ isNew: boolean }>`select exists ${recent} and not exists ${ofBrowser} as "isNew"`,
  );
  return isNew;
}

type NewSession = {
  user_id: string;
  user_agent: string;
  methods?: SessionMethod[];
  sso_tenant_id?: TenantId;
  authenticated_at?: null;
  impersonator_id?: string;
  reason?: string;
};

/** Inserts a session that lasts as many hours; returns its time, and the token, of which only the hash is stored. */
export async function insertSession(
  tx: DbTransaction,
  session: NewSession,
  { absolute, idle, end }: Lifetime,
) {
  const after = (hours: number) =>
    sql<Date>`least(now() + make_interval(secs => ${hours * 3_600}), ${end ?? null}::timestamptz)`;
  const token = `sx_${randomToken()}`;
  const { id, created_at: at } = await tx.one(
    db
      .insertInto('sessions')
      .values({
        ...session,
        token_hash: sessionHash(token, currentActor()?.address),
        network: saltedHash(session.user_id, currentActor()?.network),
        device: deviceHashOf(session.user_id),
        user_agent: session.user_agent.slice(0, 300),
        idle_seconds: idle * 3_600,
        expires_at: after(idle),
        ends_at: after(absolute),
      })
      .returning(['id', 'created_at']),
  );
  return { id, at, token, user: trusted.userId(session.user_id) };
}

/** Returns the hash by which the calling browser is known to this account; null without a device token. */
export const deviceHashOf = (user: string) => saltedHash(user, currentActor()?.device);

/**
 * Hashes the network or device of a session together with the user id: rate limits compare it
 * (decisions/0028), and the salt prevents linking one person's sessions to another's.
 */
const saltedHash = (user: string, value: string | undefined) =>
  value === undefined ? null : createHash('sha256').update(`${user} ${value}`).digest();

/** An open session, and its token. */
export type OpenedSession = { token: string; user: UserId };

/** Returns the reply of every endpoint that signs in; refuses other people at an organization's own address. */
export async function toLoggedInReply(
  database: Database,
  { token, user: id }: OpenedSession,
): Promise<SignInReply> {
  const user = await getUserRecord(database, id);
  assertMemberAtAddress(user);
  return { token, user };
}

const revokeSessions = db.updateTable('sessions').set({ revoked_at: sql<Date>`now()` });

/** Ends a session; an operator's also ends their impersonation sessions. */
export const logout = (database: Database, session: AuthSession) =>
  database.account({ id: session.user }, async (tx) => {
    await tx.run(revokeSessions.where('id', '=', session.id));
    await endImpersonations(tx, session);
  });

async function endImpersonations(tx: DbTransaction, { user, userType }: AuthSession) {
  if (userType !== UserType.Admin) return;
  await tx.run(revokeSessions.where('impersonator_id', '=', user).where('revoked_at', 'is', null));
}

/**
 * Revokes older access after a password was set: every session except the given one, impersonation sessions
 * that this person opened, unused mailed links, pending sign-ins and remembered devices (R-ACC-17, R-ACC-19).
 */
export async function revokeAccess(
  tx: DbTransaction,
  userId: string,
  except: string | null = null,
) {
  await endOtherSessions(tx, userId, except);
  await deleteUnusedTokens(tx, userId);
  await tx.run(db.deleteFrom('remembered_devices').where('user_id', '=', userId));
}

/** Ends some sessions of a person whose account is open. */
export const endSessions = (tx: DbTransaction, userId: string, sessions: string[]) =>
  tx.run(
    revokeSessions
      .where('user_id', '=', userId)
      .where('id', 'in', sessions)
      .where('revoked_at', 'is', null),
  );

/** Ends every session of a person except the given one, and impersonation sessions that they opened. */
export const endOtherSessions = (tx: DbTransaction, userId: string, except: string | null) =>
  tx.run(
    revokeSessions
      .where((eb) => eb.or([eb('user_id', '=', userId), eb('impersonator_id', '=', userId)]))
      .where('id', 'is distinct from', except)
      .where('revoked_at', 'is', null),
  );

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
