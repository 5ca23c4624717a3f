import { randomUUID } from 'node:crypto';
import { afterEach, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { domainGraceDays, maxDomains } from '#contract/sso/domains.ts';
import {
  createTestOrganization,
  type TestOrganization,
} from '#server/identity/members/test/organizations.ts';
import { registerOwner, sharedApplication } from '#server/test/application.ts';
import { nameServer } from '#server/test/name-server.ts';
import { repetitions } from '#tools/kit/seed.ts';
import { ownableDomain } from './rules.ts';
import { domainTasks } from './service/tasks.ts';

const product = await sharedApplication();
const { owner: store } = product.open;

afterEach(() => {
  nameServer.isBroken = false;
});

const newDomain = () => `${randomUUID()}.example.com`;
const code = (expected: string) => expect.objectContaining({ code: expected });

const add = async ({ owner }: TestOrganization, domain = newDomain()) => {
  const added = await owner.api.domains.add({ body: { domain } });
  const publish = () =>
    nameServer.records.set(added.record.name, ['v=spf1 -all', added.record.value]);
  const verify = () => owner.api.domains.verify({ params: { id: added.id } });
  const remove = () => owner.api.domains.remove({ params: { id: added.id } });
  return { ...added, publish, verify, remove };
};
const addVerified = async (organization: TestOrganization) => {
  const domain = await add(organization);
  domain.publish();
  await domain.verify();
  return domain;
};
const tenantOf = async (domain: string) => {
  const { rows } = await store.query<{ tenant: string | null }>(
    `select app.find_tenant('domain', $1) as tenant`,
    [domain],
  );
  return rows[0]?.tenant ?? null;
};

describe('A domain that is added (R-DOM-01)', () => {
  test('gets a TXT record with a token of its own', async () => {
    const organization = await createTestOrganization(product);
    const [one, other] = [await add(organization), await add(organization)];
    expect(one).toMatchObject({ verifiedAt: null, checkedAt: null, lapsesAt: null });
    expect(one.record.name).toBe(`_pregao-verification.${one.domain}`);
    expect(one.record.value).toMatch(/^pregao-verification=[\w-]{43}$/);
    expect(other.record.value).not.toBe(one.record.value);
    expect((await organization.owner.api.domains.getAll()).map(({ id }) => id)).toEqual([
      one.id,
      other.id,
    ]);
  });

  test.each([
    'com',
    'com.br',
    'github.io',
    'gmail.com',
    'mail.gmail.com',
    'GoogleMail.com',
    'yahoo.com.br',
    'localhost',
    'example',
    'x.invalid',
    '192.0.2.1',
    '[::1]',
    'exa mple.com',
    'https://example.com',
    '*.example.com',
    '-',
    '',
  ])('is refused if no organization can own it: %j', async (domain) => {
    expect(await ownableDomain(domain)).toBeNull();
  });

  test('is stored in ASCII and lower case', async () => {
    expect(await ownableDomain(' Bücher.Example.COM. ')).toBe('xn--bcher-kva.example.com');
    expect(await ownableDomain('mesa.com.br')).toBe('mesa.com.br');
  });

  test('is refused over HTTP if it is public, listed already, or one too many', async () => {
    const organization = await createTestOrganization(product);
    await expect(add(organization, 'gmail.com')).rejects.toEqual(code('domains.public'));
    const { domain } = await add(organization);
    await expect(add(organization, domain.toUpperCase())).rejects.toEqual(code('domains.added'));
    for (let count = 1; count < maxDomains; count += 1) await add(organization);
    await expect(add(organization)).rejects.toEqual(code('domains.tooMany'));
  });
});

describe('A verification (R-DOM-02)', () => {
  test('needs the record with the token', async () => {
    const organization = await createTestOrganization(product);
    const domain = await add(organization);
    await expect(domain.verify()).rejects.toEqual(code('domains.noRecord'));
    nameServer.records.set(domain.record.name, [`${domain.record.value}x`, 'pregao-verification=']);
    await expect(domain.verify()).rejects.toEqual(code('domains.noRecord'));
    expect(await tenantOf(domain.domain)).toBeNull();
    domain.publish();
    await expect(domain.verify()).resolves.toMatchObject({ verifiedAt: expect.any(String) });
    expect(await tenantOf(domain.domain)).toBe(organization.id);
  });

  test('says that name servers do not answer', async () => {
    const domain = await add(await createTestOrganization(product));
    domain.publish();
    nameServer.isBroken = true;
    await expect(domain.verify()).rejects.toEqual(code('domains.noAnswer'));
  });

  test('reads a record that is sent in several strings', async () => {
    const domain = await add(await createTestOrganization(product));
    const { name, value } = domain.record;
    nameServer.records.set(name, [[value.slice(0, 9), value.slice(9)]]);
    await expect(domain.verify()).resolves.toMatchObject({ verifiedAt: expect.any(String) });
  });
});

describe('A verified domain', () => {
  const repeats = Array.from({ length: repetitions(3, 50) }, (_, n) => n + 1);
  test.each(repeats)(
    'belongs to one of the organizations that verify it at once (R-DOM-03, %i)',
    async () => {
      const domain = newDomain();
      const claims = await Promise.all(
        Array.from({ length: 6 }, async () => add(await createTestOrganization(product), domain)),
      );
      nameServer.records.set(
        `_pregao-verification.${domain}`,
        claims.map(({ record }) => record.value),
      );
      const results = await Promise.allSettled(claims.map(({ verify }) => verify()));
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      const reasons = results.flatMap((each) => (each.status === 'rejected' ? [each.reason] : []));
      expect(reasons).toEqual(reasons.map(() => code('domains.taken')));
      const { rows } = await store.query(
        'select from verified_domains where domain = $1 and verified_at is not null',
        [domain],
      );
      expect(rows).toHaveLength(1);
    },
  );

  test('is free for another organization once it is removed (R-DOM-05)', async () => {
    const [one, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const domain = await addVerified(one);
    const claim = await add(other, domain.domain);
    claim.publish();
    await expect(claim.verify()).rejects.toEqual(code('domains.taken'));
    await domain.remove();
    expect(await tenantOf(domain.domain)).toBeNull();
    await claim.verify();
    expect(await tenantOf(domain.domain)).toBe(other.id);
    await expect(domain.remove()).rejects.toEqual(code('notFound'));
  });

  test('is freed when its organization is deleted', async () => {
    const organization = await createTestOrganization(product);
    const { domain } = await addVerified(organization);
    await organization.owner.api.tenants.remove({ params: { id: organization.id } });
    expect(await tenantOf(domain)).toBeNull();
  });
});

describe('The daily check (R-DOM-04)', () => {
  const { 'domains.check': check } = domainTasks(store, product.context);
  const run = () => check({}, { attempt: 1, signal: new AbortController().signal });
  const stateOf = async ({ owner }: TestOrganization) => (await owner.api.domains.getAll())[0];
  /** Returns SQL of a column's time some days earlier; in UTC, because Citus computes no local time in an update. */
  const earlier = (column: string) =>
    `(${column} at time zone 'UTC' - make_interval(days => $2)) at time zone 'UTC'`;
  /** Moves the times of the organization's domains back by some days. */
  const age = ({ id }: TestOrganization, days: number) =>
    store.query(
      `update verified_domains set checked_at = ${earlier('checked_at')},
         failing_since = ${earlier('failing_since')} where tenant_id = $1`,
      [id, days],
    );
  const mailsTo = async ({ owner }: TestOrganization) => {
    const { rows } = await store.query<{ subject: string }>(
      'select subject from emails where recipient = $1 order by id',
      [owner.email],
    );
    return rows.map(({ subject }) => subject);
  };

  test('checks a domain once a day', async () => {
    const organization = await createTestOrganization(product);
    const domain = await addVerified(organization);
    nameServer.records.delete(domain.record.name);
    await run();
    expect(await stateOf(organization)).toMatchObject({ lapsesAt: null });
    await age(organization, 1);
    await run();
    expect(await stateOf(organization)).toMatchObject({ lapsesAt: expect.any(String) });
  });

  test('warns the owners once, and ends the verification after the grace time', async () => {
    const organization = await createTestOrganization(product);
    await organization.add(Role.Admin);
    const domain = await addVerified(organization);
    nameServer.records.delete(domain.record.name);
    for (let day = 1; day <= domainGraceDays; day += 1) {
      await age(organization, 1);
      await run();
      expect(await stateOf(organization)).toMatchObject({ verifiedAt: expect.any(String) });
      expect(await mailsTo(organization)).toHaveLength(1);
    }
    await age(organization, 1);
    await run();
    expect(await stateOf(organization)).toMatchObject({ verifiedAt: null, lapsesAt: null });
    expect(await tenantOf(domain.domain)).toBeNull();
    expect((await mailsTo(organization)).map((subject) => subject.includes(domain.domain))).toEqual(
      [true, true],
    );
    domain.publish();
    await domain.verify();
    expect(await tenantOf(domain.domain)).toBe(organization.id);
  });

  test('forgets a record that was missing when it returns', async () => {
    const organization = await createTestOrganization(product);
    const domain = await addVerified(organization);
    nameServer.records.delete(domain.record.name);
    await age(organization, 1);
    await run();
    domain.publish();
    await age(organization, 1);
    await run();
    expect(await stateOf(organization)).toMatchObject({ lapsesAt: null });
  });

  test('changes nothing while name servers do not answer', async () => {
    const organization = await createTestOrganization(product);
    await addVerified(organization);
    await age(organization, 30);
    nameServer.isBroken = true;
    await run();
    expect(await stateOf(organization)).toMatchObject({
      verifiedAt: expect.any(String),
      lapsesAt: null,
    });
  });
});

test('domains are for owners on the tier Unlimited (R-DOM-06)', async () => {
  const organization = await createTestOrganization(product);
  const admin = await organization.add(Role.Admin);
  await expect(admin.api.domains.getAll()).rejects.toEqual(code('tenant.onlyOwner'));
  const plain = await registerOwner(product);
  await expect(plain.api.domains.getAll()).rejects.toEqual(code('access.tier'));
  await expect(plain.api.domains.add({ body: { domain: newDomain() } })).rejects.toEqual(
    code('access.tier'),
  );
});

test('the audit log records domains without their tokens', async () => {
  const organization = await createTestOrganization(product);
  const domain = await addVerified(organization);
  const { items } = await organization.owner.api.audit.getAll({});
  const entries = items.filter(({ action }) => action.startsWith('verifiedDomain.'));
  expect(entries.map(({ action }) => action)).toEqual([
    'verifiedDomain.changed',
    'verifiedDomain.created',
  ]);
  expect(JSON.stringify(items)).not.toContain(domain.record.value.split('=')[1]);
});
