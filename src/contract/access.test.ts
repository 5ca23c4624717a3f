import { describe, expect, test } from 'vitest';
import {
  member,
  memberOrOperator,
  operator,
  anyone,
  inPerson,
  Role,
  roleAllows,
  signedIn,
  tierAllows,
} from './access.ts';

const roles = Object.values(Role);

describe('A gate (section 6)', () => {
  test.each(roles.flatMap((actual) => roles.map((required) => [actual, required] as const)))(
    'lets role %i through where %i is required if its number is not higher',
    (actual, required) => {
      const powerful = new Set(roles.slice(0, roles.indexOf(required) + 1));
      expect(roleAllows(actual, required)).toBe(powerful.has(actual));
    },
  );

  test('lets the required tier and those above through', () => {
    expect([1, 2, 3].map((actual) => tierAllows(actual, 2))).toEqual([false, true, true]);
  });
});

describe('What a call declares', () => {
  const least = {
    who: 'member',
    role: Role.Guest,
    tier: 0,
    of: null,
    whenReadOnly: false,
    inPerson: false,
  };

  test('is an active member who may write, unless it says more', () => {
    expect(member()).toEqual(least);
  });

  test('is what it says', () => {
    const declared = {
      role: 0,
      tier: 2,
      of: 'tenantId',
      whenReadOnly: true,
      inPerson: true,
    } as const;
    expect(member(declared)).toEqual({ who: 'member', ...declared });
  });

  test('lets the operator in beside the members only where it says so', () => {
    expect(memberOrOperator).toEqual({ ...least, whenReadOnly: true, operatorToo: true });
    expect([anyone, signedIn, inPerson, operator]).toEqual([
      { who: 'anyone' },
      { who: 'signed-in' },
      { who: 'signed-in', inPerson: true },
      { who: 'operator' },
    ]);
  });
});
