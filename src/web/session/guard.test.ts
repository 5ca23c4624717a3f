import { describe, expect, test } from 'vitest';
import { Role, UserType } from '#contract/access.ts';
import { loginPath } from '#web/api/login-path.ts';
import { missingFrom, missingOf, unauthorizedPath } from './guard.ts';

const owner = { user: { type: UserType.Tenant }, role: Role.Owner, tier: 2 };
const guest = { ...owner, role: Role.Guest, tier: 0 };

describe('the route guard (specification, section 2)', () => {
  test('lets pass who meets every requirement', () => {
    expect(missingOf(owner, {})).toEqual({});
    expect(missingOf(owner, { role: Role.Admin, tier: 2 })).toEqual({});
    expect(missingOf({ ...owner, user: { type: UserType.Admin } }, { operator: true })).toEqual({});
  });

  test('a role gate passes roles up to its number (section 6)', () => {
    expect(missingOf({ ...owner, role: Role.Admin }, { role: Role.Admin })).toEqual({});
    expect(missingOf({ ...owner, role: Role.Member }, { role: Role.Admin })).toEqual({
      role: Role.Admin,
    });
    expect(missingOf(guest, { role: Role.Owner })).toEqual({ role: Role.Owner });
  });

  test('a tier gate passes tiers from its number (section 6)', () => {
    expect(missingOf({ ...owner, tier: 3 }, { tier: 2 })).toEqual({});
    expect(missingOf({ ...owner, tier: 1 }, { tier: 2 })).toEqual({ tier: 2 });
  });

  test('a member of an organization is no operator, whatever their role', () => {
    expect(missingOf(owner, { operator: true })).toEqual({ operator: true });
  });

  test('tells the page for the unauthorized exactly what is missing', () => {
    const missing = missingOf(guest, { role: Role.Member, tier: 3 });
    const { pathname, searchParams } = new URL(unauthorizedPath(missing), 'http://localhost');
    expect(pathname).toBe('/app/unauthorized');
    expect(missingFrom(searchParams)).toEqual({ role: Role.Member, tier: 3 });
  });

  test('reads nothing from a query that it did not write', () => {
    expect(missingFrom(new URLSearchParams('role=9&tier=x&other=1'))).toEqual({});
    expect(missingFrom(new URLSearchParams())).toEqual({});
  });

  test('the login page is given the full path that was asked for', () => {
    const asked = new URL('http://localhost/app/transactions?cursor=a&b=c#end');
    const login = new URL(loginPath(asked), 'http://localhost');
    expect(login.pathname).toBe('/account/login');
    expect(login.searchParams.get('redirect')).toBe('/app/transactions?cursor=a&b=c#end');
  });
});
