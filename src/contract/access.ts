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

/** Lowest tier with transactions (R-TRX-01). */
export const transactionsTier = 2;

/** Access to a call for operators. */
export type OperatorAccess = {
  who: 'operator';
  /** Roles that may make the call beside administrators; undefined: reads by all roles. */
  roles?: readonly OperatorRole[];
};

/** Declares the callers of an endpoint. Only the guard enforces it, before a handler gets any row. */
export type Access =
  | { who: 'anyone' }
  | { who: 'signed-in'; inPerson?: true; changesNothing?: true }
  | OperatorAccess
  | {
      who: 'member';
      /** Highest role number allowed. */
      role: Role;
      /** Lowest tier that the tenant's active product must have. */
      tier: number;
      /** Path parameter with the tenant's id; null: the `X-Tenant-Key` header holds it. */
      of: string | null;
      /** Allows the write while the tenant is read-only: paying, leaving, deleting. */
      whenReadOnly: boolean;
      /** Refuses an operator who impersonates the member. */
      inPerson: boolean;
      /** Admits every operator too, to whichever tenant the call names; only for reads. */
      operatorToo?: true;
      /** Admits a session that may only read, though the method is not GET. */
      changesNothing?: true;
    };

export const anyone = { who: 'anyone' } as const;
export const signedIn = { who: 'signed-in' } as const;
/** Signed in and not impersonated: for passwords, accounts, cards and ownership. */
export const inPerson = { who: 'signed-in', inPerson: true } as const;
/** Ends the session and changes nothing else, so that a session that may only read may end itself. */
export const endsSession = { who: 'signed-in', changesNothing: true } as const;
/** Requires an administrator; for a GET call, an operator of any role. */
export const operator = { who: 'operator' } as const;
/** Requires an operator of one of these roles, or an administrator; a GET call admits support too. */
export const operatorOf = <const R extends OperatorRole[]>(...roles: R) =>
  ({ who: 'operator', roles }) as const;

type MemberOptions = {
  role?: Role;
  tier?: number;
  of?: string;
  whenReadOnly?: boolean;
  inPerson?: boolean;
};

/** Requires an active member of the tenant with at least this role and tier. */
export const member = ({ role, tier, of, whenReadOnly, inPerson }: MemberOptions = {}) =>
  ({
    who: 'member',
    role: role ?? Role.Guest,
    tier: tier ?? 0,
    of: of ?? null,
    whenReadOnly: whenReadOnly ?? false,
    inPerson: inPerson ?? false,
  }) as const;

/** Requires an active member of the tenant, or an operator without a membership; for reads. */
export const memberOrOperator = {
  ...member({ whenReadOnly: true }),
  operatorToo: true,
  changesNothing: true,
} as const;

/** Returns true if an operator of this role may make a call for operators (R-OPR-10). */
export const operatorAllows = (
  { roles }: OperatorAccess,
  method: string,
  role: OperatorRole | null,
) => {
  if (role === null) return false;
  if (role === 'administrator' || roles?.includes(role)) return true;
  return method === 'GET' && (roles === undefined || role === 'support');
};

/** Returns true if an operator of this role may only read while they impersonate a user (R-OPR-12). */
export const impersonatesReadOnly = (role: OperatorRole | null) => role !== 'administrator';

/** Returns true if the role number is at most the required one (R-SEC-04). */
export const roleAllows = (actual: Role, required: Role) => actual <= required;

/** Returns true if the active product's tier is at least the required one (R-SEC-05). */
export const tierAllows = (actual: number, required: number) => actual >= required;

/** Returns the lowest tier of a list, which is the required one; null when the list is empty. */
export const lowestTierOf = (tiers: readonly number[]) =>
  tiers.length === 0 ? null : Math.min(...tiers);

/** Returns the highest role number of a list, which is required; null when the list is empty. */
export const highestRoleOf = (roles: readonly number[]) =>
  roles.length === 0 ? null : (Math.max(...roles) as Role);
