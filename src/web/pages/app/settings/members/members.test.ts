import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import { memberFieldOf, memberSchema, roleKey, parseRole } from './member-input.ts';
import { canManageMember, assignableRoles, seatUsage } from './rules.ts';

const { PendingInvitation, PendingAcceptance, Active, Inactive } = MemberStatus;
const list = (...statuses: MemberStatus[]) => statuses.map((status) => ({ status }));
const session = (maxUsers: number, next: object | null = null) =>
  ({ tenant: { seatsTaken: 3 }, maxUsers, next }) as Parameters<typeof seatUsage>[0];

describe('Seats (R-MEM-04)', () => {
  test('active and invited members take a seat, a request to join does not', () => {
    const members = list(Active, PendingInvitation, PendingAcceptance, Inactive);
    expect(seatUsage(session(3), members)).toEqual({ used: 2, max: 3, isFull: false });
    expect(seatUsage(session(2), members)).toEqual({ used: 2, max: 2, isFull: true });
  });

  test('the count of the session stands in until the members have loaded', () => {
    expect(seatUsage(session(3), undefined)).toEqual({ used: 3, max: 3, isFull: true });
  });

  test('a canceled plan is full at the seats of the next one', () => {
    const next = { subscriptionProduct: { maxUsers: 2 } };
    for (const max of [10, 0])
      expect(seatUsage(session(max, next), list(Active, Active))).toEqual({
        used: 2,
        max,
        isFull: true,
      });
  });

  test('a maximum of 0 is unlimited', () => {
    expect(seatUsage(session(0), list(Active, Active, Active)).isFull).toBe(false);
  });
});

describe('Roles (R-SEC-04, R-MEM-03)', () => {
  test('owners and admins grant roles, and only owners grant Owner', () => {
    expect(assignableRoles(Role.Owner)).toEqual([0, 1, 2, 3]);
    expect(assignableRoles(Role.Admin)).toEqual([1, 2, 3]);
    expect(assignableRoles(Role.Member)).toEqual([]);
    expect(assignableRoles(Role.Guest)).toEqual([]);
    expect(canManageMember(Role.Admin, Role.Owner)).toBe(false);
  });

  test('roles survive the round trip through the form', () => {
    for (const role of Object.values(Role)) expect(parseRole({ role: roleKey(role) })).toBe(role);
  });
});

describe('The form of a member (R-MEM-02)', () => {
  test('requires email, both names and a role, but no phone', () => {
    const checked = memberSchema.safeParse({
      email: 'not-an-address',
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
    expect(memberFieldOf('tenant.existingUser')).toBe('email');
    expect(memberFieldOf('tenant.cannotBeWithoutOwner')).toBe('role');
    expect(memberFieldOf('firstName')).toBe('firstName');
    expect(memberFieldOf('tenant.maxNumberOfUsers')).toBeUndefined();
  });
});
