import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import {
  memberPassword,
  registerOwner,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';

const product = await testApplication();
const { open, anyone } = product;
const operator = await signInOperator(product);
const { users } = operator.api;
const code = (name: string) => expect.objectContaining({ code: name });

describe('the operator’s list of users (R-OPR-03)', () => {
  test('shows each user with their organizations', async () => {
    const { id, owner } = await createTestOrganization(product);
    const { items } = await users.getAllOfAll({ query: { search: owner.email } });
    expect(items).toMatchObject([
      {
        id: owner.id,
        email: owner.email,
        tenants: [{ tenant: { id, usersCount: 1, products: [{ active: true }] }, role: 0 }],
        currentTenant: { id },
      },
    ]);
    expect(JSON.stringify(items)).not.toMatch(/hash|token/i);
  });

  test('is filtered by type and by day of creation (R-LST-07)', async () => {
    const person = await createTestUser(product);
    const found = async (query: NonNullable<Parameters<typeof users.getAllOfAll>[0]>['query']) =>
      (await users.getAllOfAll({ query: { search: person.email, ...query } })).items.length;
    expect([await found({ type: [0] }), await found({ type: [0, 1] })]).toEqual([0, 1]);
    const today = new Date().toISOString().slice(0, 10);
    expect(await found({ createdAtFrom: '2020-01-01', createdAtTo: today })).toBe(1);
    expect(await found({ createdAtTo: '2020-01-01' })).toBe(0);
    expect(await found({ createdAtFrom: '2120-01-01' })).toBe(0);
    const { items } = await users.getAllOfAll({ query: { type: 0, sort: 'name' } });
    expect(items.length).toBeGreaterThan(0);
    expect(new Set(items.map(({ type }) => type))).toEqual(new Set([0]));
    await expect(found({ createdAtFrom: 'today' })).rejects.toEqual(code('validation'));
  });

  test('is sorted, searched and paged on the server', async () => {
    const family = `Zz${randomUUID().slice(0, 8)}`;
    for (const name of ['Caio', 'Ana', 'Bia', 'Ana', 'Davi']) {
      const { id } = await createTestUser(product);
      await open.owner.query('update users set first_name = $2, last_name = $3 where id = $1', [
        id,
        name,
        family,
      ]);
    }
    const names = async (query: { sort: 'name' | 'email' | 'createdAt'; descending?: string }) => {
      const seen: string[] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const page = await users.getAllOfAll({
          query: { ...query, search: family.slice(0, 6), limit: 2, ...(cursor && { cursor }) },
        });
        seen.push(...page.items.map(({ firstName }) => firstName));
        cursor = page.next;
      }
      return seen;
    };
    expect(await names({ sort: 'name' })).toEqual(['Ana', 'Ana', 'Bia', 'Caio', 'Davi']);
    expect(await names({ sort: 'name', descending: 'true' })).toEqual([
      'Davi',
      'Caio',
      'Bia',
      'Ana',
      'Ana',
    ]);
    expect(await names({ sort: 'createdAt' })).toEqual(['Caio', 'Ana', 'Bia', 'Ana', 'Davi']);
    expect(await names({ sort: 'email' })).toHaveLength(5);
    const { items } = await users.getAllOfAll({ query: { search: `davi ${family}` } });
    expect(items.map(({ firstName }) => firstName)).toEqual(['Davi']);
  });

  test('returns 204 for a search without hits (R-API-03)', async () => {
    const answer = await product.app.inject({
      url: '/api/User/Admin/GetAll?search=nobodyhasthisname',
      headers: operator.headers,
    });
    expect(answer.statusCode).toBe(204);
  });

  test('rejects an invalid cursor', async () => {
    await expect(users.getAllOfAll({ query: { cursor: 'x' } })).rejects.toEqual(code('validation'));
  });
});

describe('setting a password as the operator (R-OPR-03)', () => {
  test.each([
    [
      'body',
      (userId: string, password: string) =>
        users.setPassword({ params: { userId }, body: { password } }),
    ],
    [
      'path',
      (userId: string, password: string) =>
        users.setPasswordInPath({ params: { userId, password } }),
    ],
  ])('in the %s of the request takes effect immediately and ends all sessions', async (_, set) => {
    const { user, api } = await registerOwner(product);
    const password = 'given: by/the operator';
    await set(user.id, password);
    await expect(api.users.getCurrent()).rejects.toEqual(code('unauthorized'));
    const { email } = user;
    await expect(
      anyone.accounts.login({ body: { email, password: memberPassword } }),
    ).rejects.toEqual(code('account.login.invalid'));
    expect((await anyone.accounts.login({ body: { email, password } })).user.id).toBe(user.id);
    await expect(set(user.id, 'seven77')).rejects.toEqual(code('account.passwordTooShort'));
    await expect(set(user.id, 'x'.repeat(129))).rejects.toEqual(code('validation'));
    await expect(set(operator.user.id, password)).rejects.toEqual(
      code('account.cannotChangeAdminPassword'),
    );
    await expect(set(randomUUID(), password)).rejects.toEqual(code('notFound'));
  });

  test('is rejected for accounts that sign in with Google', async () => {
    const { id: userId } = await createTestUser(product);
    await open.owner.query('update users set login_type = 1 where id = $1', [userId]);
    await expect(
      users.setPassword({ params: { userId }, body: { password: memberPassword } }),
    ).rejects.toEqual(code('account.noPassword'));
  });
});

describe('deleting an account as the operator (R-OPR-03)', () => {
  test('deletes the organizations that only it owns and ends their subscriptions', async () => {
    const { user, tenant } = await registerOwner(product, { plan: 'Pro' });
    const shared = await createTestOrganization(product);
    await open.owner.query(
      `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, 0, 2, 1)`,
      [shared.id, user.id],
    );
    const customer = await open.owner.query<{ customer_id: string }>(
      'select customer_id from tenants where id = $1',
      [tenant],
    );
    await users.removeOfAny({ params: { id: user.id } });
    const { rows } = await open.owner.query<{ id: string }>(
      'select id from tenants where id = any ($1)',
      [[tenant, shared.id]],
    );
    expect(rows).toEqual([{ id: shared.id }]);
    const running = await product.context.stripe
      .listSubscriptions(customer.rows[0]?.customer_id ?? '')
      .catch(() => []);
    expect(running.filter(({ endedAt }) => endedAt === null)).toEqual([]);
    await expect(users.removeOfAny({ params: { id: user.id } })).rejects.toEqual(code('notFound'));
  });

  test('is rejected for operators', async () => {
    await expect(users.removeOfAny({ params: { id: operator.user.id } })).rejects.toEqual(
      code('account.cannotDeleteAdmin'),
    );
  });
});
