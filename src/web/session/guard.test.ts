import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Role, UserType } from '#contract/access.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { storedToken, storeToken } from '#web/api/credentials.ts';
import { loginPath } from '#web/api/login-path.ts';
import { queryClient } from '#web/api/queries.ts';
import { createFakeStorage } from '#web/api/test/fake-storage.ts';
import {
  parseRequirement,
  missingRequirements,
  requireAccess,
  requireEntryAccess,
  requireSession,
  requireSignedOut,
  unauthorizedPath,
  type Requirement,
} from './guard.ts';
import { startSession } from './session.ts';

const owner = { user: { type: UserType.Tenant }, role: Role.Owner, tier: 2 };
const guest = { ...owner, role: Role.Guest, tier: 0 };

describe('the route guard (R-APP-02)', () => {
  test('admits a user who meets every requirement', () => {
    // Strict: a requirement with the value `undefined` counts as missing.
    const operator = { ...owner, user: { type: UserType.Admin } };
    expect(missingRequirements(owner, {})).toStrictEqual({});
    expect(missingRequirements(owner, { role: Role.Admin, tier: 2 })).toStrictEqual({});
    expect(missingRequirements(operator, { operator: true })).toStrictEqual({});
  });

  test('a role gate admits roles up to its number (R-SEC-04)', () => {
    expect(missingRequirements({ ...owner, role: Role.Admin }, { role: Role.Admin })).toEqual({});
    expect(missingRequirements({ ...owner, role: Role.Member }, { role: Role.Admin })).toEqual({
      role: Role.Admin,
    });
    expect(missingRequirements(guest, { role: Role.Owner })).toEqual({ role: Role.Owner });
  });

  test('a tier gate admits tiers from its number (R-SEC-05)', () => {
    expect(missingRequirements({ ...owner, tier: 3 }, { tier: 2 })).toEqual({});
    expect(missingRequirements({ ...owner, tier: 1 }, { tier: 2 })).toEqual({ tier: 2 });
  });

  test('a member of an organization is no operator, whatever their role (R-OPR-01)', () => {
    expect(missingRequirements(owner, { operator: true })).toEqual({ operator: true });
  });

  test.each<Requirement>([
    { operator: true },
    { role: Role.Owner },
    { role: Role.Admin },
    { role: Role.Member, tier: 3 },
    { tier: 0 },
  ])('reports exactly the missing requirements to the unauthorized page: %j', (missing) => {
    const { pathname, searchParams } = new URL(unauthorizedPath(missing), 'http://localhost');
    expect(pathname).toBe('/app/unauthorized');
    expect(parseRequirement(searchParams)).toStrictEqual(missing);
  });

  test('ignores values in a query that it did not write', () => {
    const foreign = ['role=9&tier=x&other=1', 'role=3&tier=1.5', 'role=-1', ''];
    for (const query of foreign) {
      expect(parseRequirement(new URLSearchParams(query))).toStrictEqual({});
    }
  });

  test('sign-in receives the full requested path', () => {
    const asked = new URL('http://localhost/app/transactions?cursor=a&b=c#end');
    const login = new URL(loginPath(asked), 'http://localhost');
    expect(login.pathname).toBe('/account/login');
    expect(login.searchParams.get('redirect')).toBe('/app/transactions?cursor=a&b=c#end');
  });
});

describe('access to a page (R-APP-02, R-ACC-01)', () => {
  const enter =
    (guard: typeof requireSession, path = '/app/transactions?cursor=a') =>
    async () =>
      guard({ request: new Request(`http://localhost${path}`) });
  const leadsTo = (location: string) =>
    expect.objectContaining({ headers: new Headers({ location }) });
  /** Matches a redirect that the browser follows with a new document. */
  const loads = (location: string) =>
    expect.objectContaining({
      headers: new Headers({ location, 'X-Remix-Reload-Document': 'true' }),
    });
  /** Returns a member of an organization with a product of tier 1. */
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
    vi.stubGlobal('localStorage', createFakeStorage());
    vi.stubGlobal('sessionStorage', createFakeStorage());
    vi.stubGlobal('document', { querySelector: () => null });
  });
  afterEach(() => {
    queryClient.clear();
    vi.unstubAllGlobals();
  });

  test('a signed-out visitor of the app is sent to sign-in and back', async () => {
    await expect(enter(requireSession)()).rejects.toEqual(
      loads('/account/login?redirect=%2Fapp%2Ftransactions%3Fcursor%3Da'),
    );
  });

  test('a member can open the app', async () => {
    startSession({ user: member, token: 'token' });
    await expect(enter(requireSession)()).resolves.toBeUndefined();
  });

  test('a user without an organization is sent to their requests to join (R-ONB-09)', async () => {
    startSession({ user: person(MemberStatus.PendingAcceptance), token: 'token' });
    await expect(enter(requireSession)()).rejects.toEqual(loads('/account/waiting'));
  });

  test('a former member is signed out at the address of the organization (R-ADR-04)', async () => {
    vi.stubGlobal('document', { querySelector: () => ({ content: 'Mesa' }) });
    startSession({ user: person(MemberStatus.Inactive), token: 'token' });
    await expect(enter(requireSession)()).rejects.toEqual(loads('/account/login'));
    expect(storedToken()).toBeNull();
  });

  test('a signed-in visitor of the account pages is redirected to the dashboard', async () => {
    await expect(enter(requireSignedOut)()).resolves.toBeUndefined();
    storeToken('token');
    await expect(enter(requireSignedOut)()).rejects.toEqual(leadsTo('/app/dashboard'));
  });

  test('a page with requirements admits those who meet them and names what others lack', async () => {
    startSession({ user: member, token: 'token' });
    await expect(enter(requireAccess({ role: Role.Member, tier: 1 }))()).resolves.toBeUndefined();
    await expect(enter(requireAccess({ role: Role.Admin, tier: 2 }))()).rejects.toEqual(
      leadsTo('/app/unauthorized?role=1&tier=2'),
    );
  });

  test('a page requires what the nearest entry of the menu needs, however its address is written', async () => {
    startSession({ user: member, token: 'token' });
    const guard = requireEntryAccess([
      { to: '/app', needs: { role: Role.Member } },
      { to: '/app/keys', needs: { role: Role.Admin } },
      { to: '/app/charts', needs: { tier: 2 } },
    ]);
    const refused = leadsTo('/app/unauthorized?role=1');
    await expect(enter(guard, '/app/keys/1')()).rejects.toEqual(refused);
    await expect(enter(guard, '/App/%6beys/')()).rejects.toEqual(refused);
    await expect(enter(guard, '/app/charts/1')()).rejects.toEqual(
      leadsTo('/app/unauthorized?tier=2&from=%2Fapp%2Fcharts'),
    );
    await expect(enter(guard, '/app/keyring')()).resolves.toBeUndefined();
    await expect(enter(guard, '/elsewhere')()).resolves.toBeUndefined();
  });
});
