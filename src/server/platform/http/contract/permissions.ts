import type { FastifyRequest } from 'fastify';
import {
  operator,
  operatorAllows,
  UserType,
  type Access,
  type OperatorAccess,
  type OperatorRole,
  type Role,
} from '#contract/access.ts';
import type { MemberAccess } from '#contract/admission/membership.ts';
import type { ApiScope } from '#contract/api-keys/scopes.ts';
import { Failure } from '#contract/errors.ts';
import type { UserId } from '#server/platform/database/database.ts';
import { isApiKey, tenantOfSecret } from './api-key-secret.ts';

/** API key of a call: its id, the beginning of its secret, and the role with whose rights it acts. */
export type ApiKeyIdentity = { id: string; prefix: string; role: Role };

/** Live session and its user; or an API key and its creator, which has the key's id. */
export type AuthSession = {
  id: string;
  /** Bearer token itself: returned only to its holder, never stored or logged. */
  token: string;
  /** Organization at whose own address the session was opened; null at the main site. */
  address: string | null;
  user: UserId;
  userType: number;
  impersonator: UserId | null;
  /** Role of the operator who makes the call, in person or as the user; null for customers. */
  operatorRole: OperatorRole | null;
  /** True if the person has authenticated in this session within the last ten minutes. */
  isRecent: boolean;
  /** True if an impersonation was switched to writing. */
  writes: boolean;
  /** True if the person has used a second factor in this session. */
  hasFactor: boolean;
  /** True if an identity provider opened the session, and the account has a second factor that it has not used. */
  owesFactor: boolean;
  /** API key that makes the call; null for a person. */
  key: ApiKeyIdentity | null;
};

/** Throws if an operator impersonates the user in a call that must be made in person. */
export function assertInPerson(
  { inPerson }: { who: string; inPerson?: boolean },
  { impersonator }: AuthSession,
) {
  if (inPerson && impersonator !== null) throw new Failure('access.impersonating');
}

/**
 * Throws if the account's own second factor is due: for what changes the account, outside of the organization whose identity
 * provider opened the session (R-POL-12).
 */
export function assertOwnFactor(
  access: Exclude<Access, MemberAccess>,
  { owesFactor }: AuthSession,
  method: string,
) {
  if (access.who !== 'signed-in' || !owesFactor || method === 'GET') return;
  const { atAddress, enrolls, changesNothing } = access;
  if (!(atAddress || enrolls || changesNothing)) throw new Failure('access.stepUpRequired');
}

/** Throws unless the person has authenticated recently, where the call requires it (R-MFA-08). */
export function assertRecent(
  { stepUp }: { who: string; stepUp?: true },
  { isRecent }: Pick<AuthSession, 'isRecent'>,
) {
  if (stepUp && !isRecent) throw new Failure('access.stepUpRequired');
}

/** Throws unless the caller is an operator whose role allows the call (R-OPR-10). */
export function assertOperatorAllows(
  access: OperatorAccess,
  { userType, operatorRole }: AuthSession,
  method: string,
) {
  if (userType !== UserType.Admin) throw new Failure('access.operator');
  if (!operatorAllows(access, method, operatorRole)) throw new Failure('access.operatorRole');
}

/** Returns true for an operator where the call admits operators, even if they are members as well. */
export const isAdmittedAsOperator = (
  { operatorToo }: { who: string; operatorToo?: true },
  { userType, operatorRole }: Pick<AuthSession, 'userType' | 'operatorRole'>,
) =>
  operatorToo === true &&
  userType === UserType.Admin &&
  operatorAllows(operator, 'GET', operatorRole);

/**
 * Throws if a call is not served at the own address of an organization: one for operators, one about the account or
 * another organization (R-ADR-03). At the main site (`address` is null) all are.
 */
export function assertServedAt(
  access: Access,
  { address, named }: { address: string | null; named: string | Failure | null },
) {
  if (address === null) return;
  if (access.who === 'operator') throw new Failure('notFound');
  if (access.who === 'signed-in' && !access.atAddress) throw new Failure('address.mainSite');
  if (typeof named === 'string' && named !== address) throw new Failure('notFound');
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the session token of a request, or null. */
const bearerOf = (request: FastifyRequest) =>
  request.headers.authorization?.match(/^Bearer ([\w-]{1,200})$/i)?.[1] ?? null;

/**
 * Returns the tenant that a member's call names. Only callers with a live session learn of a wrong key,
 * so the failure is returned here and thrown later.
 */
function requestedTenant(
  request: FastifyRequest,
  { of, token }: { of: string | null; token: string | null },
): string | Failure {
  // An API key names its organization.
  const header =
    request.headers['x-tenant-key'] ?? (token && isApiKey(token) ? tenantOfSecret(token) : null);
  const key = header === null ? null : String(header).toLowerCase();
  if (key !== null && !uuid.test(key)) return new Failure('tenant.undefined');
  if (of === null) return key ?? new Failure('tenant.undefined');
  const named = (request.params as Record<string, string>)[of]?.toLowerCase() ?? '';
  if (!uuid.test(named)) return new Failure('notFound');
  return key === null || key === named ? named : new Failure('tenant.keyMismatch');
}

/**
 * Call to authorize; `named`: the tenant that a member's call names, `address`: the tenant at whose own address it
 * arrived.
 */
export type AccessRequest = {
  request: FastifyRequest;
  token: string | null;
  address: string | null;
  /** Scope that an API key needs; null if none may make the call. */
  scope: ApiScope | null;
} & (
  | { access: MemberAccess; named: string | Failure }
  | { access: Exclude<Access, MemberAccess>; named: null }
);

/** Reads token and tenant key of a request; both are unverified. */
export function toAccessRequest(access: Access, request: FastifyRequest): AccessRequest {
  const token = bearerOf(request);
  const address = request.site.owner?.tenant ?? null;
  const { scope = null } = request.routeOptions.config;
  const asked = { request, token, address, scope };
  return access.who === 'member'
    ? { ...asked, access, named: requestedTenant(request, { of: access.of, token }) }
    : { ...asked, access, named: null };
}
