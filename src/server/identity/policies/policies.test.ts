import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { OrganizationPolicies } from '#contract/calls/policies.ts';
import { MemberStatus } from '#contract/statuses.ts';
import {
  createProvisionedOrganization,
  isError,
  newScimUser,
  patchOf,
} from '#server/enterprise/scim/test/client.ts';
import { createInvitation, invitationBody } from '#server/identity/invitations/test/invitations.ts';
import { tokenHash } from '#server/platform/http/contract/guard.ts';
import {
  memberPassword as password,
  registerOwner,
  sharedApplication,
  toTestMember,
  type TestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const { accounts } = product.anyone;
const { owner: rows } = product.open;
const code = (expected: string) => expect.objectContaining({ code: expected });
const open: OrganizationPolicies = {
  sessionHours: null,
  idleHours: null,
  signInMethods: null,
  emailDomains: null,
  factorDays: null,
  breakGlassId: null,
};
const stored = (policies: OrganizationPolicies) => ({ ...policies, offersSso: false });
const set = ({ api }: TestMember, policies: Partial<OrganizationPolicies>) =>
  api.policies.update({ body: { ...open, ...policies } });
const setSession = (token: string, change: string) =>
  rows.query(`update sessions set ${change} where token_hash = $1`, [tokenHash(token)]);
const hour = 3_600;

/** A session by these methods, for the organization of its person. */
const sessionBy = async (member: TestMember, methods: string) => {
  const session = await accounts.login({ body: { email: member.user.email, password } });
  await setSession(session.token, `methods = '${methods}'`);
  return toTestMember(product, session);
};

describe('policies of an organization (R-POL-01)', () => {
  test('are open at first, and set by owners', async () => {
    const member = await registerOwner(product);
    await expect(member.api.policies.get()).resolves.toEqual(stored(open));
    const policies: OrganizationPolicies = {
      sessionHours: 24,
      idleHours: 8,
      signInMethods: ['password'],
      emailDomains: ['example.com'],
      factorDays: null,
      breakGlassId: null,
    };
    await expect(set(member, policies)).resolves.toEqual(stored(policies));
    await expect(member.api.policies.get()).resolves.toEqual(stored(policies));
    await expect(set(member, open)).resolves.toEqual(stored(open));
    const refused: Record<string, unknown>[] = [
      { sessionHours: 0 },
      { sessionHours: 337 },
      { idleHours: 1.5 },
      { signInMethods: [] },
      { emailDomains: ['@example.com'] },
    ];
    for (const body of refused) {
      await expect(set(member, body as Partial<OrganizationPolicies>)).rejects.toEqual(
        code('validation'),
      );
    }
  });

  test('can’t lock out the owner who sets them', async () => {
    const member = await registerOwner(product);
    await expect(set(member, { signInMethods: ['google'] })).rejects.toEqual(
      code('policy.ownSession'),
    );
    await setSession(member.token, `created_at = now() - interval '2 hours'`);
    await expect(set(member, { sessionHours: 1 })).rejects.toEqual(code('policy.ownSession'));
    await expect(member.api.policies.get()).resolves.toEqual(stored(open));
  });
});

describe('a session that does not fulfil the policies (R-POL-02)', () => {
  const limited = async (methods: string) => {
    const member = await registerOwner(product);
    await set(member, { signInMethods: ['password'] });
    const { api } = await sessionBy(member, methods);
    return {
      api,
      calls: [
        () => api.tenants.getCurrent(),
        () => api.members.getAll({ params: { tenantId: member.tenant } }),
        () => api.policies.update({ body: open }),
      ],
    };
  };

  test.each(['{google}', '{link}', '{google,totp}', '{}'])(
    'of the methods %s is refused where only the password is allowed',
    async (methods) => {
      const { api, calls } = await limited(methods);
      for (const call of calls) {
        await expect(call()).rejects.toEqual(code('policy.signInMethod'));
      }
      // What belongs to no organization stays open.
      await expect(api.users.getCurrent()).resolves.toBeDefined();
    },
  );

  test.each(['{password}', '{password,totp}', '{email}'])(
    'of the methods %s is admitted where only the password is allowed',
    async (methods) => {
      const { calls } = await limited(methods);
      for (const call of calls) await expect(call()).resolves.toBeDefined();
    },
  );

  test('admits links by email only where they are allowed', async () => {
    const member = await registerOwner(product);
    const { api } = await sessionBy(member, '{link}');
    await expect(api.tenants.getCurrent()).rejects.toEqual(code('policy.signInMethod'));
    await set(member, { signInMethods: ['password', 'link'] });
    await expect(api.tenants.getCurrent()).resolves.toBeDefined();
  });

  test('is refused in its organization alone, and by age', async () => {
    const [member, other] = [await registerOwner(product), await registerOwner(product)];
    await set(member, { sessionHours: 2 });
    await setSession(member.token, `created_at = now() - interval '3 hours'`);
    await expect(member.api.tenants.getCurrent()).rejects.toEqual(code('policy.sessionEnded'));
    const session = await accounts.login({ body: { email: member.user.email, password } });
    await expect(toTestMember(product, session).api.tenants.getCurrent()).resolves.toBeDefined();
    await expect(other.api.tenants.getCurrent()).resolves.toBeDefined();
  });
});

test('a session is shortened at its next call, also a read (R-POL-03)', async () => {
  const member = await registerOwner(product);
  await set(member, { sessionHours: 10, idleHours: 2 });
  await member.api.transactions.getAll({ query: {} });
  const { rows: found } = await rows.query<{ idle: number; longest: number; left: number }>(
    `select idle_seconds as idle, extract(epoch from ends_at - created_at)::int as longest,
       extract(epoch from expires_at - now())::int as left
     from sessions where token_hash = $1`,
    [tokenHash(member.token)],
  );
  expect(found[0]).toMatchObject({ idle: 2 * hour, longest: 10 * hour });
  expect(found[0]?.left).toBeLessThanOrEqual(2 * hour);
});

describe('email domains (R-POL-04)', () => {
  const newAddress = (domain: string) => `${randomUUID()}@${domain}`;

  test('limit invitations and their acceptance', async () => {
    const member = await registerOwner(product, { plan: 'Unlimited' });
    const before = await createInvitation(product, { ...member, id: member.user.id } as never);
    await set(member, { emailDomains: ['acme.com'] });
    const invite = (email: string) =>
      member.api.invitations.invite({ body: invitationBody(2, email) });
    for (const domain of ['example.com', 'mail.acme.com', 'acme.com.example.com']) {
      await expect(invite(newAddress(domain))).rejects.toEqual(code('policy.emailDomain'));
    }
    await expect(invite(newAddress('ACME.com'))).resolves.toBeDefined();
    const addresses = [newAddress('example.com'), newAddress('acme.com')];
    const many = await member.api.invitations.inviteMany({ body: { addresses, role: 2 } });
    expect(many.map(({ result }) => result)).toEqual(['domain', 'invited']);
    await expect(
      product.anyone.invitations.accept({
        params: { token: before.token },
        body: { email: before.email, password, passwordConfirm: password },
      }),
    ).rejects.toEqual(code('policy.emailDomain'));
  });

  test('limit what is sent again, and what a directory sends', async () => {
    const { owner, scim, seatsTaken } = await createProvisionedOrganization(product);
    const before = await owner.api.invitations.invite({
      body: invitationBody(2, newAddress('example.com')),
    });
    const toggled = newScimUser();
    const { body } = await scim('POST', '/Users', { body: toggled });
    const setActive = (value: boolean) =>
      scim('PATCH', `/Users/${body['id']}`, {
        body: patchOf({ op: 'replace', path: 'active', value }),
      });
    expect((await setActive(false)).status).toBe(200);
    await owner.api.policies.update({ body: { ...open, emailDomains: ['acme.com'] } });
    const user = newScimUser();
    expect(await scim('POST', '/Users', { body: user })).toEqual(isError(400));
    expect(await scim('POST', '/Users', { body: { ...user, active: false } })).toEqual(
      isError(400),
    );
    expect(await setActive(true)).toEqual(isError(400));
    for (const again of [
      () => owner.api.members.reactivate({ params: { id: body['id'] } }),
      () => owner.api.invitations.resend({ params: { id: before.id } }),
    ])
      await expect(again()).rejects.toEqual(code('policy.emailDomain'));
    expect(await seatsTaken()).toBe(2);
    const { rows: mails } = await rows.query(
      'select recipient from emails where recipient = any ($1) order by id',
      [[before.email, toggled.userName, user.userName]],
    );
    expect(mails).toEqual([{ recipient: before.email }, { recipient: toggled.userName }]);
    const allowed = newScimUser({ userName: newAddress('acme.com') });
    expect((await scim('POST', '/Users', { body: allowed })).status).toBe(201);
  });

  test('limit join links and accepted requests', async () => {
    const member = await registerOwner(product);
    const { link } = await member.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
    });
    const join = (email: string) =>
      product.anyone.invitations.requestAccess({
        params: { token: link ?? '' },
        body: { email, password, passwordConfirm: password },
      });
    const waiting = await join(newAddress('example.com'));
    await set(member, { emailDomains: ['acme.com'] });
    await expect(join(newAddress('example.com'))).rejects.toEqual(code('policy.emailDomain'));
    await expect(join(newAddress('acme.com'))).resolves.toBeDefined();
    const decide = (accepted: boolean) =>
      member.api.invitations.acceptUser({ params: { id: waiting.id }, body: { accepted } });
    await expect(decide(true)).rejects.toEqual(code('policy.emailDomain'));
    await expect(decide(false)).resolves.toBeNull();
  });

  test('let an address that is not proven wait, though the link asks for no acceptance', async () => {
    const member = await registerOwner(product, { plan: 'Unlimited' });
    const { link } = await member.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
    });
    await set(member, { emailDomains: ['acme.com'] });
    const email = newAddress('acme.com');
    const body = { email, password, passwordConfirm: password };
    const join = { params: { token: link ?? '' }, body };
    const waiting = await product.anyone.invitations.requestAccess(join);
    expect(waiting.status).toBe(MemberStatus.PendingAcceptance);
    const colleague = await registerOwner(product, { plan: 'Starter' });
    await rows.query('update users set email = $2 where id = $1', [
      colleague.user.id,
      newAddress('acme.com'),
    ]);
    const { email: proven } = await colleague.api.users.getCurrent();
    await expect(
      colleague.api.invitations.requestAccess({ ...join, body: { email: proven } }),
    ).resolves.toMatchObject({ status: MemberStatus.Active });
  });

  test('of concurrent changes and invitations leave no invitation that neither allows', async () => {
    const member = await registerOwner(product, { plan: 'Unlimited' });
    const results = await Promise.allSettled([
      ...Array.from({ length: 5 }, () =>
        member.api.invitations.invite({ body: invitationBody(2, newAddress('example.com')) }),
      ),
      set(member, { emailDomains: ['acme.com'] }),
    ]);
    expect(results.at(-1)?.status).toBe('fulfilled');
    await expect(
      member.api.invitations.invite({ body: invitationBody(2, newAddress('example.com')) }),
    ).rejects.toEqual(code('policy.emailDomain'));
  });
});
