import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { BillingPeriod } from '#contract/periods.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { priceIdOf, testApplication, toTestMember } from '#server/test/application.ts';
import { waitForMail } from './test/invitations.ts';

const product = await testApplication();
const hiding = await testApplication({ PRIVATE_ACCOUNTS: 'true' });
const code = (expected: string) => expect.objectContaining({ code: expected });
const password = 'a password of their own';

/** Creates an organization whose link requires acceptance, and a new person who has used it. */
const createRequest = async (names: object = {}, app = product) => {
  const organization = await createTestOrganization(app);
  const settings = { enableLink: true, enablePublicUrl: false, requireAcceptance: true };
  const { link } = await organization.owner.api.invitations.updateSettings({ body: settings });
  const email = `${randomUUID()}@example.com`;
  const { id } = await app.anyone.invitations.requestAccess({
    params: { token: link },
    body: { email, password, passwordConfirm: password, ...names },
  });
  return { ...organization, tenant: organization.id, link, email, request: id };
};
const signIn = async (email: string, app = product) =>
  toTestMember(app, await app.anyone.accounts.login({ body: { email, password } }));

describe('a person whose request to join waits', () => {
  test('signs in without an organization and sees the request (R-ONB-09)', async () => {
    const { tenant, owner, email, request } = await createRequest();
    const { name } = await owner.api.tenants.getCurrent();
    const waiting = await signIn(email);
    expect(waiting.user).toMatchObject({ tenants: [], currentTenant: null });
    const [pending, ...others] = await waiting.api.invitations.getMyRequests();
    expect(others).toEqual([]);
    expect(pending).toMatchObject({ id: request, organization: { name } });
    expect(Date.parse(pending?.requestedAt ?? '')).not.toBeNaN();
    // The organization stays closed.
    const inside = product.callerOf({ ...waiting.headers, 'x-tenant-key': tenant });
    await expect(inside.transactions.getAll({})).rejects.toEqual(code('notFound'));
    await expect(inside.members.get({ params: { id: request } })).rejects.toEqual(code('notFound'));
    await expect(waiting.api.tenants.getAll()).resolves.toEqual([]);

    const answer = { params: { id: request }, body: { accepted: true } };
    await owner.api.invitations.acceptUser(answer);
    expect(await waiting.api.invitations.getMyRequests()).toEqual([]);
    expect((await waiting.api.users.getCurrent()).currentTenant?.id).toBe(tenant);
  });

  test('cancels it, once; strangers and owners can’t (R-ONB-10)', async () => {
    const { owner, email, request } = await createRequest();
    const waiting = await signIn(email);
    const stranger = await createTestUser(product);
    const cancel = (api = waiting.api) =>
      api.invitations.cancelRequest({ params: { id: request } });
    for (const other of [stranger, owner]) {
      await expect(cancel(other.api)).rejects.toEqual(code('notFound'));
    }
    expect(await stranger.api.invitations.getMyRequests()).toEqual([]);
    const results = await Promise.allSettled(Array.from({ length: 10 }, () => cancel()));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(owner.api.members.get({ params: { id: request } })).rejects.toEqual(
      code('notFound'),
    );
    const { items } = await owner.api.audit.getAll({ query: { action: 'member.removed' } });
    expect(items[0]?.actor?.id).toBe(waiting.user.id);
    // Without a request the sign-in is refused as before.
    await expect(signIn(email)).rejects.toEqual(code('account.login.noTenants'));
  });

  test('a request that was accepted can’t be canceled (R-ONB-10)', async () => {
    const { owner, email, request } = await createRequest();
    const waiting = await signIn(email);
    const params = { id: request };
    await owner.api.invitations.acceptUser({ params, body: { accepted: true } });
    await expect(waiting.api.invitations.cancelRequest({ params })).rejects.toEqual(
      code('notFound'),
    );
  });

  test('creates an organization once the address is verified (R-ONB-09)', async () => {
    const { email } = await createRequest();
    const waiting = await signIn(email);
    const subscriptionPriceId = await priceIdOf(product, 'Starter', BillingPeriod.Once);
    const create = () =>
      waiting.api.tenants.create({
        body: {
          name: `Organization ${randomUUID()}`,
          selectedSubscription: { subscriptionPriceId },
        },
      });
    await expect(create()).rejects.toEqual(code('account.login.unverified'));
    await product.open.owner.query('update users set verified_at = now() where email = $1', [
      email,
    ]);
    expect((await create()).user.tenants).toHaveLength(1);
  });

  test('learns of the request only with the password, also with PRIVATE_ACCOUNTS (R-ONB-11)', async () => {
    const { email } = await createRequest({}, hiding);
    const guess = (address: string) =>
      hiding.anyone.accounts.login({ body: { email: address, password: 'not their password' } });
    const invalid = code('account.login.invalid');
    await expect(guess(email)).rejects.toEqual(invalid);
    await expect(guess(`${randomUUID()}@example.com`)).rejects.toEqual(invalid);
    const waiting = await signIn(email, hiding);
    expect(await waiting.api.invitations.getMyRequests()).toHaveLength(1);
    await expect(hiding.anyone.invitations.getMyRequests()).rejects.toEqual(code('unauthorized'));
  });
});

describe('the name of a person who joins by a link (R-ONB-08)', () => {
  test('is shown in the email, in the request and in the account', async () => {
    const names = { firstName: 'Eva', lastName: 'Reis' };
    const { owner, email, request } = await createRequest(names);
    const member = await owner.api.members.get({ params: { id: request } });
    expect(member).toMatchObject({ ...names, email });
    const mail = await waitForMail(product, owner.email, { containing: 'Eva Reis' });
    expect(mail.text).toContain('/organization/members');
    expect((await signIn(email)).user).toMatchObject(names);
  });

  test('may be missing, and doesn’t replace that of an account', async () => {
    const { link, request, owner } = await createRequest();
    const unnamed = await owner.api.members.get({ params: { id: request } });
    expect(unnamed).toMatchObject({ firstName: '', lastName: '' });
    const known = await createTestUser(product);
    const joined = await known.api.invitations.requestAccess({
      params: { token: link },
      body: { email: known.email, firstName: 'Else', lastName: 'Where' },
    });
    expect(joined).toMatchObject({ firstName: 'Rui', lastName: 'Alves' });
  });
});
