import { hash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import { roleAllows, tierAllows, UserType, type Access, type Role } from '#contract/access.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { Batch } from '#server/database/batch.ts';
import { compiledOnce } from '#server/database/compiled.ts';
import type { Database, TenantId, Transaction, UserId } from '#server/database/database.ts';
import { onceMore } from '#server/database/errors.ts';
import { vouch } from '#server/database/ids.ts';
import { sql, statement } from '#server/database/query.ts';
import { logRefusal } from './refused.ts';

/** Live session and its user. */
export type Session = {
  id: string;
  /** Bearer token itself: returned only to its holder, never stored or logged. */
  token: string;
  user: UserId;
  userType: number;
  /** Operator who impersonates this user, if any. */
  impersonator: UserId | null;
};

/** Access to one tenant's rows: combines the proof of membership with the transaction scope. */
export type Tenant = {
  id: TenantId;
  /** Runs work in one transaction. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** Runs read-only queries in one snapshot: one transaction in one round trip. */
  read<T>(batch: Batch<T>): Promise<T>;
  /** Runs queries that write in one transaction and one round trip. */
  write<T>(batch: Batch<T>): Promise<T>;
};

/** Role and entitlements of a caller in the tenant of the call. */
export type Membership = { role: Role; tier: number; readOnly: boolean };

/** Identity that the guard established for a call; `tenant` and `membership` for members only. */
export type Actor = {
  session: Session | null;
  tenant: Tenant | null;
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

type Asking = { hash: Buffer; tenant: string | null };
type Passage = Asking & Pick<ForMembers, 'role' | 'tier' | 'inPerson'>;

const whoIs = compiledOnce(({ hash, tenant }: Asking) =>
  statement(sql<Authorization>`select * from app.authorize(${hash}, ${tenant}::uuid)`),
);

const gateOf = compiledOnce(({ hash, tenant, role, tier, inPerson }: Passage) =>
  statement(sql<Authorization>`
    select * from app.admit(${hash}, ${tenant}::uuid, ${role}::int, ${tier}::int, ${inPerson})`),
);

/** Opens the scope of one tenant; only the guard and the creation of a tenant may call it. */
const tenantDoor = (database: Database, id: TenantId): Tenant => ({
  id,
  run: (work) => database.tenant(id, work),
  read: async ({ queries, answer }) => answer(await database.tenantRead(id, ...queries)),
  write: async ({ queries, answer }) => answer(await database.tenantWrite(id, ...queries)),
});

/** Error code for a member who lacks the role, by the role that the call requires. */
export const roleFailure: Record<Role, ErrorCode> = {
  0: 'tenant.onlyOwner',
  1: 'tenant.onlyAdmin',
  2: 'tenant.onlyMember',
  3: 'tenant.onlyMember',
};

/**
 * Returns the tenant that a member's call names. Only callers with a live session learn of a wrong key,
 * so the failure is returned here and thrown later.
 */
const namedTenant = (request: FastifyRequest, of: string | null): string | Failure => {
  const header = request.headers['x-tenant-key'];
  const key = header === undefined ? null : String(header).toLowerCase();
  if (key !== null && !uuid.test(key)) return new Failure('tenant.keyMissing');
  if (of === null) return key ?? new Failure('tenant.keyMissing');
  const named = (request.params as Record<string, string>)[of]?.toLowerCase() ?? '';
  if (!uuid.test(named)) return new Failure('notFound');
  return key === null || key === named ? named : new Failure('tenant.keyMismatch');
};

type ForMembers = Extract<Access, { who: 'member' }>;

const assertMay = (access: ForMembers, { role, tier, readOnly }: Membership, method: string) => {
  if (!roleAllows(role, access.role)) throw new Failure(roleFailure[access.role]);
  if (!tierAllows(tier, access.tier))
    throw new Failure('access.tier', { params: { tier: access.tier } });
  if (readOnly && method !== 'GET' && !access.whenReadOnly) throw new Failure('billing.readOnly');
};

/** Throws if an operator impersonates the user in a call that must be made in person. */
const assertInPerson = (
  { inPerson }: { who: string; inPerson?: boolean },
  { impersonator }: Session,
) => {
  if (inPerson && impersonator !== null) throw new Failure('access.impersonating');
};

/** Call to authorize; `named`: the tenant that a member's call names. */
type Asked = { method: string } & (
  | { access: ForMembers; named: string | Failure }
  | { access: Exclude<Access, ForMembers>; named: null }
);

const askedOf = (access: Access, request: FastifyRequest): Asked => {
  const { method } = request;
  return access.who === 'member'
    ? { access, named: namedTenant(request, access.of), method }
    : { access, named: null, method };
};

/** Unverified claim of a member's call. */
export type Claim = { token: string; tenant: string };

/** Authorization of all calls. */
export type Guard = {
  /**
   * Authorizes a call by the access that the contract declares: 401 without a live session, 400 or 404
   * for the tenant key, 403 for user type, role, tier or impersonation.
   */
  admit: (access: Access, request: FastifyRequest) => Promise<Actor>;
  /** Returns the claim of a member's call; null when it is refused whatever the database holds. */
  claimOf: (access: ForMembers, request: FastifyRequest) => Claim | null;
  /**
   * Authorizes and reads in one transaction: the database returns no rows to a caller that it does not
   * admit. Returns null for such a caller, or where more than reading is required: `admit` decides
   * then.
   */
  admitReading: (
    claim: Claim & { access: ForMembers; request: FastifyRequest },
    queries: Batch<unknown>['queries'],
  ) => Promise<{ actor: Actor; lists: unknown[][] } | null>;
};

/**
 * Returns tenant and membership for a member's call, null for other kinds of access. Throws the
 * refusal.
 */
const judge = ({ access, named, method }: Asked, found: Authorization, session: Session) => {
  if (isLetInAsOperator(access, found)) return null;
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
  assertMay(access, membership, method);
  assertInPerson(access, session);
  return { id: vouch.tenant(named), membership };
};

/** Returns the guard for this database. */
export const guard = (database: Database): Guard => {
  const authorize = async (token: string, tenant: string | null) => {
    const question = whoIs({ hash: tokenHash(token), tenant });
    const [found] = await onceMore(() => database.ask(question));
    return found;
  };

  const actorOf = (asked: Asked, found: Authorization, session: Session): Actor => {
    const member = judge(asked, found, session);
    if (!member) return { ...nobody, session };
    return { session, membership: member.membership, tenant: tenantDoor(database, member.id) };
  };

  return {
    admit: async (access, request) => {
      const token = bearerOf(request);
      const asked = askedOf(access, request);
      const { named } = asked;
      const found = token && (await authorize(token, named instanceof Failure ? null : named));
      if (!found) {
        if (access.who === 'anyone') return nobody;
        throw new Failure('unauthorized');
      }
      const session = sessionOf(found, token);
      try {
        return actorOf(asked, found, session);
      } catch (error) {
        logRefusal(request, session, error);
        throw error;
      }
    },
    claimOf: (access, request) => {
      const token = bearerOf(request);
      const tenant = namedTenant(request, access.of);
      return token === null || tenant instanceof Failure ? null : { token, tenant };
    },
    admitReading: async ({ access, request: { method }, token, tenant }, queries) => {
      const { role, tier, inPerson } = access;
      const gate = gateOf({ hash: tokenHash(token), tenant, role, tier, inPerson });
      const found = await onceMore(() => database.readBehind(gate, queries));
      if (!found) return null;
      // The database refused these callers already. The check runs again, so that one function defines
      // it.
      const session = sessionOf(found.gate, token);
      return {
        actor: actorOf({ access, named: tenant, method }, found.gate, session),
        lists: found.lists,
      };
    },
  };
};

/** Returns true for an operator where the call admits operators, even if they are members as well. */
const isLetInAsOperator = (
  { operatorToo }: { who: string; operatorToo?: true },
  { user_type }: Authorization,
) => operatorToo === true && user_type === UserType.Admin;

const nobody: Actor = { session: null, tenant: null, membership: null };

const sessionOf = (found: Authorization, token: string): Session => ({
  id: found.session_id,
  token,
  user: vouch.user(found.user_id),
  userType: found.user_type,
  impersonator: found.impersonator_id ? vouch.user(found.impersonator_id) : null,
});
