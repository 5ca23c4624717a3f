import type { FastifyRequest } from 'fastify';
import type { Access } from '#contract/access.ts';
import { admissionOf } from '#contract/admission/admission.ts';
import {
  impersonationRefusal,
  membershipRefusal,
  operatorFactorRefusal,
  type MemberAccess,
  type Membership,
} from '#contract/admission/membership.ts';
import { Failure } from '#contract/errors.ts';
import type {
  Database,
  DbTransaction,
  RowsOfQueries,
  TenantId,
} from '#server/platform/database/database.ts';
import { retryOnce } from '#server/platform/database/driver/errors.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import type { Compilable } from '#server/platform/database/query.ts';
import { logDeniedAccess } from '#server/platform/http/observability/denied-access.ts';
import { createMinuteMap } from '#server/platform/http/protection/minute-map.ts';
import { isApiKey } from './api-key-secret.ts';
import { toSession, type Authorization } from './authorization.ts';
import { authorizeKey } from './authorize-key.ts';
import { authorizeQuery, enterQuery, applyPoliciesQuery, sessionHash } from './caller.ts';
import {
  assertInPerson,
  assertOperatorAllows,
  assertOwnFactor,
  assertRecent,
  assertServedAt,
  isAdmittedAsOperator,
  type AuthSession,
  toAccessRequest,
  type AccessRequest,
} from './permissions.ts';

export { sessionHash, tokenHash } from './caller.ts';
export type { Membership } from '#contract/admission/membership.ts';
export type { AuthSession } from './permissions.ts';

/** Access to one tenant's rows: combines the proof of membership with the transaction scope. */
export type TenantScope = {
  id: TenantId;
  run<T>(work: (tx: DbTransaction) => Promise<T>): Promise<T>;
  /** The same, for work that also changes accounts or credentials. */
  runOnAccounts<T>(work: (tx: DbTransaction) => Promise<T>): Promise<T>;
  /** Runs a read-only query; one round trip with its transaction. */
  read<R>(query: Compilable<R>): Promise<R[]>;
  /** Runs a query that writes; one round trip with its transaction. */
  write<R>(query: Compilable<R>): Promise<R[]>;
  /** Runs several queries that write or read; one round trip with their transaction. */
  writeAll<Q extends readonly Compilable<unknown>[]>(...queries: Q): Promise<RowsOfQueries<Q>>;
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

/** Opens the scope of one tenant; only for those who have authorized the caller. */
export const openTenantScope = (database: Database, id: TenantId): TenantScope => ({
  id,
  run: (work) => database.tenant(id, work),
  runOnAccounts: (work) => database.tenantAccounts(id, work),
  read: async (query) => (await database.tenantRead(id, query))[0],
  write: async (query) => (await database.tenantWrite(id, query))[0],
  writeAll: (...queries) => database.tenantWrite(id, ...queries),
});

export type Guard = ReturnType<typeof createGuard>;

function refuseBy(refusal: Failure | null) {
  if (refusal) throw refusal;
}

/** Returns tenant and membership for a member's call, else null; throws the refusal. */
function checkAccess(
  { access, named, address, request }: AccessRequest,
  found: Authorization,
  session: AuthSession,
) {
  assertServedAt(access, { address, named });
  if (address === null && isAdmittedAsOperator(access, session)) return null;
  if (named instanceof Failure) throw named;
  if (named === null) {
    if (access.who === 'operator') assertOperatorAllows(access, session, request.method);
    assertInPerson(access, session);
    refuseBy(impersonationRefusal(access, session, request.method));
    assertOwnFactor(access, session, request.method);
    assertRecent(access, session);
    return null;
  }
  const { role, tier, read_only: readOnly } = found;
  if (role === null) throw new Failure('notFound');
  // The role is known, but the organization does not admit the session (R-POL-02).
  const refusal = admissionOf(found.facts);
  if (refusal) throw new Failure(refusal);
  // A suspended organization has the tier -1.
  const membership = { role, tier: Math.max(tier, 0), readOnly, suspended: tier < 0 };
  refuseBy(membershipRefusal(access, membership, request.method));
  assertInPerson(access, session);
  refuseBy(impersonationRefusal(access, session, request.method));
  assertRecent(access, session);
  return { id: trusted.tenantId(named), membership };
}

/** Asks the database about the caller, and extends their session if that is due; undefined without a live credential. */
async function authorize(
  database: Database,
  { access, token, named, address, scope }: AccessRequest,
): Promise<Authorization | undefined> {
  if (token === null) return undefined;
  if (isApiKey(token)) {
    if (access.who === 'anyone') return undefined;
    return authorizeKey(database, { secret: token, named, scope });
  }
  const tenant = typeof named === 'string' ? named : null;
  const query = authorizeQuery({ hash: sessionHash(token, address), tenant });
  const [found] = await retryOnce(() => database.queryUnscoped(query));
  return found;
}

/** Rules of this installation. */
export type GuardOptions = {
  /** Refuses operators who have not used a second factor. */
  operatorsNeedFactor?: boolean;
};

/** Returns the guard for this database. */
export function createGuard(database: Database, { operatorsNeedFactor }: GuardOptions = {}) {
  const refusedTokens = createMinuteMap<true>();

  /** Returns the actor by what the database knows of the caller; throws the refusal. */
  const judge = async (asked: AccessRequest, found: Authorization | undefined): Promise<Actor> => {
    const { access, token, request } = asked;
    if (!found) {
      if (access.who === 'anyone') return anonymous;
      throw new Failure('unauthorized');
    }
    const session = toSession(found, { token: token ?? '', address: asked.address });
    try {
      if (operatorsNeedFactor) refuseBy(operatorFactorRefusal(access, session));
      const member = checkAccess(asked, found, session);
      if (!member) return { ...anonymous, session };
      const { id, membership } = member;
      return { session, membership, tenant: openTenantScope(database, id) };
    } catch (error) {
      logDeniedAccess(request, session, error);
      throw error;
    }
  };

  /** Authorizes and judges a call, and notes an entry that shortens the session or is to be recorded. */
  const enter = async (asked: AccessRequest) => {
    const found = await authorize(database, asked);
    const actor = await judge(asked, found);
    if (actor.tenant && found?.facts?.exceeds)
      await database.queryUnscoped(
        applyPoliciesQuery({ tenant: actor.tenant.id, session: found.session_id }),
      );
    return actor;
  };

  return {
    /**
     * Authorizes a call by the access that the contract declares: 401 without a live session, 400 or 404
     * for the tenant key, 403 for user type, role, tier or impersonation.
     */
    admit: async (access: Access, request: FastifyRequest) => {
      const asked = toAccessRequest(access, request);
      return enter(asked);
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
      return createReader({ database, enter, judge, refusedTokens }, asked, onAdmitted);
    },
  };
}

type ReaderDependencies = {
  database: Database;
  /** Authorizes and judges the call in a statement of its own, which may extend or shorten the session. */
  enter: (asked: AccessRequest) => Promise<Actor>;
  judge: (asked: AccessRequest, found: Authorization | undefined) => Promise<Actor>;
  /** Tokens refused in this minute: authorized before anything is read, so that floods cause no reads. */
  refusedTokens: () => Map<string, true>;
};

function createReader(
  { database, enter, judge, refusedTokens }: ReaderDependencies,
  asked: AccessRequest,
  onAdmitted: (actor: Actor) => void,
): GuardedReader {
  const { token, named, address } = asked;
  let member: Promise<Member> | undefined;
  const establish = async (judged: Promise<Actor>) => {
    const actor = await judged;
    onAdmitted(actor);
    if (!actor.membership) throw new Error('Only calls for members alone have a reader');
    return actor;
  };
  const authorized = () => (member ??= establish(enter(asked)));
  return {
    authorized,
    read: async (query) => {
      // Refused, as such a call has no member; or an API key, which is authorized on its own.
      if (token === null || typeof named !== 'string' || isApiKey(token))
        return (await authorized()).tenant.read(query);
      if (refusedTokens().get(token)) await authorized();
      const entering = enterQuery({ hash: sessionHash(token, address) });
      const { caller, rows } = await database.tenantReadAs(named, entering, query);
      const isDue = caller?.is_due === true || caller?.facts?.exceeds === true;
      const judged = judge(asked, caller);
      member ??= establish(judged);
      await Promise.all([judged, member]).catch((error: unknown) => {
        refusedTokens().set(token, true);
        throw error;
      });
      // A read-only transaction can't extend or shorten the session.
      if (isDue) await enter(asked);
      return rows;
    },
  };
}

const anonymous = { session: null, tenant: null, membership: null };
