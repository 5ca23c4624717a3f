import type { FastifyRequest } from 'fastify';
import {
  impersonatesReadOnly,
  operatorAllows,
  roleAllows,
  tierAllows,
  UserType,
  type Access,
  type OperatorAccess,
  type OperatorRole,
  type Role,
} from '#contract/access.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { UserId } from '#server/database/database.ts';

/** Live session and its user. */
export type AuthSession = {
  id: string;
  /** Bearer token itself: returned only to its holder, never stored or logged. */
  token: string;
  user: UserId;
  userType: number;
  impersonator: UserId | null;
  /** Role of the operator who makes the call, in person or as the user; null for customers. */
  operatorRole: OperatorRole | null;
};

/** Role and entitlements of a caller in the tenant of the call. */
export type Membership = { role: Role; tier: number; readOnly: boolean };

/** Access that the contract declares for members. */
export type MemberAccess = Extract<Access, { who: 'member' }>;

/** Error code for a member who lacks the role, by the role that the call requires. */
export const roleFailure: Record<Role, ErrorCode> = {
  0: 'tenant.onlyOwner',
  1: 'tenant.onlyAdmin',
  2: 'tenant.onlyMember',
  3: 'tenant.onlyMember',
};

/** Throws when role, tier or payment state of the member does not allow the call (R-SEC-04, R-SEC-05). */
export const assertMembershipAllows = (
  access: MemberAccess,
  { role, tier, readOnly }: Membership,
  method: string,
) => {
  if (!roleAllows(role, access.role)) throw new Failure(roleFailure[access.role]);
  if (!tierAllows(tier, access.tier))
    throw new Failure('access.tier', { params: { tier: access.tier } });
  if (readOnly && method !== 'GET' && !access.whenReadOnly) throw new Failure('billing.readOnly');
};

/** Throws if an operator impersonates the user in a call that must be made in person. */
export const assertInPerson = (
  { inPerson }: { who: string; inPerson?: boolean },
  { impersonator }: AuthSession,
) => {
  if (inPerson && impersonator !== null) throw new Failure('access.impersonating');
};

/** Throws unless the caller is an operator whose role allows the call (R-OPR-10). */
export const assertOperatorAllows = (
  access: OperatorAccess,
  { userType, operatorRole }: AuthSession,
  method: string,
) => {
  if (userType !== UserType.Admin) throw new Failure('access.operator');
  if (!operatorAllows(access, method, operatorRole)) throw new Failure('access.operatorRole');
};

/** Throws if an operator who may only read while they impersonate a user changes something (R-OPR-12). */
export const assertMayWrite = (
  { changesNothing }: { who: string; changesNothing?: true },
  { impersonator, operatorRole }: AuthSession,
  method: string,
) => {
  if (impersonator === null || method === 'GET' || changesNothing) return;
  if (impersonatesReadOnly(operatorRole)) throw new Failure('access.readOnlyImpersonation');
};

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the session token of a request, or null. */
const bearerOf = (request: FastifyRequest) =>
  request.headers.authorization?.match(/^Bearer ([\w-]{1,200})$/i)?.[1] ?? null;

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
export type AccessRequest = { request: FastifyRequest; token: string | null } & (
  | { access: MemberAccess; named: string | Failure }
  | { access: Exclude<Access, MemberAccess>; named: null }
);

/** Reads token and tenant key of a request; both are unverified. */
export const toAccessRequest = (access: Access, request: FastifyRequest): AccessRequest => {
  const token = bearerOf(request);
  return access.who === 'member'
    ? { access, named: requestedTenant(request, access.of), request, token }
    : { access, named: null, request, token };
};
