import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { canChangeRole, canManage, changesOwners, roleErrorFor } from './rules.ts';

const { Owner, Admin, Member, Guest } = Role;
const roles = [Owner, Admin, Member, Guest];

/** Roles that each role may change and grant (R-SEC-04, R-MEM-03). */
const allowed: Record<Role, { targets: Role[]; into: Role[] }> = {
  [Owner]: { targets: roles, into: roles },
  [Admin]: { targets: [Admin, Member, Guest], into: [Admin, Member, Guest] },
  [Member]: { targets: [], into: [] },
  [Guest]: { targets: [], into: [] },
};

const triples = roles.flatMap((actor) =>
  roles.flatMap((target) => roles.map((newRole) => ({ actor, target, newRole }))),
);

describe('roles (R-SEC-04, R-MEM-03)', () => {
  test.each(triples)(
    'decide if $actor may change $target to $newRole',
    ({ actor, target, newRole }) => {
      const { targets, into } = allowed[actor];
      const expected = targets.includes(target) && into.includes(newRole);
      expect(canChangeRole(actor, target, newRole)).toBe(expected);
    },
  );

  test('never grant or change a role above the actor’s', () => {
    for (const { actor, target, newRole } of triples) {
      if (!canChangeRole(actor, target, newRole)) continue;
      expect(newRole).toBeGreaterThanOrEqual(actor);
      expect(target).toBeGreaterThanOrEqual(actor);
    }
  });

  test('may manage the roles that they may change', () => {
    for (const actor of roles) {
      expect(roles.filter((target) => canManage(actor, target))).toEqual(allowed[actor].targets);
    }
  });

  test('are refused with the role that is missing', () => {
    expect(roles.slice(1).map(roleErrorFor)).toEqual([
      'tenant.onlyOwner',
      'tenant.onlyAdmin',
      'tenant.onlyAdmin',
    ]);
  });
});

test('a change of role changes the owners if only one of both is an owner', () => {
  const changes = roles.flatMap((before) => roles.map((after) => [before, after] as const));
  const isOwner = (role: Role) => role === Owner;
  for (const [before, after] of changes) {
    const owners = [before, after].filter(isOwner).length;
    expect(changesOwners(before, after)).toBe(owners === 1);
  }
});
