import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Role, UserType } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { storedToken, storeToken } from '#web/api/credentials.ts';
import { loginPath } from '#web/api/login-path.ts';
import { queryClient } from '#web/api/queries.ts';
import {
  missingFrom,
  missingOf,
  requires,
  signedIn,
  signedOut,
  unauthorizedPath,
  type Requirement,
} from './guard.ts';
import { signIn } from './session.ts';

const owner = { user: { type: UserType.Tenant }, role: Role.Owner, tier: 2 };
const guest = { ...owner, role: Role.Guest, tier: 0 };

describe('the route guard (specification, section 2)', () => {
  test('lets pass who meets every requirement', () => {
    // Strictly: a requirement that is named counts as missing, also as `undefined`.
    const operator = { ...owner, user: { type: UserType.Admin } };
    expect(missingOf(owner, {})).toStrictEqual({});
    expect(missingOf(owner, { role: Role.Admin, tier: 2 })).toStrictEqual({});
    expect(missingOf(operator, { operator: true })).toStrictEqual({});
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

  test.each<Requirement>([
    { operator: true },
    { role: Role.Owner },
    { role: Role.Admin },
    { role: Role.Member, tier: 3 },
    { tier: 0 },
  ])('tells the page for the unauthorized exactly what is missing: %j', (missing) => {
    const { pathname, searchParams } = new URL(unauthorizedPath(missing), 'http://localhost');
    expect(pathname).toBe('/app/unauthorized');
    expect(missingFrom(searchParams)).toStrictEqual(missing);
  });

  test('reads nothing from a query that it did not write', () => {
    const foreign = ['role=9&tier=x&other=1', 'role=3&tier=1.5', 'role=-1', ''];
    for (const query of foreign) {
      expect(missingFrom(new URLSearchParams(query))).toStrictEqual({});
    }
  });

  test('the login page is given the full path that was asked for', () => {
    const asked = new URL('http://localhost/app/transactions?cursor=a&b=c#end');
    const login = new URL(loginPath(asked), 'http://localhost');
    expect(login.pathname).toBe('/account/login');
    expect(login.searchParams.get('redirect')).toBe('/app/transactions?cursor=a&b=c#end');
  });
});

/** What a browser keeps. */
const storage = () => {
  const kept = new Map<string, string>();
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => kept.set(key, value),
    removeItem: (key: string) => kept.delete(key),
  };
};

describe('before a page (specification, section 2)', () => {
  const request = new Request('http://localhost/app/transactions?cursor=a');
  const comeIn = (guard: typeof signedIn) => async () => guard({ request });
  const leadsTo = (path: string) =>
    expect.objectContaining({ headers: new Headers({ location: path }) });
  /** A member of an organization with a product of tier 1. */
  const person = (status: MemberStatus) =>
    ({
      type: UserType.Tenant,
      tenants: [
        {
          status,
          role: Role.Member,
          tenant: { id: 'a', products: [{ active: true, subscriptionProduct: { tier: 1 } }] },
        },
      ],
    }) as unknown as User;
  const member = person(MemberStatus.Active);

  beforeEach(() => {
    vi.stubGlobal('localStorage', storage());
    vi.stubGlobal('sessionStorage', storage());
  });
  afterEach(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });

  test('of the app, who is not signed in is led to sign in, and back', async () => {
    await expect(comeIn(signedIn)()).rejects.toEqual(
      leadsTo('/account/login?redirect=%2Fapp%2Ftransactions%3Fcursor%3Da'),
    );
  });

  test('of the app, a member comes in', async () => {
    signIn({ user: member, token: 'token' });
    await expect(comeIn(signedIn)()).resolves.toBeUndefined();
  });

  test('of the app, who is in no organization signs in anew, and nothing is left', async () => {
    signIn({ user: person(MemberStatus.PendingAcceptance), token: 'token' });
    await expect(comeIn(signedIn)()).rejects.toEqual(leadsTo('/account/login'));
    expect([storedToken(), queryClient.getQueryCache().getAll()]).toEqual([null, []]);
  });

  test('of an account, who is signed in goes home, everybody else comes in', async () => {
    await expect(comeIn(signedOut)()).resolves.toBeUndefined();
    storeToken('token');
    await expect(comeIn(signedOut)()).rejects.toEqual(leadsTo('/app/dashboard'));
  });

  test('that asks for more, who meets it comes in, others are told what is missing', async () => {
    signIn({ user: member, token: 'token' });
    await expect(comeIn(requires({ role: Role.Member, tier: 1 }))()).resolves.toBeUndefined();
    await expect(comeIn(requires({ role: Role.Admin, tier: 2 }))()).rejects.toEqual(
      leadsTo('/app/unauthorized?role=1&tier=2'),
    );
  });
});
