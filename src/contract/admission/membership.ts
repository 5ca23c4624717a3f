import {
  impersonatesReadOnly,
  missingRights,
  UserType,
  type Access,
  type OperatorRole,
  type Role,
} from '#contract/access.ts';
import { Failure, type ErrorCode } from '#contract/errors.ts';

/** Role and entitlements of a caller in the tenant of the call. */
export type Membership = { role: Role; tier: number; readOnly: boolean; suspended: boolean };

/** Access that the contract declares for members. */
export type MemberAccess = Extract<Access, { who: 'member' }>;

/** Error code for a member who lacks the role, by the role that the call requires. */
export const roleFailure: Record<Role, ErrorCode> = {
  0: 'tenant.onlyOwner',
  1: 'tenant.onlyAdmin',
  2: 'tenant.onlyMember',
  3: 'tenant.onlyMember',
};

/**
 * Decides if role, tier and payment state of a member allow a call (R-SEC-04, R-SEC-05) and the organization is not
 * suspended (R-OPR-13): returns the refusal, null for permission. The guard and the hub ask it.
 */
export function membershipRefusal(
  access: MemberAccess,
  { role, tier, readOnly, suspended }: Membership,
  method: string,
): Failure | null {
  if (suspended && !access.whenSuspended) return new Failure('tenant.suspended');
  const missing = missingRights({ role, tier }, access);
  if (missing.role !== undefined) return new Failure(roleFailure[missing.role]);
  if (missing.tier !== undefined)
    return new Failure('access.tier', { params: { tier: missing.tier } });
  return readOnly && method !== 'GET' && !access.whenReadOnly
    ? new Failure('billing.readOnly')
    : null;
}

/** Session of a caller, as far as it restricts operators. */
export type OperatorSession = {
  userType: number;
  /** Operator who acts as the user. */
  impersonator: string | null;
  operatorRole: OperatorRole | null;
  /** True if an impersonation was switched to writing. */
  writes: boolean;
  hasFactor: boolean;
};

/**
 * Refuses an operator who changes something while they impersonate a user in a session that may only read: each may at
 * first (R-OPR-15), and those of support always (R-OPR-12).
 */
export function impersonationRefusal(
  { changesNothing }: { who: string; changesNothing?: true },
  { impersonator, operatorRole, writes }: Omit<OperatorSession, 'userType' | 'hasFactor'>,
  method: string,
): Failure | null {
  if (impersonator === null || method === 'GET' || changesNothing) return null;
  return writes && !impersonatesReadOnly(operatorRole)
    ? null
    : new Failure('access.readOnlyImpersonation');
}

/** Refuses an operator in person who has not used a second factor, except where they set one up (R-MFA-13). */
export function operatorFactorRefusal(
  { enrolls, who }: { who: string; enrolls?: true },
  { userType, impersonator, hasFactor }: Omit<OperatorSession, 'operatorRole' | 'writes'>,
): Failure | null {
  if (userType !== UserType.Admin || impersonator !== null || hasFactor) return null;
  return enrolls || who === 'anyone' ? null : new Failure('access.secondFactorRequired');
}
