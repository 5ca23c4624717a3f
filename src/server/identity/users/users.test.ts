import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { Failure } from '#contract/errors.ts';
import { removeAnyAccount } from '#server/identity/accounts/service/remove.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  toTestMember,
  memberPassword,
  registerOwner,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';

const product = await testApplication();
const { accounts } = product.anyone;
const code = (expected: string) => expect.objectContaining({ code: expected });
const signIn = (email: string, password = memberPassword) =>
  accounts.login({ body: { email, password } });
const mailsTo = async (email: string) =>
  (await product.app.inject(`/sandbox/mail.json?to=${email}`)).json() as {
    subject: string;
    text: string;
  }[];
const customers = async () => {
  const answer = await product.app.inject('/sandbox/payments.json');
  return (answer.json() as { customers: { id: string }[] }).customers.map(({ id }) => id);
};

describe('a forgotten password (R-ACC-13, R-ACC-14, R-ACC-19)', () => {
  test('is replaced once with the mailed token, which ends every session', async () => {
    const owner = await registerOwner(product);
    const { email } = owner.user;
    const { verifyToken = '' } = await accounts.reset({ params: { email } });
    const password = 'another password';
    const proof = { email, token: verifyToken, password, passwordConfirm: password };
    await accounts.verify({ body: proof });
    await expect(owner.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    await expect(signIn(email)).rejects.toEqual(code('account.login.invalid'));
    await expect(signIn(email, password)).resolves.toMatchObject({ user: { email } });
    await expect(accounts.verify({ body: proof })).rejects.toEqual(code('account.verify.invalid'));
  });

  test('can’t be reset for an unknown address', async () => {
    await expect(accounts.reset({ params: { email: 'unknown@example.com' } })).rejects.toEqual(
      code('account.login.nonexistent'),
    );
  });
});

describe('the profile (R-ACC-24)', () => {
  test('has a time zone, in which emails write dates; they are in UTC before (R-REL-31)', async () => {
    const { user, api } = await registerOwner(product);
    expect(user.timeZone).toBeNull();
    const createKey = () =>
      api.apiKeys.create({
        body: { name: 'Painel', role: Role.Member, scopes: ['usage:read'], days: 30 },
      });
    const texts = async () => (await mailsTo(user.email)).map(({ text }) => text).join();
    await createKey();
    await expect.poll(texts).toContain(' UTC');
    for (const timeZone of ['Mars/Olympus', '+03:00', 'utc'.repeat(99)])
      await expect(api.users.updateTimeZone({ body: { timeZone } })).rejects.toEqual(
        code('validation'),
      );
    const changed = await api.users.updateTimeZone({ body: { timeZone: 'Pacific/Kiritimati' } });
    expect(changed).toMatchObject({ id: user.id, timeZone: 'Pacific/Kiritimati' });
    await createKey();
    await expect.poll(texts).toContain(' GMT+14');
  });

  test('can be changed by its owner only', async () => {
    const [one, other] = [await registerOwner(product), await registerOwner(product)];
    const body = { firstName: 'Bia', lastName: 'Lima', phone: '+55 11 5555' };
    const { users } = one.api;
    await expect(users.update({ params: { id: one.user.id }, body })).resolves.toMatchObject(body);
    await expect(users.update({ params: { id: other.user.id }, body })).rejects.toEqual(
      code('account.onlyOneself'),
    );
  });

  // RFC 9562 §4: hexadecimal digits of a UUID are case-insensitive.
  test('accepts ids in upper case', async () => {
    const { api, user, tenant, headers } = await registerOwner(product, { plan: 'Starter' });
    const [id, tenantId] = [user.id.toUpperCase(), tenant.toUpperCase()];
    await expect(api.users.get({ params: { id } })).resolves.toMatchObject({ id: user.id });
    const names = { firstName: 'Eva', lastName: 'Reis' };
    await expect(api.users.update({ params: { id }, body: names })).resolves.toMatchObject(names);
    const params = { userId: id, tenantId };
    await expect(api.users.updateDefaultTenant({ params })).resolves.toMatchObject({ id: tenant });
    const loud = product.callerOf({ ...headers, 'x-tenant-key': tenantId });
    await expect(loud.tenants.getCurrent()).resolves.toMatchObject({ id: tenant });
    await expect(loud.tenants.get({ params: { id: tenantId } })).resolves.toMatchObject({
      id: tenant,
    });
  });

  test('returns 404 for a stranger and any user for the operator', async () => {
    const [one, other] = [await registerOwner(product), await registerOwner(product)];
    await expect(one.api.users.get({ params: { id: other.user.id } })).rejects.toEqual(
      code('notFound'),
    );
    const operator = await signInOperator(product);
    await expect(operator.api.users.get({ params: { id: one.user.id } })).resolves.toEqual(
      one.user,
    );
  });

  test('sets one’s own default organization, only to one of one’s own (R-ORG-02)', async () => {
    const [one, other] = [await registerOwner(product), await registerOwner(product)];
    const choose = (userId: string, tenantId: string) =>
      one.api.users.updateDefaultTenant({ params: { userId, tenantId } });
    await expect(choose(one.user.id, one.tenant)).resolves.toMatchObject({ id: one.tenant });
    await expect(choose(one.user.id, other.tenant)).rejects.toEqual(code('notFound'));
    const sessions = () => product.open.owner.query('select from sessions');
    const before = (await sessions()).rowCount;
    await expect(choose(other.user.id, other.tenant)).rejects.toEqual(code('account.onlyOneself'));
    expect((await sessions()).rowCount).toBe(before);
  });
});

describe('changing the password (R-ACC-19, R-ACC-25)', () => {
  const change = (passwordCurrent: string, passwordNew = 'a new password') => ({
    body: { passwordCurrent, passwordNew, passwordConfirm: passwordNew },
  });

  test('requires the current one, ends all other sessions and mails a notice', async () => {
    const owner = await registerOwner(product);
    const other = toTestMember(product, await signIn(owner.user.email));
    await owner.api.users.updatePassword(change(memberPassword));
    await expect(other.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    await expect(owner.api.users.getCurrent()).resolves.toMatchObject({ id: owner.user.id });
    await expect.poll(() => mailsTo(owner.user.email)).toHaveLength(2);
  });

  test('rejects a wrong current password, passwords that differ and a short one (R-ACC-16)', async () => {
    const { users } = (await registerOwner(product)).api;
    await expect(users.updatePassword(change('wrong'))).rejects.toEqual(
      code('account.login.invalid'),
    );
    const unequal = { ...change(memberPassword).body, passwordConfirm: 'else' };
    await expect(users.updatePassword({ body: unequal })).rejects.toEqual(
      code('account.passwordMismatch'),
    );
    const refusal = await users
      .updatePassword(change(memberPassword, 'short'))
      .catch((error: Failure) => error);
    expect(refusal).toMatchObject({ fields: { passwordNew: ['field.tooShort'] } });
  });
});

describe('sessions (R-ACC-19)', () => {
  test('are listed and revoked by their owner only', async () => {
    const owner = await registerOwner(product);
    const second = toTestMember(product, await signIn(owner.user.email));
    const sessions = await owner.api.users.getSessions();
    expect(sessions.map(({ current }) => current)).toEqual([false, true]);
    const { id = '' } = sessions[0] ?? {};
    const stranger = await registerOwner(product);
    await expect(stranger.api.users.revokeSession({ params: { id } })).rejects.toEqual(
      code('notFound'),
    );
    await owner.api.users.revokeSession({ params: { id } });
    await expect(second.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
  });
});

describe('deleting one’s account (R-ACC-26)', () => {
  test('deletes the organizations that only this person owns, here and at the provider', async () => {
    const owner = await registerOwner(product);
    const customer = owner.user.currentTenant?.subscriptionCustomerId;
    expect(await customers()).toContain(customer);
    await owner.api.users.removeSelf();
    expect(await customers()).not.toContain(customer);
    await expect(owner.api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    await expect(signIn(owner.user.email)).rejects.toEqual(code('account.login.nonexistent'));
    const { rows } = await product.open.owner.query('select from tenants where id = $1', [
      owner.tenant,
    ]);
    expect(rows).toEqual([]);
  });

  test('mails the members of these organizations, as deleting an organization does', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    await owner.api.users.removeSelf();
    await expect.poll(() => mailsTo(member.email)).toHaveLength(1);
    expect(await mailsTo(owner.email)).toEqual([]);
  });

  test('is refused to the only owner of the operator’s organization', async () => {
    const { owner: person } = await createTestOrganization(product);
    const { rows } = await product.open.owner.query<{ tenant_id: string; user_id: string }>(
      `select tenant_id, user_id from memberships m join tenants t on t.id = m.tenant_id
       where t.subdomain = 'admin' and m.role = 0`,
    );
    const [own] = rows;
    const hand = async (to: string, from: string) => {
      const values = [own?.tenant_id, to, from];
      await product.open.owner.query(
        'insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 0, 2, 1)',
        values.slice(0, 2),
      );
      await product.open.owner.query(
        'delete from memberships where tenant_id = $1 and user_id = $2',
        [own?.tenant_id, from],
      );
    };
    await hand(person.id, own?.user_id ?? '');
    await expect(person.api.users.removeSelf()).rejects.toEqual(code('tenant.isOperators'));
    await hand(own?.user_id ?? '', person.id);
  });

  test('ends no subscription if the provider fails for one of several organizations', async () => {
    const [own, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    const { owner } = own;
    await other.add(Role.Owner, { person: owner });
    await other.owner.api.members.remove({ params: { id: other.owner.member } });
    await product.open.owner.query(
      `update tenants set customer_id = 'cus_' || id::text where id in ($1, $2)`,
      [own.id, other.id],
    );
    const [asked, deleted] = [new Set<string>(), new Set<string>()];
    const answer = async (customer: string) => {
      asked.add(customer);
      if (asked.size > 1) throw new Failure('unavailable');
    };
    const stripe = {
      ...product.context.stripe,
      checkCustomer: answer,
      deleteCustomer: async (customer: string) => {
        await answer(customer);
        deleted.add(customer);
      },
    };
    const removal = removeAnyAccount({ ...product.context, stripe }, owner.id);
    await expect(removal).rejects.toEqual(code('unavailable'));
    expect(deleted).toEqual(new Set());
    expect((await owner.api.users.getCurrent()).tenants).toHaveLength(2);
  });

  test('lists before what it deletes and what it leaves', async () => {
    const [own, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    await own.add(Role.Member);
    await other.add(Role.Admin, { person: own.owner });
    const listed = (id: string) => expect.objectContaining({ id, members: 2 });
    await expect(own.owner.api.users.getDeletion()).resolves.toEqual({
      deleted: [listed(own.id)],
      left: [listed(other.id)],
    });
  });

  test('is rejected for the operator', async () => {
    const operator = await signInOperator(product);
    await expect(operator.api.users.removeSelf()).rejects.toEqual(
      code('account.cannotDeleteAdmin'),
    );
  });
});
