/** Roles of a member; a lower number means more power (specification, section 3). */
export const Role = { Owner: 0, Admin: 1, Member: 2, Guest: 3 } as const;
export type Role = (typeof Role)[keyof typeof Role];

export const UserType = { Admin: 0, Tenant: 1 } as const;
export type UserType = (typeof UserType)[keyof typeof UserType];

/** The least tier with transactions (section 6). */
export const transactionsTier = 2;

/** Who may make a call. The guard enforces it before the handler runs, and nowhere else. */
export type Access =
  | { who: 'anyone' }
  | { who: 'signed-in'; inPerson?: true }
  | { who: 'operator' }
  | {
      who: 'member';
      /** The highest role number allowed. */
      role: Role;
      /** The least tier that the tenant's active product must have. */
      tier: number;
      /** The path parameter that names the tenant; otherwise the `X-Tenant-Key` header does. */
      of: string | null;
      /** A write that stays allowed while the tenant is read-only: paying, leaving, deleting. */
      whenReadOnly: boolean;
      /** Refused to an operator who acts as the member. */
      inPerson: boolean;
      /** The operator is let in as well, whatever tenant the call names. */
      operatorToo?: true;
    };

export const anyone = { who: 'anyone' } as const;
export const signedIn = { who: 'signed-in' } as const;
/** Signed in, and nobody acts as them: passwords, accounts, cards, ownership. */
export const inPerson = { who: 'signed-in', inPerson: true } as const;
export const operator = { who: 'operator' } as const;

type MemberOptions = {
  role?: Role;
  tier?: number;
  of?: string;
  whenReadOnly?: boolean;
  inPerson?: boolean;
};

/** An active member of the tenant, with at least this role and tier. */
export const member = ({ role, tier, of, whenReadOnly, inPerson }: MemberOptions = {}) =>
  ({
    who: 'member',
    role: role ?? Role.Guest,
    tier: tier ?? 0,
    of: of ?? null,
    whenReadOnly: whenReadOnly ?? false,
    inPerson: inPerson ?? false,
  }) as const;

/** Any active member of the tenant, who only reads; or the operator, who is a member of nothing by it. */
export const memberOrOperator = { ...member({ whenReadOnly: true }), operatorToo: true } as const;

/** A role gate: the role number is at most the required one (section 6). */
export const roleAllows = (actual: Role, required: Role) => actual <= required;

/** A tier gate: the active product's tier is at least the required one (section 6). */
export const tierAllows = (actual: number, required: number) => actual >= required;

/** The tier that a list of tiers requires: its lowest; null when the list is empty. */
export const lowestTierOf = (tiers: readonly number[]) =>
  tiers.length === 0 ? null : Math.min(...tiers);

/** The role that a list of roles requires: the highest number; null when the list is empty. */
export const highestRoleOf = (roles: readonly number[]) =>
  roles.length === 0 ? null : (Math.max(...roles) as Role);
