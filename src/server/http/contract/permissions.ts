import { roleAllows, tierAllows, type Access, type Role } from '#contract/access.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';
import type { UserId } from '#server/database/database.ts';

/** Live session and its user. */
export type AuthSession = {
  id: string;
  /** Bearer token itself: returned only to its holder, never stored or logged. */
  token: string;
  user: UserId;
  userType: number;
  /** Operator who impersonates this user, if any. */
  impersonator: UserId | null;
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
