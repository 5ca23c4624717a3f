import { describe, expect, test } from 'vitest';
import { missingRights, operatorSubdomain } from '#contract/access.ts';
import { type TenantSummary } from '#contract/membership.ts';
import { MemberStatus } from '#contract/statuses.ts';
import type { User } from '#contract/users.ts';
import { homePath, landingPath, sessionOf } from './session.ts';

type Membership = User['tenants'][number];

const plan = (tier: number) =>
  ({ active: true, subscriptionProduct: { tier } }) as TenantSummary['products'][number];

const membership = (id: string, given: Partial<Membership> & { tier?: number } = {}) =>
  ({
    role: 2,
    status: MemberStatus.Active,
    ...given,
    tenant: { id, products: given.tier === undefined ? [] : [plan(given.tier)] },
  }) as unknown as Membership;

const person = (tenants: Membership[], defaultTenant: string | null = null) =>
  ({ tenants, defaultTenant }) as User;

describe('the session of a tab (R-ORG-02)', () => {
  const user = person([membership('a'), membership('b'), membership('c')], 'b');

  test('has the organization of the tab', () => {
    expect(sessionOf(user, 'c')?.tenant.id).toBe('c');
  });

  test('has the default organization in a new tab', () => {
    expect(sessionOf(user, null)?.tenant.id).toBe('b');
  });

  test('never has an organization without an active membership (R-SEC-06)', () => {
    const pending = membership('p', { status: MemberStatus.PendingAcceptance });
    expect(sessionOf(person([pending, membership('a')], 'p'), 'p')?.tenant.id).toBe('a');
    expect(sessionOf(user, 'foreign')?.tenant.id).toBe('b');
    expect(sessionOf(person([pending], 'p'), 'p')).toBeNull();
    expect(sessionOf(person([]), null)).toBeNull();
  });

  test('has the role and tier of its organization, and tier 0 without a product', () => {
    const two = person([membership('a', { role: 0, tier: 3 }), membership('b', { role: 1 })]);
    expect(sessionOf(two, 'a')).toMatchObject({ role: 0, tier: 3 });
    expect(sessionOf(two, 'b')).toMatchObject({ role: 1, tier: 0, product: null, maxUsers: 1 });
  });

  test('has every tier and seat of the operator’s own organization (R-ORG-10)', () => {
    for (const tier of [undefined, 1]) {
      const own = membership('a', { tier });
      own.tenant.subdomain = operatorSubdomain;
      const session = sessionOf(person([own]), null);
      expect(session).toMatchObject({ isOperators: true, product: null, maxUsers: 0 });
      expect(missingRights({ role: 0, tier: session?.tier ?? 0 }, { tier: 99 })).toEqual({});
    }
  });
});

describe('after signing in (R-ACC-04)', () => {
  test('opens the requested page', () => {
    expect(landingPath({ type: 1 }, '/app/transactions?cursor=x')).toBe(
      '/app/transactions?cursor=x',
    );
  });

  test('opens the operator’s dashboard for the operator', () => {
    expect(landingPath({ type: 0 }, null)).toBe('/admin/dashboard');
  });

  test('opens the dashboard otherwise', () => {
    expect(landingPath({ type: 1 }, null)).toBe(homePath);
    expect(landingPath({ type: 1 }, 'https://evil.example/app')).toBe(homePath);
  });
});
