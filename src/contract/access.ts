/** Roles of a member; a lower number has more rights (R-SEC-04). */
export const Role = { Owner: 0, Admin: 1, Member: 2, Guest: 3 } as const;
export type Role = (typeof Role)[keyof typeof Role];

export const UserType = { Admin: 0, Tenant: 1 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];

/** Roles of operators in the portal (R-OPR-10). */
export const operatorRoles = ['administrator', 'support', 'billing', 'catalogue'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

/** Subdomain of the operator's own organization. */
export const operatorSubdomain = 'admin';

/**
 * Returns true for the operator's own organization, which has every entitlement and no subscription
 * (R-ORG-10).
 */
export const isOperatorTenant = ({ subdomain }: { subdomain: string }) =>
  subdomain === operatorSubdomain;

/** Parameter of an address of the app that names its organization (R-ORG-12). */
export const organizationParameter = 'org';

/** Lowest tier with transactions (R-TRX-01). */
export const transactionsTier = 2;

/** Lowest tier with provisioning by SCIM, and with single sign-on (R-SCM-01). */
export const identityTier = 3;

type StepUp = {
  /** Requires that the person has authenticated in this session within the last ten minutes (R-MFA-08). */
  stepUp?: true;
};

/** Access to a call for operators. */
export type OperatorAccess = {
  who: 'operator';
  /** Roles that may make the call beside administrators; undefined: reads by all roles. */
  roles?: readonly OperatorRole[];
} & StepUp;

/** Declares the callers of an endpoint. Only the guard enforces it, before a handler gets any row. */
export type Access =
  | { who: 'anyone' }
  | ({
      who: 'signed-in';
      inPerson?: true;
      changesNothing?: true;
      /** Admits an operator who has no second factor yet but needs one (R-MFA-13). */
      enrolls?: true;
      /** Admits sessions of an organization's own address (decision 61). */
      atAddress?: true;
    } & StepUp)
  | OperatorAccess
  | ({
      who: 'member';
      /** Highest role number allowed. */
      role: Role;
      /** Lowest tier that the tenant's active product must have. */
      tier: number;
      /** Admits owners on any tier: to export what is kept after a plan with that tier. */
      ownersOnAnyTier?: true;
      /** Path parameter with the tenant's id; null: the `X-Tenant-Key` header holds it. */
      of: string | null;
      /** Allows the write while the tenant is read-only: paying, leaving, deleting. */
      whenReadOnly: boolean;
      /** Allows the call while the organization is suspended: reading why (R-OPR-13). */
      whenSuspended?: true;
      /** Refuses an operator who impersonates the member. */
      inPerson: boolean;
      /** Admits every operator too, to whichever tenant the call names; only for reads. */
      operatorToo?: true;
      /** Admits a session that may only read, though the method is not GET. */
      changesNothing?: true;
    } & StepUp);

export const anyone = { who: 'anyone' } as const;
export const signedIn = { who: 'signed-in' } as const;
/** Signed in and not impersonated: for passwords, accounts, cards and ownership. */
export const inPerson = { who: 'signed-in', inPerson: true } as const;
/** Changes only the session, so that a session that may only read may make it: to end, or to be allowed to write. */
export const changesOnlySession = { who: 'signed-in', changesNothing: true } as const;
/** Requires an administrator; for a GET call, an operator of any role. */
export const operator = { who: 'operator' } as const;
/** Requires an operator of one of these roles, or an administrator; a GET call admits support too. */
export const operatorOf = <const R extends OperatorRole[]>(...roles: R) =>
  ({ who: 'operator', roles }) as const;

/** Requires step-up authentication besides: for what a thief of a session must not do. */
export const withStepUp = <const A extends Exclude<Access, { who: 'anyone' }>>(access: A) =>
  ({ ...access, stepUp: true }) as const;

/** Admits operators who have no second factor yet: for what sets one up. */
export const forEnrollment = <const A extends Extract<Access, { who: 'signed-in' }>>(access: A) =>
  ({ ...access, enrolls: true }) as const;

/** Admits sessions of an organization's own address too: for what the app itself needs of the person. */
export const alsoAtAddress = <const A extends Extract<Access, { who: 'signed-in' }>>(access: A) =>
  ({ ...access, atAddress: true }) as const;

/** Ends the session, wherever it was opened and whatever it may do. */
export const endsSession = alsoAtAddress(forEnrollment(changesOnlySession));

type MemberOptions = {
  role?: Role;
  tier?: number;
  of?: string;
  whenReadOnly?: boolean;
  inPerson?: boolean;
  whenSuspended?: true;
};

/** Requires an active member of the tenant with at least this role and tier. */
export const member = ({
  role,
  tier,
  of,
  whenReadOnly,
  inPerson,
  whenSuspended,
}: MemberOptions = {}) =>
  ({
    who: 'member',
    role: role ?? Role.Guest,
    tier: tier ?? 0,
    of: of ?? null,
    whenReadOnly: whenReadOnly ?? false,
    inPerson: inPerson ?? false,
    ...(whenSuspended && { whenSuspended }),
  }) as const;

/** Requires an active member of the tenant, or an operator without a membership; for reads. */
export const memberOrOperator = {
  ...member({ whenReadOnly: true }),
  operatorToo: true,
  changesNothing: true,
} as const;

/** Returns true if an operator of this role may make a call for operators (R-OPR-10). */
export function operatorAllows(
  { roles }: OperatorAccess,
  method: string,
  role: OperatorRole | null,
) {
  if (role === null) return false;
  if (role === 'administrator' || roles?.includes(role)) return true;
  return method === 'GET' && (roles === undefined || role === 'support');
}

/** Returns true if an operator of this role may only read while they impersonate a user (R-OPR-12). */
export const impersonatesReadOnly = (role: OperatorRole | null) => role !== 'administrator';

/** Returns true if the role number is at most the required one (R-SEC-04). */
export const roleAllows = (actual: Role, required: Role) => actual <= required;

/** Returns true if the active product's tier is at least the required one (R-SEC-05). */
export const tierAllows = (actual: number, required: number) => actual >= required;

/** Rights that a page or call requires of a member. */
export type RequiredRights = {
  /** Highest role number allowed. */
  role?: Role;
  /** Lowest tier. */
  tier?: number;
  /** Admits owners on any tier. */
  ownersOnAnyTier?: true;
};

/** Returns the role and the tier that a member lacks; empty if they have both. Decides for the guard and for pages. */
export const missingRights = (
  member: { role: Role; tier: number },
  { role, tier, ownersOnAnyTier }: RequiredRights,
): Pick<RequiredRights, 'role' | 'tier'> => ({
  ...(role !== undefined && !roleAllows(member.role, role) && { role }),
  ...(tier !== undefined &&
    !tierAllows(member.tier, tier) &&
    !(ownersOnAnyTier && member.role === Role.Owner) && { tier }),
});

/** Returns the lowest tier of a list, which is the required one; null when the list is empty. */
export const lowestTierOf = (tiers: readonly number[]) =>
  tiers.length === 0 ? null : Math.min(...tiers);

/** Returns the highest role number of a list, which is required; null when the list is empty. */
export const highestRoleOf = (roles: readonly number[]) =>
  roles.length === 0 ? null : (Math.max(...roles) as Role);
