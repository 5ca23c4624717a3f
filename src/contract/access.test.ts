import { describe, expect, test } from 'vitest';
import {
  alsoAtAddress,
  endsSession,
  forEnrollment,
  highestRoleOf,
  impersonatesReadOnly,
  isOperatorTenant,
  lowestTierOf,
  member,
  memberOrOperator,
  missingRights,
  operator,
  operatorAllows,
  operatorOf,
  operatorRoles,
  operatorSubdomain,
  anyone,
  inPerson,
  Role,
  roleAllows,
  signedIn,
  tierAllows,
  withStepUp,
  type OperatorAccess,
} from './access.ts';

const roles = Object.values(Role);

describe('Gates (R-SEC-04, R-SEC-05)', () => {
  test.each(roles.flatMap((actual) => roles.map((required) => [actual, required] as const)))(
    'a role of %i passes a gate for %i if its number is not higher',
    (actual, required) => {
      const powerful = new Set(roles.slice(0, roles.indexOf(required) + 1));
      expect(roleAllows(actual, required)).toBe(powerful.has(actual));
    },
  );

  test('the required tier and higher ones pass', () => {
    expect([1, 2, 3].map((actual) => tierAllows(actual, 2))).toEqual([false, true, true]);
  });
});

describe('Missing rights (R-SEC-04, R-SEC-05)', () => {
  const member = { role: Role.Member, tier: 1 };

  test('are the role and the tier that a member lacks', () => {
    expect(missingRights(member, {})).toStrictEqual({});
    expect(missingRights(member, { role: Role.Guest, tier: 1 })).toStrictEqual({});
    expect(missingRights(member, { role: Role.Admin })).toStrictEqual({ role: Role.Admin });
    expect(missingRights(member, { tier: 2 })).toStrictEqual({ tier: 2 });
    expect(missingRights(member, { role: Role.Owner, tier: 3 })).toStrictEqual({
      role: 0,
      tier: 3,
    });
  });

  test('include no tier for owners where owners are admitted on any', () => {
    const required = { role: Role.Guest, tier: 2, ownersOnAnyTier: true } as const;
    expect(missingRights({ ...member, role: Role.Owner }, required)).toStrictEqual({});
    expect(missingRights({ ...member, role: Role.Admin }, required)).toStrictEqual({ tier: 2 });
  });
});

test('an operator who is no administrator only reads while impersonating (R-OPR-12)', () => {
  const readers = [...operatorRoles, null].filter((role) => impersonatesReadOnly(role));
  expect(readers).toEqual([...operatorRoles.filter((role) => role !== 'administrator'), null]);
});

describe('Access of an endpoint', () => {
  test('is extended by step-up, enrollment and an own address', () => {
    expect(withStepUp(operator)).toEqual({ ...operator, stepUp: true });
    expect(forEnrollment(signedIn)).toEqual({ ...signedIn, enrolls: true });
    expect(alsoAtAddress(signedIn)).toEqual({ ...signedIn, atAddress: true });
    expect(endsSession).toMatchObject({ changesNothing: true, enrolls: true, atAddress: true });
  });

  const least = {
    who: 'member',
    role: Role.Guest,
    tier: 0,
    of: null,
    whenReadOnly: false,
    inPerson: false,
  };

  test('defaults to an active member with write access', () => {
    expect(member()).toEqual(least);
  });

  test('can be overridden', () => {
    const declared = {
      role: 0,
      tier: 2,
      of: 'tenantId',
      whenReadOnly: true,
      inPerson: true,
    } as const;
    expect(member(declared)).toEqual({ who: 'member', ...declared });
  });

  test('admits the operator beside members only when it says so', () => {
    expect(memberOrOperator).toEqual({
      ...least,
      whenReadOnly: true,
      operatorToo: true,
      changesNothing: true,
    });
    expect([anyone, signedIn, inPerson, operator]).toEqual([
      { who: 'anyone' },
      { who: 'signed-in' },
      { who: 'signed-in', inPerson: true },
      { who: 'operator' },
    ]);
  });
});

describe('Access of operators (R-OPR-10)', () => {
  const allowed = (access: OperatorAccess, method: string) =>
    operatorRoles.filter((role) => operatorAllows(access, method, role));

  test('is for administrators by default, and for all roles to read', () => {
    expect(allowed(operator, 'POST')).toEqual(['administrator']);
    expect(allowed(operator, 'GET')).toEqual([...operatorRoles]);
  });

  test('adds the named roles, and lets support read', () => {
    expect(allowed(operatorOf('billing'), 'PUT')).toEqual(['administrator', 'billing']);
    expect(allowed(operatorOf('billing'), 'GET')).toEqual(['administrator', 'support', 'billing']);
    expect(allowed(operatorOf(), 'GET')).toEqual(['administrator', 'support']);
  });

  test('is refused without a role', () => {
    expect(operatorAllows(operator, 'GET', null)).toBe(false);
  });
});

describe('Organizations and requirements', () => {
  test("recognizes the operator's own organization by its subdomain (R-ORG-10)", () => {
    expect(isOperatorTenant({ subdomain: operatorSubdomain })).toBe(true);
    expect(isOperatorTenant({ subdomain: '' })).toBe(false);
    expect(isOperatorTenant({ subdomain: `${operatorSubdomain}-two` })).toBe(false);
  });

  test('requires the lowest tier of a list, and none for an empty list (R-SEC-05)', () => {
    expect(lowestTierOf([3, 1, 2])).toBe(1);
    expect(lowestTierOf([2])).toBe(2);
    expect(lowestTierOf([])).toBeNull();
  });

  test('requires the highest role number of a list, and none for an empty list (R-SEC-04)', () => {
    expect(highestRoleOf([Role.Admin, Role.Guest, Role.Member])).toBe(Role.Guest);
    expect(highestRoleOf([Role.Owner])).toBe(Role.Owner);
    expect(highestRoleOf([])).toBeNull();
  });
});
