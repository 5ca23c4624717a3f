import { describe, expect, test } from 'vitest';
import type { Endpoint } from '#contract/endpoint.ts';
import { contract } from '#contract/index.ts';
import { BillingPeriod } from '#contract/periods.ts';
import { enroll } from '#server/identity/factors/test/factors.ts';
import { priceIdOf, signInOperator, testApplication } from '#server/test/application.ts';
import { mainHost, registerAddressed, signInAt } from './test/addresses.ts';

/** Checks sessions and calls at the own addresses of organizations (decision 61). */
const product = await testApplication({ PUBLIC_URL: `https://${mainHost}` });
const acme = await registerAddressed(product);
const other = await registerAddressed(product);
const second = await acme.api.tenants.create({
  body: {
    name: `Second of ${acme.name}`,
    selectedSubscription: {
      subscriptionPriceId: await priceIdOf(product, 'Starter', BillingPeriod.Yearly),
    },
  },
});
const secondTenant = second.user.currentTenant?.id ?? '';

const refused = (code: string) => expect.objectContaining({ code });
const visit = (host: string, url: string, headers = {}) =>
  product.app.inject({ url, headers: { ...headers, host } });

describe('a session of an organization’s own address', () => {
  test('sees only this organization of the person (R-ADR-03)', async () => {
    const there = await signInAt(product, acme.host, acme.email);
    const seen = await there.api.users.getCurrent();
    for (const { tenants, currentTenant } of [there.user, seen]) {
      expect(tenants.map(({ tenant }) => tenant.id)).toEqual([acme.tenant]);
      expect(currentTenant?.id).toBe(acme.tenant);
    }
    expect((await there.api.tenants.getCurrent()).id).toBe(acme.tenant);
    expect(await there.api.transactions.getAll({ query: {} })).toMatchObject({ items: [] });
    expect((await acme.api.users.getCurrent()).tenants).toHaveLength(2);
  });

  test('reads nothing of another organization, also of the same person (R-ADR-03)', async () => {
    const { headers } = await signInAt(product, acme.host, acme.email);
    for (const key of [secondTenant, other.tenant]) {
      const api = product.callerOf({ ...headers, 'x-tenant-key': key });
      await expect(api.tenants.getCurrent()).rejects.toEqual(refused('notFound'));
      await expect(api.transactions.getAll({ query: {} })).rejects.toEqual(refused('notFound'));
      await expect(api.tenants.get({ params: { id: key } })).rejects.toEqual(refused('notFound'));
    }
  });

  test('returns to it from the provider’s portal, at the main site to the organization (R-SUB-18)', async () => {
    const there = await signInAt(product, acme.host, acme.email);
    const { context } = product;
    const real = context.stripe;
    const seen: string[] = [];
    context.stripe = {
      ...real,
      createPortalSession: (customer, back) => {
        seen.push(back);
        return real.createPortalSession(customer, back);
      },
    };
    for (const { api } of [there, acme]) await api.subscriptions.createPortalSession();
    context.stripe = real;
    const page = 'app/settings/organization/subscription';
    expect(seen).toEqual([
      `https://${acme.host}/${page}`,
      `https://${mainHost}/${page}?org=${acme.tenant}`,
    ]);
  });

  test('works at no other host, and no other session works there (R-ADR-03)', async () => {
    const there = await signInAt(product, acme.host, acme.email);
    for (const host of [mainHost, other.host, 'localhost', '127.0.0.1:80']) {
      const api = product.callerOf({ ...there.headers, host });
      await expect(api.users.getCurrent()).rejects.toEqual(refused('unauthorized'));
      await expect(api.tenants.getCurrent()).rejects.toEqual(refused('unauthorized'));
    }
    for (const headers of [acme.headers, other.headers]) {
      const api = product.callerOf({ ...headers, host: acme.host });
      await expect(api.users.getCurrent()).rejects.toEqual(refused('unauthorized'));
      await expect(api.transactions.getAll({ query: {} })).rejects.toEqual(refused('unauthorized'));
    }
  });

  test('works under every spelling of the host (R-ADR-02)', async () => {
    const { headers } = await signInAt(product, acme.host, acme.email);
    for (const host of [acme.host.toUpperCase(), `${acme.host}.`, `${acme.host}:8443`]) {
      const { id } = await product.callerOf({ ...headers, host }).tenants.getCurrent();
      expect(id).toBe(acme.tenant);
    }
  });

  test('ends with sign-out, and appears among the sessions of the account', async () => {
    const there = await signInAt(product, acme.host, acme.email);
    const before = await acme.api.users.getSessions();
    await there.api.accounts.logout();
    await expect(there.api.users.getCurrent()).rejects.toEqual(refused('unauthorized'));
    expect(await acme.api.users.getSessions()).toHaveLength(before.length - 1);
  });
});

/** Returns a call to an endpoint that names another organization wherever it can. */
const callTo = ({ method, path }: Endpoint) => ({
  method: method as 'GET',
  url: `/api${path.replaceAll(/:\w+\??/g, other.tenant)}`,
  ...(method !== 'GET' && { payload: {} }),
});

test('every call about the account, for operators or for other organizations is refused there (R-ADR-03)', async () => {
  const { headers } = await signInAt(product, acme.host, acme.email);
  const refusals: Record<string, unknown[]> = {};
  for (const { endpoints } of Object.values(contract)) {
    for (const endpoint of Object.values<Endpoint>(endpoints)) {
      const { access } = endpoint;
      if (access.who === 'anyone' || (access.who === 'signed-in' && access.atAddress)) continue;
      const named = { ...headers, 'x-tenant-key': other.tenant };
      const answer = await product.app.inject({ ...callTo(endpoint), headers: named });
      (refusals[access.who] ??= []).push(answer.json<{ code: string }>().code);
    }
  }
  const codes = Object.entries(refusals).map(([who, all]) => [who, ...new Set(all)]);
  expect(Object.fromEntries(codes.map(([who, ...all]) => [who, all]))).toEqual({
    'signed-in': ['errors.address.mainSite'],
    operator: ['errors.notFound'],
    member: ['errors.notFound'],
  });
  expect(refusals['member']?.length).toBeGreaterThan(50);
});

describe('signing in at an organization’s own address', () => {
  test('is refused with a reason for people who are no members (R-ADR-04)', async () => {
    const sessions = await other.api.users.getSessions();
    await expect(signInAt(product, acme.host, other.email)).rejects.toEqual(
      refused('account.login.notMember'),
    );
    expect(await other.api.users.getSessions()).toHaveLength(sessions.length);
    await expect(signInAt(product, mainHost, other.email)).resolves.toBeDefined();
  });

  test('is refused for operators (R-ADR-04)', async () => {
    const { user } = await signInOperator(product);
    const body = { email: user.email, password: 'an operator of the tests' };
    const attempt = product.callerOf({ host: acme.host }).accounts.login({ body });
    await expect(attempt).rejects.toEqual(refused('account.login.notMember'));
  });

  test('leads a member of a suspended organization to the reason only (R-ADR-04)', async () => {
    const suspended = await registerAddressed(product);
    const operator = await enroll(await signInOperator(product));
    const params = { id: suspended.tenant };
    await operator.api.suspensions.suspendTenant({ params, body: { reason: 'unpaid' } });
    const there = await signInAt(product, suspended.host, suspended.email);
    expect((await there.api.tenants.getCurrent()).suspension?.reason).toBe('unpaid');
    await expect(there.api.transactions.getAll({ query: {} })).rejects.toEqual(
      refused('tenant.suspended'),
    );
  });
});

describe('a host that is no site', () => {
  test.each(['unknown.pregao.test', 'evil.example', 'a.b.pregao.test', 'admin.pregao.test'])(
    '%s answers calls with 421, with and without a session (R-ADR-02)',
    async (host) => {
      for (const headers of [{}, acme.headers]) {
        const answer = await visit(host, '/api/User/GetCurrent', headers);
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
          421,
          'errors.address.unknown',
        ]);
      }
      expect((await visit(host, '/health/live')).statusCode).toBe(200);
    },
  );

  test('is not believed in X-Forwarded-Host without a trusted proxy (R-ADR-02)', async () => {
    const forged = { 'x-forwarded-host': acme.host, ...acme.headers };
    expect((await visit(mainHost, '/api/User/GetCurrent', forged)).statusCode).toBe(200);
  });

  test('leads www to the main site', async () => {
    const { statusCode, headers } = await visit(`www.${mainHost}`, '/pricing?x=1');
    expect([statusCode, headers.location]).toEqual([302, `https://${mainHost}/pricing?x=1`]);
  });
});

describe('certificates on demand (R-ADR-08)', () => {
  const ask = async (domain: string) => {
    const answer = await visit('app1:3000', `/internal/certificates?domain=${domain}`);
    expect(answer.body).toBe('');
    return answer.statusCode;
  };

  test('are allowed for addresses of organizations only', async () => {
    expect(await ask(acme.host)).toBe(200);
    const others = ['unknown.pregao.test', 'evil.example', 'admin.pregao.test', '127.0.0.1'];
    for (const host of [...others, '', 'a'.repeat(300), '%00', `${acme.host}/x`]) {
      expect(await ask(host)).toBe(404);
    }
    expect((await visit('app1:3000', '/internal/certificates')).statusCode).toBe(404);
  });

  test('are allowed for www. of the main host, which leads to it (R-DOM-07)', async () => {
    expect(await ask(`www.${mainHost}`)).toBe(200);
    expect(await ask(`www.www.${mainHost}`)).toBe(404);
    expect(await ask('www.evil.example')).toBe(404);
  });
});
