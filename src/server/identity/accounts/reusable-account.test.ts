import { randomUUID } from 'node:crypto';
import { afterAll, describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import { LoginType } from '#contract/statuses.ts';
import { startGoogleSandbox } from '#sandbox/google/google.ts';
import { enroll } from '#server/identity/factors/test/factors.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  toTestMember,
  memberPassword,
  priceIdOf,
  registerOwner,
  testApplication,
  type TestMember,
} from '#server/test/application.ts';

/**
 * A person without an organization can register one with the address of their account. Typing the address
 * grants nothing until its owner proves it (R-ACC-10; decisions/0010).
 */
const google = await startGoogleSandbox();
afterAll(() => google.close());
const clientId = 'pregao.apps.googleusercontent.com';
const product = await testApplication({
  GOOGLE_CLIENT_ID: clientId,
  GOOGLE_KEYS_URL: google.keysUrl,
});
const { accounts } = product.anyone;
const starter = await priceIdOf(product, 'Starter', BillingPeriod.Once);
const code = (expected: string) => expect.objectContaining({ code: expected });
const exists = code('account.login.exists');
const newPassword = 'chosen when coming back';
const newAddress = () => `${randomUUID()}@example.com`;

const register = (email: string, more: object = {}) =>
  accounts.register({
    body: {
      organization: `Organization ${randomUUID()}`,
      email,
      firstName: 'Returning',
      lastName: 'Else',
      selectedSubscription: { subscriptionPriceId: starter },
      ...more,
    },
  });
const verify = (email: string, token = '', password = newPassword) =>
  accounts.verify({ body: { email, token, password, passwordConfirm: password } });
const login = (email: string, password = memberPassword) =>
  accounts.login({ body: { email, password } });

/** Creates a person with a password whose only organization was deleted. */
const leaver = async (): Promise<TestMember> => {
  const person = await registerOwner(product, { plan: 'Starter' });
  await person.api.tenants.remove({ params: { id: person.tenant } });
  await expect(login(person.user.email)).rejects.toEqual(code('account.login.noTenants'));
  return person;
};
const organizationsOf = async (email: string) => {
  const { rows } = await product.open.owner.query<{ status: number; role: number }>(
    `select m.status, m.role from memberships m join users u on u.id = m.user_id
     where u.email = $1 order by m.created_at`,
    [email],
  );
  return rows;
};

describe('registration with the address of an account without organization', () => {
  test('gives the organization to the owner of the mailed link', async () => {
    const { user } = await leaver();
    const { verifyToken } = await register(user.email, { organization: 'A second try' });
    const session = await verify(user.email, verifyToken);
    expect(session.user).toMatchObject({
      id: user.id,
      firstName: user.firstName,
      currentTenant: { name: 'A second try' },
      tenants: [{ role: 0, status: 2 }],
    });
    await expect(login(user.email, newPassword)).resolves.toMatchObject({ user: { id: user.id } });
  });

  test('gives the organization at sign-in with the existing password', async () => {
    const { user } = await leaver();
    await register(user.email, { organization: 'With a password' });
    await expect(login(user.email, 'a wrong guess')).rejects.toEqual(code('account.login.invalid'));
    expect(await organizationsOf(user.email)).toEqual([{ status: 0, role: 0 }]);
    const session = await login(user.email);
    expect(session.user.currentTenant?.name).toBe('With a password');
    const { api } = toTestMember(product, session);
    await expect(api.tenants.getCurrent()).resolves.toMatchObject({ name: 'With a password' });
  });

  test('gives the sender of the form no session and no information about the account', async () => {
    const { user } = await leaver();
    const password = 'chosen by a stranger';
    const reply = await register(user.email, { password, confirmPassword: password });
    expect(reply.user).toMatchObject({ firstName: 'Returning', tenants: [], currentTenant: null });
    expect(reply.user.id).not.toBe(user.id);
    expect(reply).not.toHaveProperty('token');
    await expect(login(user.email, password)).rejects.toEqual(code('account.login.invalid'));
    expect(await organizationsOf(user.email)).toEqual([{ status: 0, role: 0 }]);
  });

  test('rejects a second registration, after which a password reset opens the first', async () => {
    const { user } = await leaver();
    await register(user.email);
    await expect(register(user.email)).rejects.toEqual(exists);
    const { verifyToken } = await accounts.reset({ params: { email: user.email } });
    const session = await verify(user.email, verifyToken);
    expect(session.user.tenants).toHaveLength(1);
  });

  test('succeeds once for concurrent requests', async () => {
    const { user } = await leaver();
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => register(user.email)));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await organizationsOf(user.email)).toHaveLength(1);
  });

  test('is deleted with the account when an older session deletes it', async () => {
    const { user, api } = await leaver();
    await register(user.email, { organization: 'Never opened' });
    await api.users.removeSelf();
    const { rows } = await product.open.owner.query(
      `select from tenants where name = 'Never opened'`,
    );
    expect(rows).toEqual([]);
  });
});

/** Prepares an account with a join link of one's own organization, and an authenticator app. */
const prepareEnrolled = async (email: string) => {
  const { owner } = await createTestOrganization(product);
  const { link } = await owner.api.invitations.updateSettings({
    body: { enableLink: true, enablePublicUrl: false, requireAcceptance: true },
  });
  const password = 'chosen by a stranger';
  await product.anyone.invitations.requestAccess({
    params: { token: link ?? '' },
    body: { email, password, passwordConfirm: password },
  });
  return enroll(toTestMember(product, await login(email, password)));
};

describe('registration with the address of an account that another person prepared', () => {
  test('waits until the address is proven, and then belongs to its owner alone', async () => {
    const email = newAddress();
    const stranger = await prepareEnrolled(email);
    const { verifyToken } = await register(email);
    await expect(stranger.api.users.removeSelf()).rejects.toEqual(code('account.login.unverified'));
    expect(await organizationsOf(email)).toEqual([
      { status: 1, role: 2 },
      { status: 0, role: 0 },
    ]);
    const session = await verify(email, verifyToken);
    expect(session.user.tenants).toMatchObject([{ role: 0, status: 2 }]);
    await expect(stranger.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    const { api } = toTestMember(product, session);
    expect(await api.factors.getStepUpMethods()).toEqual({ methods: ['password'] });
  });
});

describe('an account that another person prepared', () => {
  /** Registers an address with a password, and lets the account in by a join link before the address is proven. */
  const prepare = async (email: string) => {
    const password = 'chosen by a stranger';
    await register(email, { password, confirmPassword: password });
    const { owner } = await createTestOrganization(product);
    const { link } = await owner.api.invitations.updateSettings({
      body: { enableLink: true, enablePublicUrl: false, requireAcceptance: false },
    });
    await product.anyone.invitations.requestAccess({
      params: { token: link ?? '' },
      body: { email, password, passwordConfirm: password },
    });
    return toTestMember(product, await login(email, password));
  };

  test('loses the access that it gave when its address is proven', async () => {
    const email = newAddress();
    const { api, tenant: tenantId } = await prepare(email);
    const { key } = await api.apiKeys.create({
      body: { name: 'Prepared', role: 1, scopes: ['members:read'], days: null },
    });
    const { members } = product.callerOf({ authorization: `Bearer ${key}` });
    const read = () => members.getAll({ params: { tenantId } });
    await expect(read()).resolves.toMatchObject([{ email, role: 0 }]);
    const { verifyToken } = await accounts.reset({ params: { email } });
    await verify(email, verifyToken);
    await expect(read()).rejects.toEqual(code('apiKey.invalid'));
  });
});

describe('registration with a known address', () => {
  test('treats an address that was only invited as a new one', async () => {
    const { owner } = await createTestOrganization(product);
    const email = newAddress();
    const body = { email, firstName: 'Eva', lastName: 'Reis', role: 2 as const };
    await owner.api.invitations.invite({ body });
    const { verifyToken } = await register(email, { organization: 'Of one’s own' });
    const session = await verify(email, verifyToken);
    expect(session.user).toMatchObject({
      firstName: 'Returning',
      lastName: 'Else',
      currentTenant: { name: 'Of one’s own' },
    });
    expect(await organizationsOf(email)).toEqual([
      { status: 0, role: 2 },
      { status: 2, role: 0 },
    ]);
  });

  test('accepts an account with only a pending request or an inactive membership', async () => {
    for (const status of [1, 3] as const) {
      const { user } = await leaver();
      const { id } = await createTestOrganization(product);
      await product.open.owner.query(
        `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 2, $3, 2)`,
        [id, user.id, status],
      );
      const { verifyToken } = await register(user.email);
      await expect(verify(user.email, verifyToken)).resolves.toMatchObject({
        user: { tenants: [{ role: 0 }] },
      });
    }
  });

  test('rejects the address of a deactivated account', async () => {
    const { user } = await leaver();
    await product.open.owner.query('update users set active = false where id = $1', [user.id]);
    await expect(register(user.email)).rejects.toEqual(exists);
  });

  test('rejects an account with an organization and the operator’s', async () => {
    const { user } = await registerOwner(product, { plan: 'Starter' });
    await expect(register(user.email)).rejects.toEqual(exists);
    await expect(register(product.context.config.operator.email)).rejects.toEqual(exists);
  });
});

describe('registration with Google and a known address', () => {
  const withGoogle = async (claims: { sub: string; email: string }) => ({
    loginType: LoginType.Gmail,
    secretSignInKey: await google.sign({ aud: clientId, given_name: 'Ana', ...claims }),
  });
  const identity = () => ({ sub: randomUUID(), email: `${randomUUID()}@gmail.com` });

  test('signs in immediately to a new organization after the last one was deleted', async () => {
    const person = identity();
    const first = await register(person.email, await withGoogle(person));
    const { api, tenant } = toTestMember(product, { user: first.user, token: first.token ?? '' });
    await api.tenants.remove({ params: { id: tenant } });
    const moved = { ...person, email: `${randomUUID()}@gmail.com` };
    const again = await register(moved.email, await withGoogle(moved));
    expect(again.user).toMatchObject({ id: first.user.id, tenants: [{ role: 0, status: 2 }] });
    expect(again.token).toBeDefined();
  });

  test('accepts an address that was only invited, rejects an account with a password', async () => {
    const { owner } = await createTestOrganization(product);
    const invited = identity();
    await owner.api.invitations.invite({
      body: { email: invited.email, firstName: 'Eva', lastName: 'Reis', role: 2 },
    });
    await expect(register(invited.email, await withGoogle(invited))).resolves.toMatchObject({
      user: { loginType: LoginType.Gmail, firstName: 'Ana' },
    });
    const { user } = await leaver();
    await expect(
      register(user.email, await withGoogle({ sub: randomUUID(), email: user.email })),
    ).rejects.toEqual(exists);
  });

  test('ends what another person prepared in an account whose address was never proven', async () => {
    const person = identity();
    const stranger = await prepareEnrolled(person.email);
    // As securing the account does, which keeps older factors.
    await product.open.owner.query('update users set password_hash = null where email = $1', [
      person.email,
    ]);
    const { user, token = '' } = await register(person.email, await withGoogle(person));
    const { api } = toTestMember(product, { user, token });
    expect(await api.factors.getStepUpMethods()).toEqual({ methods: ['google'] });
    await expect(stranger.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
  });
});
