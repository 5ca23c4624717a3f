import { randomUUID } from 'node:crypto';
import { domainToASCII } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { domainTasks } from '#server/identity/domains/service/tasks.ts';
import { enroll } from '#server/identity/factors/test/factors.ts';
import { keptMs } from '#server/platform/http/hosts/hosts.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';
import { nameServer } from '#server/test/name-server.ts';
import { mainHost, registerAddressed, signInAt, type Addressed } from './test/addresses.ts';

/** Checks verified domains as addresses of organizations (R-ADR-01, R-ADR-10). */
const product = await testApplication({ PUBLIC_URL: `https://${mainHost}` });
const { owner: store } = product.open;

/** Moves the clock beyond the time for which a process keeps what it knows of a host. */
const passKeptTime = () => {
  const now = performance.now.bind(performance);
  vi.spyOn(performance, 'now').mockImplementation(() => now() + keptMs);
};
afterEach(() => void vi.restoreAllMocks());
const refused = (code: string) => expect.objectContaining({ code });

const nameOf = (prefix = 'app') =>
  domainToASCII(`${prefix}-${randomUUID().slice(0, 8)}.example.com`);

const choose = async ({ api, tenant }: Addressed, domain: string) => {
  const { name, subdomain } = await api.tenants.getCurrent();
  const look = { appTheme: 'dark', appColor: 'red' } as const;
  await api.tenants.update({ params: { id: tenant }, body: { name, subdomain, domain, ...look } });
};

const addDomain = async ({ api }: Addressed, domain: string) => {
  const added = await api.domains.add({ body: { domain } });
  nameServer.records.set(added.record.name, [added.record.value]);
  return added;
};

/** Registers an organization with a verified domain as its address. */
const withDomain = async (domain = nameOf()) => {
  const organization = await registerAddressed(product, { plan: 'Unlimited' });
  const { id, record } = await addDomain(organization, domain);
  await organization.api.domains.verify({ params: { id } });
  await choose(organization, domain);
  return { ...organization, domain, domainId: id, record };
};

const isServed = async (host: string) => {
  const answer = await product.app.inject({ url: '/api/User/GetCurrent', headers: { host } });
  return answer.statusCode !== 421;
};
const isCertified = async (host: string) => {
  const url = `/internal/certificates?domain=${host}`;
  return (await product.app.inject({ url, headers: { host: 'app1' } })).statusCode === 200;
};

describe('a domain of an organization', () => {
  test('is its address once it is verified and chosen (R-ADR-01)', async () => {
    const acme = await withDomain();
    const there = await signInAt(product, acme.domain, acme.email);
    expect((await there.api.tenants.getCurrent()).id).toBe(acme.tenant);
    expect(await isCertified(acme.domain)).toBe(true);
    expect(await isServed(`www.${acme.domain}`)).toBe(false);
  });

  test('may have an international name, which browsers send in ASCII (R-ADR-02)', async () => {
    const acme = await withDomain(nameOf('münchen'));
    expect(acme.domain).toMatch(/^xn--/);
    await choose(acme, acme.domain.toUpperCase());
    for (const host of [acme.domain, `${acme.domain.toUpperCase()}.:443`]) {
      expect(await isServed(host)).toBe(true);
    }
    expect(await isServed('m\u00FCnchen.example.com')).toBe(false);
  });

  test.each(['is not chosen', 'is not verified', 'was never added'])(
    'is no address if it %s (R-ADR-01)',
    async (why) => {
      const acme = await registerAddressed(product, { plan: 'Unlimited' });
      const domain = nameOf();
      if (why !== 'was never added') {
        const { id } = await addDomain(acme, domain);
        if (why === 'is not chosen') await acme.api.domains.verify({ params: { id } });
      }
      if (why !== 'is not chosen') await choose(acme, domain);
      expect(await isServed(domain)).toBe(false);
      expect(await isCertified(domain)).toBe(false);
    },
  );

  test('shows its own organization, whatever others write into their settings (R-ADR-01)', async () => {
    const acme = await withDomain();
    const thief = await registerAddressed(product, { plan: 'Unlimited' });
    await choose(thief, acme.domain);
    const { id } = await addDomain(thief, acme.domain);
    await expect(thief.api.domains.verify({ params: { id } })).rejects.toBeDefined();
    await expect(signInAt(product, acme.domain, thief.email)).rejects.toEqual(
      refused('account.login.notMember'),
    );
    await expect(signInAt(product, acme.domain, acme.email)).resolves.toBeDefined();
  });

  test('shares sessions with the subdomain of its organization alone (R-ADR-03)', async () => {
    const acme = await withDomain();
    const other = await withDomain();
    const { headers } = await signInAt(product, acme.domain, acme.email);
    for (const host of [mainHost, other.domain, other.host]) {
      const api = product.callerOf({ ...headers, host });
      await expect(api.users.getCurrent()).rejects.toEqual(refused('unauthorized'));
    }
    const api = product.callerOf({ ...headers, host: acme.host });
    expect((await api.users.getCurrent()).currentTenant?.id).toBe(acme.tenant);
  });
});

describe('an address ends', () => {
  test('within seconds when its domain lapses, with its sessions (R-ADR-10)', async () => {
    const acme = await withDomain();
    const { api } = await signInAt(product, acme.domain, acme.email);
    nameServer.records.delete(acme.record.name);
    await store.query(
      `update verified_domains set checked_at = now() - interval '9 days',
         failing_since = now() - interval '8 days' where tenant_id = $1`,
      [acme.tenant],
    );
    const [check] = Object.values(domainTasks(product.open.owner, product.context));
    await check?.({}, { signal: new AbortController().signal } as never);
    passKeptTime();
    expect(await isServed(acme.domain)).toBe(false);
    expect(await isCertified(acme.domain)).toBe(false);
    await expect(api.users.getCurrent()).rejects.toEqual(refused('address.unknown'));
    expect(await isServed(acme.host)).toBe(true);
  });

  test('when its domain is removed, and another organization can have it (R-ADR-10)', async () => {
    const acme = await withDomain();
    const { headers } = await signInAt(product, acme.domain, acme.email);
    await acme.api.domains.remove({ params: { id: acme.domainId } });
    const next = await withDomain(acme.domain);
    passKeptTime();
    await expect(signInAt(product, acme.domain, next.email)).resolves.toBeDefined();
    const api = product.callerOf({ ...headers, host: acme.domain });
    await expect(api.users.getCurrent()).rejects.toEqual(refused('unauthorized'));
  });

  test('when the plan no longer includes domains (R-ADR-10)', async () => {
    const acme = await withDomain();
    expect(await isServed(acme.domain)).toBe(true);
    await store.query(
      `update tenant_products set end_date = now() - interval '1 minute' where tenant_id = $1`,
      [acme.tenant],
    );
    passKeptTime();
    expect(await isServed(acme.domain)).toBe(false);
    expect(await isServed(acme.host)).toBe(true);
  });

  test('not while the organization is suspended, whose members see why (R-ADR-04)', async () => {
    const acme = await withDomain();
    const operator = await enroll(await signInOperator(product));
    const params = { id: acme.tenant };
    await operator.api.suspensions.suspendTenant({ params, body: { reason: 'unpaid' } });
    const there = await signInAt(product, acme.domain, acme.email);
    expect((await there.api.tenants.getCurrent()).suspension?.reason).toBe('unpaid');
  });

  test('when the subdomain changes, and not for the new one (R-ADR-10)', async () => {
    const acme = await registerAddressed(product);
    const subdomain = `n${randomUUID().slice(0, 8)}`;
    expect(await isServed(acme.host)).toBe(true);
    const look = { appTheme: 'dark', appColor: 'red' } as const;
    await acme.api.tenants.update({
      params: { id: acme.tenant },
      body: { name: acme.name, subdomain, domain: '', ...look },
    });
    expect(await isServed(`${subdomain}.${mainHost}`)).toBe(true);
    passKeptTime();
    expect(await isServed(acme.host)).toBe(false);
  });
});
