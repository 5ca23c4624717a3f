import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import {
  operator,
  operatorAllows,
  UserType,
  type Access,
  type OperatorRole,
  type Role,
} from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { Database, TenantId, DbTransaction } from '#server/database/database.ts';
import { compileOnce } from '#server/database/driver/compiled-query.ts';
import { retryOnce } from '#server/database/driver/errors.ts';
import { scopeTenant, trusted } from '#server/database/isolation/ids.ts';
import { sql, statement, type Compilable } from '#server/database/query.ts';
import { logDeniedAccess } from '#server/http/observability/denied-access.ts';
import { createMinuteMap } from '#server/http/protection/minute-map.ts';
import {
  assertInPerson,
  assertMayWrite,
  assertMembershipAllows,
  assertOperatorAllows,
  type AuthSession,
  type MemberAccess,
  type Membership,
  toAccessRequest,
  type AccessRequest,
} from './permissions.ts';

export type { AuthSession, Membership } from './permissions.ts';

/** Access to one tenant's rows: combines the proof of membership with the transaction scope. */
export type TenantScope = {
  id: TenantId;
  run<T>(work: (tx: DbTransaction) => Promise<T>): Promise<T>;
  /** Runs a read-only query; one round trip with its transaction. */
  read<R>(query: Compilable<R>): Promise<R[]>;
  /** Runs a query that writes; one round trip with its transaction. */
  write<R>(query: Compilable<R>): Promise<R[]>;
};

/** Reads one tenant's rows by queries that name the tenant as `scopeTenant`. */
export type TenantReader = Pick<TenantScope, 'read'>;

/** Authorized member and their tenant. */
export type Member = { session: AuthSession; tenant: TenantScope; membership: Membership };

/**
 * Reader of a member's GET call. Each `read` authorizes the caller in its own transaction and throws the
 * refusal instead of returning rows (decision 32).
 */
export type GuardedReader = TenantReader & {
  /** Authorizes the caller; asks the database only if nothing has been read yet. */
  authorized(): Promise<Member>;
};

/** Identity that the guard established for a call. */
export type Actor = Member | { session: AuthSession | null; tenant: null; membership: null };

type Authorization = {
  session_id: string;
  user_id: string;
  user_type: number;
  impersonator_id: string | null;
  /** Of the user, or of the operator who impersonates them. */
  operator_role: OperatorRole | null;
} & (
  | { role: Role; tier: number; read_only: boolean }
  // Not an active member of the requested tenant.
  | { role: null; tier: null; read_only: null }
);

/** Returns the SHA-256 of a bearer token. The database stores nothing else of it. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer');

const authorizeQuery = compileOnce(({ hash, tenant }: { hash: Buffer; tenant: string | null }) =>
  statement(sql<Authorization>`select * from app.authorize(${hash}, ${tenant}::uuid)`),
);

const enterQuery = compileOnce(({ hash }: { hash: Buffer }) =>
  statement(
    sql<
      Authorization & { is_due: boolean }
    >`select * from app.enter(${hash}, ${scopeTenant}::uuid)`,
  ),
);

/** Opens the scope of one tenant; only the guard and the creation of a tenant may call it. */
const openTenantScope = (database: Database, id: TenantId): TenantScope => ({
  id,
  run: (work) => database.tenant(id, work),
  read: async (query) => (await database.tenantRead(id, query))[0],
  write: async (query) => (await database.tenantWrite(id, query))[0],
});

export type Guard = ReturnType<typeof createGuard>;

/** Returns tenant and membership for a member's call, else null; throws the refusal. */
const checkAccess = (
  { access, named, request }: AccessRequest,
  found: Authorization,
  session: AuthSession,
) => {
  if (isAdmittedAsOperator(access, found)) return null;
  if (named instanceof Failure) throw named;
  if (named === null) {
    if (access.who === 'operator') assertOperatorAllows(access, session, request.method);
    assertInPerson(access, session);
    assertMayWrite(access, session, request.method);
    return null;
  }
  const { role, tier, read_only: readOnly } = found;
  if (role === null) throw new Failure('notFound');
  const membership = { role, tier, readOnly };
  assertMembershipAllows(access, membership, request.method);
  assertInPerson(access, session);
  assertMayWrite(access, session, request.method);
  return { id: trusted.tenantId(named), membership };
};

/** Returns the guard for this database. */
export const createGuard = (database: Database) => {
  const refusedTokens = createMinuteMap<true>();

  const authorize = async ({ token, named }: AccessRequest) => {
    if (token === null) return undefined;
    const tenant = typeof named === 'string' ? named : null;
    const query = authorizeQuery({ hash: tokenHash(token), tenant });
    const [found] = await retryOnce(() => database.queryUnscoped(query));
    return found;
  };

  /** Returns the actor by what the database knows of the caller; throws the refusal. */
  const judge = async (asked: AccessRequest, found: Authorization | undefined): Promise<Actor> => {
    const { access, token, request } = asked;
    if (!found) {
      if (access.who === 'anyone') return anonymous;
      throw new Failure('unauthorized');
    }
    const session = toSession(found, token ?? '');
    try {
      const member = checkAccess(asked, found, session);
      if (!member) return { ...anonymous, session };
      const { id, membership } = member;
      return { session, membership, tenant: openTenantScope(database, id) };
    } catch (error) {
      logDeniedAccess(request, session, error);
      throw error;
    }
  };

  return {
    /**
     * Authorizes a call by the access that the contract declares: 401 without a live session, 400 or 404
     * for the tenant key, 403 for user type, role, tier or impersonation.
     */
    admit: async (access: Access, request: FastifyRequest) => {
      const asked = toAccessRequest(access, request);
      return judge(asked, await authorize(asked));
    },
    /**
     * Returns the reader of a member's GET call, which authorizes the call like `admit`, in the transaction
     * of its first read. Calls `onAdmitted` once, before any row is returned; it may refuse, too.
     */
    openReader: (
      access: MemberAccess,
      request: FastifyRequest,
      onAdmitted: (actor: Actor) => void,
    ) => {
      const asked = toAccessRequest(access, request);
      return createReader({ database, authorize, judge, refusedTokens }, asked, onAdmitted);
    },
  };
};

type ReaderDependencies = {
  database: Database;
  /** Asks the database about the caller, and extends their session if that is due. */
  authorize: (asked: AccessRequest) => Promise<Authorization | undefined>;
  judge: (asked: AccessRequest, found: Authorization | undefined) => Promise<Actor>;
  /** Tokens refused in this minute: authorized before anything is read, so that floods cause no reads. */
  refusedTokens: () => Map<string, true>;
};

const createReader = (
  { database, authorize, judge, refusedTokens }: ReaderDependencies,
  asked: AccessRequest,
  onAdmitted: (actor: Actor) => void,
): GuardedReader => {
  const { token, named } = asked;
  let member: Promise<Member> | undefined;
  const establish = async (judged: Promise<Actor>) => {
    const actor = await judged;
    onAdmitted(actor);
    if (!actor.membership) throw new Error('Only calls for members alone have a reader');
    return actor;
  };
  const authorized = () =>
    (member ??= establish(authorize(asked).then((found) => judge(asked, found))));
  return {
    authorized,
    read: async (query) => {
      // Refused: such a call has no member.
      if (token === null || typeof named !== 'string')
        return (await authorized()).tenant.read(query);
      if (refusedTokens().get(token)) await authorized();
      const enter = enterQuery({ hash: tokenHash(token) });
      const { caller, rows } = await database.tenantReadAs(named, enter, query);
      const isDue = caller?.is_due;
      const judged = judge(asked, caller);
      member ??= establish(judged);
      await Promise.all([judged, member]).catch((error: unknown) => {
        refusedTokens().set(token, true);
        throw error;
      });
      // A read-only transaction can't extend the session.
      if (isDue) await authorize(asked);
      return rows;
    },
  };
};

/** Returns true for an operator where the call admits operators, even if they are members as well. */
const isAdmittedAsOperator = (
  { operatorToo }: { who: string; operatorToo?: true },
  { user_type, operator_role }: Authorization,
) =>
  operatorToo === true &&
  user_type === UserType.Admin &&
  operatorAllows(operator, 'GET', operator_role);

const anonymous = { session: null, tenant: null, membership: null };

const toSession = (found: Authorization, token: string): AuthSession => ({
  id: found.session_id,
  token,
  user: trusted.userId(found.user_id),
  userType: found.user_type,
  impersonator: found.impersonator_id ? trusted.userId(found.impersonator_id) : null,
  operatorRole: found.operator_role,
});
