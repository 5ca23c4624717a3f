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

/** A live session and the person behind it. */
export type Session = {
  id: string;
  /** The bearer token itself: answered again to its holder, kept and logged nowhere. */
  token: string;
  user: UserId;
  userType: number;
  /** The operator who acts as this person, if one does. */
  impersonator: UserId | null;
};

/** The only door to a tenant's rows: proof of membership and the scope in one. */
export type Tenant = {
  id: TenantId;
  /** One transaction. */
  run<T>(work: (tx: Transaction) => Promise<T>): Promise<T>;
  /** What these queries come to, all of one moment: one transaction in one round trip. */
  read<T>(batch: Batch<T>): Promise<T>;
  /** The same for queries that write. */
  write<T>(batch: Batch<T>): Promise<T>;
};

/** What a caller may do in the tenant of the call. */
export type Membership = { role: Role; tier: number; readOnly: boolean };

/** What the guard found out about a call; `tenant` and `membership` for members only. */
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
  // No active member of the tenant that was asked for.
  | { role: null; tier: null; read_only: null }
);

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** SHA-256 of a bearer token: all that the database knows of it. */
export const tokenHash = (token: string) => hash('sha256', token, 'buffer');

/** The session token of a request, or null. */
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

/** The door to one tenant; only the guard and the creation of a tenant may open it. */
const tenantDoor = (database: Database, id: TenantId): Tenant => ({
  id,
  run: (work) => database.tenant(id, work),
  read: async ({ queries, answer }) => answer(await database.tenantRead(id, ...queries)),
  write: async ({ queries, answer }) => answer(await database.tenantWrite(id, ...queries)),
});

/** What a member is refused with whose role is not the one that a call needs. */
export const roleFailure: Record<Role, ErrorCode> = {
  0: 'tenant.onlyOwner',
  1: 'tenant.onlyAdmin',
  2: 'tenant.onlyMember',
  3: 'tenant.onlyMember',
};

/**
 * The tenant that a member's call names. A wrong key is told to a live session only, so the
 * failure is returned and thrown later.
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

/** What an operator may not do in somebody's place. */
const assertInPerson = (
  { inPerson }: { who: string; inPerson?: boolean },
  { impersonator }: Session,
) => {
  if (inPerson && impersonator !== null) throw new Failure('access.impersonating');
};

/** A call, as far as it is decided upon; `named`: the tenant that a member's call names. */
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

/** What a member's call claims: nobody has looked yet whether it is so. */
export type Claim = { token: string; tenant: string };

/** The one place where it is decided whether a call may go on. */
export type Guard = {
  /**
   * Decides it from the access that the contract declares: 401 without a live session, 400 or 404 for
   * the tenant key, 403 for user type, role, tier or acting for another.
   */
  admit: (access: Access, request: FastifyRequest) => Promise<Actor>;
  /** What a member's call claims; null when it is refused whatever stands in the database. */
  claimOf: (access: ForMembers, request: FastifyRequest) => Claim | null;
  /**
   * Decides it by the very transaction that reads: the database reads nothing for whom it does not
   * admit. Null for them, and where more is to be done than reading: `admit` decides then.
   */
  admitReading: (
    claim: Claim & { access: ForMembers; request: FastifyRequest },
    queries: Batch<unknown>['queries'],
  ) => Promise<{ actor: Actor; lists: unknown[][] } | null>;
};

/** What a member may do in which tenant, as far as they may make this call; null for all others. */
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

/** The guard of everything that this database holds. */
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
      // The database let in nobody whom this refuses: it is looked at twice, and said in one place.
      const session = sessionOf(found.gate, token);
      return {
        actor: actorOf({ access, named: tenant, method }, found.gate, session),
        lists: found.lists,
      };
    },
  };
};

/** An operator comes as one, and not as the member that they may be as well. */
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
