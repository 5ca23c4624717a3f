import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { canChangeRole, canManage, refusalTo } from './rules.ts';

const { Owner, Admin, Member, Guest } = Role;
const roles = [Owner, Admin, Member, Guest];

/** Who may turn whom into what (specification, section 6; readings, Members). */
const allowed: Record<Role, { whom: Role[]; into: Role[] }> = {
  [Owner]: { whom: roles, into: roles },
  [Admin]: { whom: [Admin, Member, Guest], into: [Admin, Member, Guest] },
  [Member]: { whom: [], into: [] },
  [Guest]: { whom: [], into: [] },
};

const triples = roles.flatMap((actor) =>
  roles.flatMap((target) => roles.map((newRole) => ({ actor, target, newRole }))),
);

describe('Roles', () => {
  test.each(triples)('$actor turns $target into $newRole or not', ({ actor, target, newRole }) => {
    const { whom, into } = allowed[actor];
    const expected = whom.includes(target) && into.includes(newRole);
    expect(canChangeRole(actor, target, newRole)).toBe(expected);
  });

  test('never give more than the giver has, nor touch who has more', () => {
    for (const { actor, target, newRole } of triples) {
      if (!canChangeRole(actor, target, newRole)) continue;
      expect(newRole).toBeGreaterThanOrEqual(actor);
      expect(target).toBeGreaterThanOrEqual(actor);
    }
  });

  test('manage whom they may change', () => {
    for (const actor of roles) {
      expect(roles.filter((target) => canManage(actor, target))).toEqual(allowed[actor].whom);
    }
  });

  test('are refused in the words of section 8', () => {
    expect(roles.slice(1).map(refusalTo)).toEqual([
      'tenant.onlyOwner',
      'tenant.onlyAdmin',
      'tenant.onlyAdmin',
    ]);
  });
});
