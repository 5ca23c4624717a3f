import { afterAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { PoliciesInput } from '#contract/calls/policies.ts';
import { setPlanLimit } from '#server/billing/usage/test/limits.ts';
import { enroll, outcomesOf, refusalOf } from '#server/identity/factors/test/factors.ts';
import { waitForMail } from '#server/identity/invitations/test/invitations.ts';
import {
  createTestOrganization,
  type TestOrganizationMember,
} from '#server/identity/members/test/organizations.ts';
import { connectProvider, createSsoOrganization } from '#server/identity/sso/test/connection.ts';
import { newIdentity, startSso } from '#server/identity/sso/test/flow.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import { sharedApplication, toTestMember } from '#server/test/application.ts';

const product = await sharedApplication();
const sso = await startSso(product);
afterAll(() => sso.provider.close());
const { owner: rows } = product.open;
const open: PoliciesInput = {
  sessionHours: null,
  idleHours: null,
  signInMethods: null,
  emailDomains: null,
};
type Caller = Pick<TestOrganizationMember, 'api'>;
const enforce = ({ api }: Caller, breakGlassId: string | null) =>
  api.policies.update({ body: { ...open, signInMethods: ['sso'], breakGlassId } });
const enterCode = async ({ api }: Caller) =>
  api.tenants.getCurrent().then(
    () => 'entered',
    ({ code }: { code: string }) => code,
  );
const setMethods = (member: TestOrganizationMember, methods: string) =>
  rows.query('update sessions set methods = $2 where token_hash = $1', [
    tokenHash((member.headers['authorization'] ?? '').replace('Bearer ', '')),
    methods,
  ]);
const enrolled = async (person: TestOrganizationMember) => {
  await enroll(person as never);
  await setMethods(person, '{password,totp}');
};

/** An organization with a connection and a verified domain, whose owner has a second factor. */
const connected = async () => {
  const organization = await createSsoOrganization(product);
  await connectProvider(product, organization, { issuer: sso.provider.issuer });
  await enrolled(organization.owner);
  return organization;
};

/** One that enforces single sign-on; its first owner is the break-glass owner. */
const enforcing = async () => {
  const organization = await connected();
  const { owner, add } = organization;
  const [secondOwner, member] = [await add(Role.Owner), await add(Role.Member)];
  await enrolled(secondOwner);
  await setMethods(member, '{password}');
  await enforce(owner, owner.id);
  return { organization, owner, secondOwner, member };
};

describe('enforced single sign-on (R-POL-08)', () => {
  test('admits sessions of the organization’s provider alone', async () => {
    const { organization, member } = await enforcing();
    for (const methods of [
      '{password}',
      '{password,totp}',
      '{google}',
      '{passkey}',
      '{link}',
      '{}',
    ]) {
      await setMethods(member, methods);
      expect(await refusalOf(member.api.tenants.getCurrent())).toMatchObject({
        code: 'policy.ssoRequired',
        status: 403,
      });
    }
    await expect(
      member.api.policies.getEntry({ params: { tenantId: member.tenant } }),
    ).resolves.toMatchObject({ refusal: 'policy.ssoRequired', factorDueAt: null });
    const session = await sso.signInWith(newIdentity(organization), organization);
    expect(await enterCode(toTestMember(product, session))).toBe('entered');
    // A session of another organization's provider is none of this one's.
    const other = await sso.signInWith(newIdentity(sso.organization));
    await organization.add(Role.Member, { person: { id: other.user.id } as never });
    const headers = { authorization: `Bearer ${other.token}`, 'x-tenant-key': organization.id };
    expect(await enterCode({ api: product.callerOf(headers) })).toBe('policy.ssoRequired');
  });

  test('leaves other organizations of the person open', async () => {
    const { member } = await enforcing();
    const { add } = await createTestOrganization(product);
    expect(await enterCode(await add(Role.Member, { person: member }))).toBe('entered');
  });

  test('needs a connection, a verified domain and the tier', async () => {
    const refused = async (owner: TestOrganizationMember) =>
      (await refusalOf(enforce(owner, owner.id))).code;
    const unconnected = await createSsoOrganization(product);
    await enrolled(unconnected.owner);
    expect(await refused(unconnected.owner)).toBe('policy.ssoUnavailable');
    const { id, owner } = await connected();
    await setTier(id, 2);
    expect(await refused(owner)).toBe('policy.ssoUnavailable');
    await setTier(id, 3);
    await rows.query('update verified_domains set verified_at = null where tenant_id = $1', [id]);
    expect(await refused(owner)).toBe('policy.ssoUnavailable');
    await expect(owner.api.policies.get()).resolves.toMatchObject({ signInMethods: null });
  });

  test('can’t be combined with other methods', async () => {
    const { owner } = await connected();
    const both = owner.api.policies.update({
      body: { ...open, signInMethods: ['password', 'sso'], breakGlassId: owner.id },
    });
    expect((await refusalOf(both)).code).toBe('validation');
  });

  test('is found by the domain alone, before anyone signs in', async () => {
    const { organization } = await enforcing();
    const find = (domain: string) => product.anyone.policies.findSignIn({ body: { domain } });
    await expect(find(organization.domain.toUpperCase())).resolves.toEqual({ ssoOnly: true });
    await expect(find(sso.organization.domain)).resolves.toEqual({ ssoOnly: false });
    await expect(find('unknown.example.com')).resolves.toEqual({ ssoOnly: false });
    await organization.owner.api.policies.update({ body: open });
    await expect(find(organization.domain)).resolves.toEqual({ ssoOnly: false });
  });
});

describe('the break-glass owner (R-POL-09)', () => {
  test('is an active owner with a second factor', async () => {
    const { owner, add } = await connected();
    const [admin, plainOwner] = [await add(Role.Admin), await add(Role.Owner)];
    await enrolled(admin);
    const stranger = await createTestOrganization(product);
    for (const id of [null, admin.id, plainOwner.id, stranger.owner.id]) {
      const { code, fields } = await refusalOf(enforce(owner, id));
      expect([code, fields]).toEqual([
        'policy.breakGlassOwner',
        { breakGlassId: ['policy.breakGlassOwner'] },
      ]);
    }
  });

  test('can be another person only if the owner’s own session is one of single sign-on', async () => {
    const { owner, add } = await connected();
    const other = await add(Role.Owner);
    await enrolled(other);
    expect((await refusalOf(enforce(owner, other.id))).code).toBe('policy.ownSession');
    await rows.query('update sessions set sso_tenant_id = $2 where user_id = $1', [
      owner.id,
      owner.tenant,
    ]);
    await expect(enforce(owner, other.id)).resolves.toMatchObject({ breakGlassId: other.id });
    expect(await enterCode(other)).toBe('entered');
  });

  test('enters with a password or passkey and a second factor, other owners don’t', async () => {
    const { owner, secondOwner } = await enforcing();
    expect(await enterCode(secondOwner)).toBe('policy.ssoRequired');
    const expected = {
      '{password,totp}': 'entered',
      '{email,totp}': 'entered',
      '{password,recoveryCode}': 'entered',
      '{passkey}': 'entered',
      '{google,totp}': 'policy.ssoRequired',
      '{link,totp}': 'policy.ssoRequired',
      // A remembered device was not asked for the factor.
      '{password}': 'access.stepUpRequired',
    };
    for (const [methods, code] of Object.entries(expected)) {
      await setMethods(owner, methods);
      expect([methods, await enterCode(owner)]).toEqual([methods, code]);
    }
  });

  test('is announced to all owners and logged, once for each session under concurrent calls', async () => {
    const { owner, secondOwner, member } = await enforcing();
    // The enforcing call itself is not an entry: it is not refused before.
    await Promise.all(
      Array.from({ length: 6 }, (_, index) =>
        index % 2 ? owner.api.tenants.getCurrent() : owner.api.transactions.getAll({ query: {} }),
      ),
    );
    const { items } = await owner.api.audit.getAll({ query: { limit: 50 } });
    const entries = items.filter(({ action }) => action === 'policy.breakGlass');
    expect(entries).toMatchObject([{ actor: { id: owner.id }, person: { id: owner.id } }]);
    const mailed = async () => {
      const { rows: sent } = await rows.query<{ recipient: string }>(
        `select recipient from emails where subject ~ 'emergência' and recipient = any ($1)`,
        [[owner.email, secondOwner.email, member.email]],
      );
      return sent.map(({ recipient }) => recipient).toSorted();
    };
    const owners = [owner.email, secondOwner.email].toSorted();
    await expect.poll(mailed, { timeout: 10_000 }).toEqual(owners);
  });

  test('keeps the last second factor, and enrolls again if support removed it', async () => {
    const { owner } = await enforcing();
    expect((await refusalOf(owner.api.factors.removeTotp())).code).toBe('factors.breakGlass');
    expect(await enterCode(owner)).toBe('entered');
    await rows.query('delete from totp_factors where user_id = $1', [owner.id]);
    expect(await enterCode(owner)).toBe('policy.secondFactor');
    await enrolled(owner);
    expect(await enterCode(owner)).toBe('entered');
    await owner.api.policies.update({ body: open });
    await expect(owner.api.factors.removeTotp()).resolves.toBeNull();
  });

  test('is each owner when the chosen one is no owner any more', async () => {
    const { owner, secondOwner, member } = await enforcing();
    await rows.query('update memberships set role = 2 where id = $1', [owner.member]);
    expect([await enterCode(owner), await enterCode(member), await enterCode(secondOwner)]).toEqual(
      ['policy.ssoRequired', 'policy.ssoRequired', 'entered'],
    );
  });

  test('never lacks a second factor when it is removed while single sign-on is enforced', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { owner } = await connected();
      const { refusals } = await outcomesOf([
        enforce(owner, owner.id),
        owner.api.factors.removeTotp(),
      ]);
      expect(['policy.breakGlassOwner', 'factors.breakGlass']).toContain(refusals.join());
    }
  });
});

const setTier = (tenant: string, tier: number) => setPlanLimit(product, tenant, { tier });

describe('enforced single sign-on that does not work any more (R-POL-10)', () => {
  const run = (sql: string) => (id: string) => rows.query(sql, [id]);
  const breaks: [string, (id: string) => Promise<unknown>, (id: string) => Promise<unknown>][] = [
    [
      'the connection is turned off',
      run(`delete from sso_connections where tenant_id = $1 and stage = 'active'`),
      run(`insert into sso_connections (tenant_id, stage, protocol, issuer, tested_at)
           values ($1, 'active', 'oidc', 'https://login.example.com', now())`),
    ],
    [
      'the last domain is no longer verified',
      run('update verified_domains set verified_at = null where tenant_id = $1'),
      run('update verified_domains set verified_at = now() where tenant_id = $1'),
    ],
    ['the plan has no single sign-on', (id) => setTier(id, 2), (id) => setTier(id, 3)],
  ];

  test.each(breaks)('is paused when %s', async (_what, breakIt, repair) => {
    const { organization, owner, member } = await enforcing();
    const { id } = organization;
    await breakIt(id);
    expect(await enterCode(member)).toBe('entered');
    await setMethods(member, '{link}');
    expect(await enterCode(member)).toBe('policy.signInMethod');
    await setMethods(member, '{password}');
    await expect(owner.api.policies.get()).resolves.toMatchObject({
      signInMethods: ['sso'],
      offersSso: false,
    });
    await repair(id);
    expect(await enterCode(member)).toBe('policy.ssoRequired');
  });

  test('still requires a second factor if the organization does', async () => {
    const { organization, owner, member } = await enforcing();
    const policies = { ...open, signInMethods: ['sso' as const], factorDays: 0 };
    await owner.api.policies.update({ body: policies });
    await rows.query('update memberships set active_since = null where id = $1', [member.member]);
    await setTier(organization.id, 2);
    expect(await enterCode(member)).toBe('policy.secondFactor');
  });
});

describe('the end of enforced single sign-on (R-POL-10)', () => {
  const notices = async ({ email }: { email: string }) => {
    const { rows: mails } = await rows.query<{ subject: string }>(
      'select subject from emails where recipient = $1',
      [email],
    );
    return mails.filter(({ subject }) => subject.includes('login único não é mais exigido'));
  };
  const removeDomains = async ({ api }: Caller) => {
    for (const { id } of await api.domains.getAll()) await api.domains.remove({ params: { id } });
  };

  test('is emailed to all owners with the name of who ended it', async () => {
    const { owner, secondOwner, member } = await enforcing();
    await removeDomains(owner);
    for (const each of [owner, secondOwner]) {
      expect(await notices(each)).toHaveLength(1);
      const mail = await waitForMail(product, each.email, { containing: 'não é mais exigido' });
      expect(mail.text).toContain('Rui Alves');
    }
    expect(await notices(member)).toEqual([]);
  });

  test.each<[string, (person: Caller) => Promise<unknown>]>([
    ['the policy', ({ api }) => api.policies.update({ body: open })],
    ['the connection', ({ api }) => api.sso.deactivate()],
  ])('is emailed once however it ends: %s', async (_, end) => {
    const { owner } = await enforcing();
    await end(owner);
    await end(owner);
    await removeDomains(owner);
    expect(await notices(owner)).toHaveLength(1);
  });

  test('is not emailed where it was not required', async () => {
    const { owner } = await connected();
    await removeDomains(owner);
    expect(await notices(owner)).toEqual([]);
  });
});
