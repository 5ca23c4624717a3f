import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { openIsolatedGuard } from '#server/platform/http/test/isolated-guard.ts';

/** Tests who is admitted to each kind of access (R-SEC-01). */
const {
  database,
  rows,
  controls,
  lines,
  app,
  ask,
  refused,
  organization,
  insider,
  home,
  homeMember,
  admin,
  asOperator,
  acted,
} = await openIsolatedGuard();

describe('A call without a live session', () => {
  const closed = Object.keys(controls).filter((endpoint) => endpoint !== 'anyone');

  test.each(closed)('is refused where a session is required (%s)', async (endpoint) => {
    const named = randomUUID();
    for (const token of [undefined, '', 'a-dead-one', `${homeMember.token} `, 'two words']) {
      expect(
        await ask(endpoint, { ...(token !== undefined && { token }), key: 'x', named }),
      ).toEqual(refused('unauthorized'));
    }
  });

  // Titles don't contain the header: tokens and ids differ in each run.
  test.each<[string, (token: string) => string]>([
    ['with a prefix', (token) => `x Bearer ${token}`],
    ['with a suffix', (token) => `Bearer ${token} x`],
    ['of another scheme', (token) => `Basic ${token}`],
    ['without a scheme', (token) => token],
    ['too long', () => `Bearer ${'x'.repeat(201)}`],
  ])('includes a malformed Authorization header: %s', async (_how, write) => {
    const headers = { authorization: write(homeMember.token) };
    const answer = await app.inject({ url: '/signedIn', headers });
    expect([answer.statusCode, answer.json()]).toEqual([401, refused('unauthorized')]);
  });

  test('is admitted without an identity where access is public', async () => {
    const anonymous = { user: null, session: null, tenant: null, membership: null };
    expect(await ask('anyone')).toEqual(anonymous);
    expect(await ask('anyone', { token: 'a-dead-one' })).toEqual(anonymous);
  });
});

describe('A signed-in caller', () => {
  test('is identified on every kind of call', async () => {
    const { user, token } = homeMember;
    const session = {
      id: expect.any(String),
      token,
      address: null,
      user,
      userType: 1,
      impersonator: null,
      operatorRole: null,
      isRecent: true,
      hasFactor: false,
      owesFactor: false,
      writes: false,
      key: null,
    };
    const expected = { user, session, tenant: null, membership: null };
    for (const endpoint of ['anyone', 'signedIn', 'inPerson']) {
      expect(await ask(endpoint, { token })).toEqual(expected);
    }
    const answer = await app.inject({
      url: '/signedIn',
      headers: { authorization: `bearer ${token}` },
    });
    expect(answer.json()).toEqual(expected);
  });

  test('is not an operator unless the type of the account says so (R-SEC-07)', async () => {
    expect(await ask('operator', homeMember)).toEqual(refused('access.operator'));
    expect(await ask('operator', { token: asOperator })).toMatchObject({
      user: admin,
      session: { userType: 0 },
      tenant: null,
    });
  });

  test('is refused endpoints that require the user in person while impersonated (R-SEC-08)', async () => {
    const asking = { token: acted, key: home };
    const both = { user: homeMember.user, session: { impersonator: admin } };
    for (const endpoint of ['anyone', 'signedIn', 'member']) {
      expect(await ask(endpoint, asking)).toMatchObject(both);
    }
    for (const endpoint of ['inPerson', 'cardHolder']) {
      expect(await ask(endpoint, asking)).toEqual(refused('access.impersonating'));
      expect(await ask(endpoint, homeMember)).toMatchObject({ user: homeMember.user });
    }
  });
});

describe('A member', () => {
  test('is admitted by the tenant key, and row-level security hides other tenants (R-SEC-02, R-SEC-03)', async () => {
    const { user, token, key } = homeMember;
    const answer = await ask('member', { token, key });
    expect(answer).toMatchObject({
      user,
      tenant: key,
      membership: { role: Role.Guest, tier: 1, readOnly: false, suspended: false },
    });
    const { seen, written, changed } = answer as Record<string, string[]>;
    const own = new Set([home]);
    expect([new Set(seen), new Set(written), new Set(changed)]).toEqual([own, own, own]);
  });

  test.each<[string, (key: string) => string | undefined]>([
    ['without a key', () => undefined],
    ['with an empty key', () => ''],
    ['with a prefix', (key) => `x${key}`],
    ['with a suffix', (key) => `${key}x`],
  ])('is refused %s', async (_how, write) => {
    const { token } = homeMember;
    const key = write(home);
    expect(await ask('member', { token, ...(key !== undefined && { key }) })).toEqual(
      refused('tenant.undefined'),
    );
  });

  test('may name the tenant in the path too, which must match the header', async () => {
    const { token, key } = homeMember;
    const other = await organization();
    const inside = expect.objectContaining({ tenant: key });
    expect(await ask('named', { token, named: key })).toEqual(inside);
    expect(await ask('named', { token, named: key, key: key.toUpperCase() })).toEqual(inside);
    expect(await ask('named', { token, named: key, key: other })).toEqual(
      refused('tenant.keyMismatch'),
    );
    expect(await ask('named', { token, named: key, key: 'x' })).toEqual(
      refused('tenant.undefined'),
    );
    for (const named of ['x', `x${key}`, `${key}x`, '', other]) {
      expect(await ask('named', { token, named })).toEqual(refused('notFound'));
    }
  });

  test.each([
    ['invited', 0],
    ['asking', 1],
    ['inactive', 3],
  ])('with the status %s is not admitted (R-SEC-06)', async (_what, status) => {
    const { token, key } = await insider(home, Role.Owner, { status });
    expect(await ask('member', { token, key })).toEqual(refused('notFound'));
  });

  test('of another organization, or the operator, is not admitted and gets 404 (R-SEC-07)', async () => {
    const key = await organization();
    for (const token of [homeMember.token, asOperator]) {
      expect(await ask('member', { token, key })).toEqual(refused('notFound'));
    }
  });

  test.each([
    ['owner', Role.Owner, 'tenant.onlyOwner'],
    ['admin', Role.Admin, 'tenant.onlyAdmin'],
    ['worker', Role.Member, 'tenant.onlyMember'],
  ] as const)(
    'needs the role of the call (%s), or a more powerful one (R-SEC-04)',
    async (endpoint, least, code) => {
      for (const role of Object.values(Role)) {
        const answer = await ask(endpoint, await insider(home, role));
        const membership = { role, tier: 1, readOnly: false, suspended: false };
        const inside = expect.objectContaining({ membership });
        expect(answer).toEqual(role <= least ? inside : refused(code));
      }
    },
  );

  test('needs the tier of the call, or a higher one (R-SEC-05)', async () => {
    for (const tier of [2, 3]) {
      const inside = { tenant: expect.any(String), membership: { tier } };
      expect(await ask('tier2', await insider(await organization(tier)))).toMatchObject(inside);
    }
    expect(await ask('tier2', homeMember)).toEqual(refused('access.tier', { tier: 2 }));
  });

  test('can only read while the organization is read-only, except for calls that pay (R-SUB-09)', async () => {
    const key = await organization(1);
    const insiders = await insider(key);
    const write = { ...insiders, method: 'POST' } as const;
    expect(await ask('member', write)).toMatchObject({ tenant: key });
    await database.owner.query(
      `update tenant_products set status = 'past_due', grace_ends = now() where tenant_id = $1`,
      [key],
    );
    const inside = { tenant: key, membership: { readOnly: true } };
    expect(await ask('member', insiders)).toMatchObject(inside);
    expect(await ask('payer', write)).toMatchObject(inside);
    expect(await ask('member', write)).toEqual(refused('billing.readOnly'));
  });
});

test('A member of a suspended organization is refused every call but reading why (R-OPR-13)', async () => {
  const key = await organization(2);
  const insiders = await insider(key, Role.Owner);
  const suspend = (reason: string | null) =>
    database.owner.query(
      'update tenants set suspension_reason = $2, suspended_at = $3 where id = $1',
      [key, reason, reason && new Date()],
    );
  await suspend('Fraud');
  for (const endpoint of ['member', 'owner', 'tier2', 'memberOrOperator']) {
    expect(await ask(endpoint, insiders)).toEqual(refused('tenant.suspended'));
  }
  expect(await ask('whenSuspended', insiders)).toMatchObject({
    tenant: key,
    membership: { role: Role.Owner, tier: 0, readOnly: true, suspended: true },
  });
  await suspend(null);
  expect(await ask('tier2', insiders)).toMatchObject({ tenant: key, membership: { tier: 2 } });
});

describe('Calls for members or the operator', () => {
  test('admit the operator as operator, whatever the tenant key, even if also a member', async () => {
    const { key } = await insider(home);
    await rows.member(home, { user_id: admin, role: Role.Guest });
    for (const asked of [{}, { key }, { key: 'x' }, { key: await organization() }]) {
      expect(await ask('memberOrOperator', { token: asOperator, ...asked })).toMatchObject({
        user: admin,
        tenant: null,
        membership: null,
      });
    }
    expect(await ask('member', { token: asOperator, key: home })).toMatchObject({ tenant: home });
  });

  test('admit a member by membership, and answer 404 to a stranger', async () => {
    const { token, key } = homeMember;
    expect(await ask('memberOrOperator', { token, key })).toMatchObject({ tenant: key });
    const stranger = { token, key: await organization() };
    expect(await ask('memberOrOperator', stranger)).toEqual(refused('notFound'));
  });
});

describe('A refusal', () => {
  beforeEach(() => {
    lines.length = 0;
  });

  test('for lack of permission is logged (R-REL-07)', async () => {
    const { user, token } = await insider(home);
    await ask('operator', { token });
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
      expect.objectContaining({ user, code: 'errors.access.operator' }),
    ]);
  });
});
