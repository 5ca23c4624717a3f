import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { UserType, type Access, type Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import type { Database, TenantId, DbTransaction } from '#server/database/database.ts';
import { compileOnce } from '#server/database/driver/compiled-query.ts';
import { retryOnce } from '#server/database/driver/errors.ts';
import type { Pipeline } from '#server/database/driver/pipeline.ts';
import { trusted } from '#server/database/isolation/ids.ts';
import { sql, statement } from '#server/database/query.ts';
import { logDeniedAccess } from '#server/http/observability/denied-access.ts';
import {
  assertInPerson,
  assertMembershipAllows,
  type AuthSession,
  type MemberAccess,
  type Membership,
} from './permissions.ts';

export type { AuthSession, Membership } from './permissions.ts';

/** Access to one tenant's rows: combines the proof of membership with the transaction scope. */
export type TenantScope = {
  id: TenantId;
  /** Runs work in one transaction. */
  run<T>(work: (tx: DbTransaction) => Promise<T>): Promise<T>;
  /** Runs read-only queries in one snapshot: one transaction in one round trip. */
  read<T>(batch: Pipeline<T>): Promise<T>;
  /** Runs queries that write in one transaction and one round trip. */
  write<T>(batch: Pipeline<T>): Promise<T>;
};

/** Identity that the guard established for a call; `tenantId` and `membership` for members only. */
export type Actor = {
  session: AuthSession | null;
  tenant: TenantScope | null;
  membership: Membership | null;
};

type Authorization = {
  session_id: string;
  user_id: string;
  user_type: number;
  impersonator_id: string | null;
} & (
  | { role: Role; tier: number; read_only: boolean }
  // Not an active member of the requested tenant.
  | { role: null; tier: null; read_only: null }
);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the SHA-256 of a bearer token. The database stores nothing else of it. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer');

/** Returns the session token of a request, or null. */
const bearerOf = (request: FastifyRequest) =>
  request.headers.authorization?.match(/^Bearer ([\w-]{1,200})$/i)?.[1] ?? null;

type SessionQuery = { hash: Buffer; tenant: string | null };
type GateParameters = SessionQuery & Pick<MemberAccess, 'role' | 'tier' | 'inPerson'>;

const authorizeQuery = compileOnce(({ hash, tenant }: SessionQuery) =>
  statement(sql<Authorization>`select * from app.authorize(${hash}, ${tenant}::uuid)`),
);

const gateQuery = compileOnce(({ hash, tenant, role, tier, inPerson }: GateParameters) =>
  statement(sql<Authorization>`
    select * from app.admit(${hash}, ${tenant}::uuid, ${role}::int, ${tier}::int, ${inPerson})`),
);

/** Opens the scope of one tenant; only the guard and the creation of a tenant may call it. */
const openTenantScope = (database: Database, id: TenantId): TenantScope => ({
  id,
  run: (work) => database.tenant(id, work),
  read: async ({ queries, toResult: answer }) => answer(await database.tenantRead(id, ...queries)),
  write: async ({ queries, toResult: answer }) =>
    answer(await database.tenantWrite(id, ...queries)),
});

/**
 * Returns the tenant that a member's call names. Only callers with a live session learn of a wrong key,
 * so the failure is returned here and thrown later.
 */
const requestedTenant = (request: FastifyRequest, of: string | null): string | Failure => {
  const header = request.headers['x-tenant-key'];
  const key = header === undefined ? null : String(header).toLowerCase();
  if (key !== null && !uuid.test(key)) return new Failure('tenant.keyMissing');
  if (of === null) return key ?? new Failure('tenant.keyMissing');
  const named = (request.params as Record<string, string>)[of]?.toLowerCase() ?? '';
  if (!uuid.test(named)) return new Failure('notFound');
  return key === null || key === named ? named : new Failure('tenant.keyMismatch');
};

/** Call to authorize; `named`: the tenant that a member's call names. */
type AccessRequest = { method: string } & (
  | { access: MemberAccess; named: string | Failure }
  | { access: Exclude<Access, MemberAccess>; named: null }
);

const toAccessRequest = (access: Access, request: FastifyRequest): AccessRequest => {
  const { method } = request;
  return access.who === 'member'
    ? { access, named: requestedTenant(request, access.of), method }
    : { access, named: null, method };
};

/** Unverified claim of a member's call. */
export type TenantClaim = { token: string; tenant: string };

/** Authorization of all calls. */
export type Guard = {
  /**
   * Authorizes a call by the access that the contract declares: 401 without a live session, 400 or 404
   * for the tenant key, 403 for user type, role, tier or impersonation.
   */
  admit: (access: Access, request: FastifyRequest) => Promise<Actor>;
  /** Returns the claim of a member's call; null when it is refused whatever the database holds. */
  claimOf: (access: MemberAccess, request: FastifyRequest) => TenantClaim | null;
  /**
   * Authorizes and reads in one transaction: the database returns no rows to a caller that it does not
   * admit. Returns null for such a caller, or where more than reading is required: `admit` decides
   * then.
   */
  admitAndRead: (
    claim: TenantClaim & { access: MemberAccess; request: FastifyRequest },
    queries: Pipeline<unknown>['queries'],
  ) => Promise<{ actor: Actor; lists: unknown[][] } | null>;
};

/**
 * Returns tenant and membership for a member's call, null for other kinds of access. Throws the
 * refusal.
 */
const checkAccess = (
  { access, named, method }: AccessRequest,
  found: Authorization,
  session: AuthSession,
) => {
  if (isAdmittedAsOperator(access, found)) return null;
  if (named instanceof Failure) throw named;
  if (named === null) {
    if (access.who === 'operator' && found.user_type !== UserType.Admin) {
      throw new Failure('access.operator');
    }
    assertInPerson(access, session);
    return null;
  }
  const { role, tier, read_only: readOnly } = found;
  if (role === null) throw new Failure('notFound');
  const membership = { role, tier, readOnly };
  assertMembershipAllows(access, membership, method);
  assertInPerson(access, session);
  return { id: trusted.tenantId(named), membership };
};

/** Returns the guard for this database. */
export const createGuard = (database: Database): Guard => {
  const authorize = async (token: string, tenant: string | null) => {
    const question = authorizeQuery({ hash: tokenHash(token), tenant });
    const [found] = await retryOnce(() => database.queryUnscoped(question));
    return found;
  };

  const actorOf = (asked: AccessRequest, found: Authorization, session: AuthSession): Actor => {
    const member = checkAccess(asked, found, session);
    if (!member) return { ...anonymous, session };
    return { session, membership: member.membership, tenant: openTenantScope(database, member.id) };
  };

  return {
    admit: async (access, request) => {
      const token = bearerOf(request);
      const asked = toAccessRequest(access, request);
      const { named } = asked;
      const found = token && (await authorize(token, named instanceof Failure ? null : named));
      if (!found) {
        if (access.who === 'anyone') return anonymous;
        throw new Failure('unauthorized');
      }
      const session = toSession(found, token);
      try {
        return actorOf(asked, found, session);
      } catch (error) {
        logDeniedAccess(request, session, error);
        throw error;
      }
    },
    claimOf: (access, request) => {
      const token = bearerOf(request);
      const tenant = requestedTenant(request, access.of);
      return token === null || tenant instanceof Failure ? null : { token, tenant };
    },
    admitAndRead: async ({ access, request: { method }, token, tenant }, queries) => {
      const { role, tier, inPerson } = access;
      const gate = gateQuery({ hash: tokenHash(token), tenant, role, tier, inPerson });
      const found = await retryOnce(() => database.readAuthorized(gate, queries));
      if (!found) return null;
      // The database refused these callers already. The check runs again, so that one function defines
      // it.
      const session = toSession(found.gate, token);
      return {
        actor: actorOf({ access, named: tenant, method }, found.gate, session),
        lists: found.lists,
      };
    },
  };
};

/** Returns true for an operator where the call admits operators, even if they are members as well. */
const isAdmittedAsOperator = (
  { operatorToo }: { who: string; operatorToo?: true },
  { user_type }: Authorization,
) => operatorToo === true && user_type === UserType.Admin;

const anonymous: Actor = { session: null, tenant: null, membership: null };

const toSession = (found: Authorization, token: string): AuthSession => ({
  id: found.session_id,
  token,
  user: trusted.userId(found.user_id),
  userType: found.user_type,
  impersonator: found.impersonator_id ? trusted.userId(found.impersonator_id) : null,
});
