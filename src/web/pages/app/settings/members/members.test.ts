import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { fieldOf, memberSchema, roleKey, roleOf } from './member-input.ts';
import { manages, rolesToGive, seatsOf } from './rules.ts';

const { PendingInvitation, PendingAcceptance, Active, Inactive } = MemberStatus;
const list = (...statuses: MemberStatus[]) => statuses.map((status) => ({ status }));
const session = (maxUsers: number | null, subdomain = '') =>
  ({
    tenant: { subdomain },
    product: maxUsers === null ? null : { subscriptionProduct: { maxUsers } },
  }) as Parameters<typeof seatsOf>[0];

describe('Seats (R-MEM-04)', () => {
  test('active and invited members take a seat, a request to join does not', () => {
    const members = list(Active, PendingInvitation, PendingAcceptance, Inactive);
    expect(seatsOf(session(3), members)).toEqual({ used: 2, max: 3, isFull: false });
    expect(seatsOf(session(2), members)).toEqual({ used: 2, max: 2, isFull: true });
  });

  test('without a product there is one seat, and a maximum of 0 is unlimited', () => {
    expect(seatsOf(session(null), list(Active)).isFull).toBe(true);
    expect(seatsOf(session(0), list(Active, Active, Active)).isFull).toBe(false);
    expect(seatsOf(session(null, 'admin'), list(Active)).isFull).toBe(false);
  });
});

describe('Roles (R-SEC-04, R-MEM-03)', () => {
  test('owners and admins grant roles, and only owners grant Owner', () => {
    expect(rolesToGive(Role.Owner)).toEqual([0, 1, 2, 3]);
    expect(rolesToGive(Role.Admin)).toEqual([1, 2, 3]);
    expect(rolesToGive(Role.Member)).toEqual([]);
    expect(rolesToGive(Role.Guest)).toEqual([]);
    expect(manages(Role.Admin, Role.Owner)).toBe(false);
  });

  test('roles survive the round trip through the form', () => {
    for (const role of Object.values(Role)) expect(roleOf({ role: roleKey(role) })).toBe(role);
  });
});

describe('The form of a member (R-MEM-02)', () => {
  test('requires email, both names and a role, but no phone', () => {
    const checked = memberSchema.safeParse({
      email: 'nobody',
      firstName: ' ',
      lastName: '',
      phone: '',
    });
    const told = checked.error?.issues.map(({ path, message }) => [path[0], message]);
    expect(told).toEqual([
      ['email', 'field.email'],
      ['firstName', 'field.required'],
      ['lastName', 'field.required'],
      ['role', 'field.required'],
    ]);
  });

  test('shows a refusal next to the field that it concerns', () => {
    expect(fieldOf('tenant.existingUser')).toBe('email');
    expect(fieldOf('tenant.cannotBeWithoutOwner')).toBe('role');
    expect(fieldOf('firstName')).toBe('firstName');
    expect(fieldOf('tenant.maxNumberOfUsers')).toBeUndefined();
  });
});
