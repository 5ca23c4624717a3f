import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { MemberStatus } from '#contract/statuses.ts';
import {
  createTestOrganization,
  createTestUser,
} from '#server/identity/members/test/organizations.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';

const product = await testApplication();
const { open } = product;
const operator = await signInOperator(product);
const { tenants, members } = operator.api;
const code = (name: string) => expect.objectContaining({ code: name });

const rename = (id: string, name: string) =>
  open.owner.query('update tenants set name = $2 where id = $1', [id, name]);

describe('the operator’s list of organizations (R-OPR-02)', () => {
  test('shows each with its members and products', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const guest = await add(3, { status: MemberStatus.PendingInvitation });
    await rename(id, `Padaria ${id}`);
    const { items } = await tenants.getAllOfAll({ query: { search: id.slice(0, 8) } });
    expect(items).toMatchObject([
      {
        id,
        currentUser: null,
        usersCount: 1,
        users: [
          { userId: owner.id, email: owner.email, role: 0 },
          { userId: guest.id, status: MemberStatus.PendingInvitation },
        ],
        products: [{ active: true, subscriptionProduct: { title: 'Of a test' } }],
      },
    ]);
  });

  test('is filtered by tier, status and day of creation (R-LST-07)', async () => {
    const { tenant } = await registerOwner(product, { plan: 'Starter' });
    await rename(tenant, `Starter ${tenant}`);
    const found = async (query: NonNullable<Parameters<typeof tenants.getAllOfAll>[0]>['query']) =>
      (await tenants.getAllOfAll({ query: { search: tenant, ...query } })).items.length;
    const [held] = (await tenants.getAllOfAll({ query: { search: tenant } })).items.flatMap(
      ({ products }) => products,
    );
    const tier = held?.subscriptionProduct.tier ?? 0;
    expect([await found({ tier: [tier] }), await found({ tier: [tier + 100] })]).toEqual([1, 0]);
    expect(await found({ status: ['active', 'past_due'] })).toBe(1);
    expect(await found({ status: 'canceled' })).toBe(0);
    await open.owner.query(`update tenant_products set status = 'canceled' where tenant_id = $1`, [
      tenant,
    ]);
    expect(await found({ tier })).toBe(0);
    expect(await found({ tier, status: 'canceled' })).toBe(1);
    const day = (days: number) =>
      new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
    expect(await found({ createdAtFrom: day(-1), createdAtTo: day(1) })).toBe(1);
    expect(await found({ createdAtFrom: '2120-01-01' })).toBe(0);
  });

  test('is sorted by name descending, paged, and searched on the server', async () => {
    const tag = `q${randomUUID().slice(0, 6)}`;
    for (const name of ['Beta', 'alfa', 'Gama', 'delta']) {
      await rename((await createTestOrganization(product)).id, `${tag} ${name}`);
    }
    const names: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const page = await tenants.getAllOfAll({
        query: { search: tag, limit: 3, ...(cursor && { cursor }) },
      });
      names.push(...page.items.map(({ name }) => name.slice(tag.length + 1)));
      cursor = page.next;
    }
    expect(names).toEqual(['Gama', 'delta', 'Beta', 'alfa']);
    const oldest = { search: tag, sort: 'createdAt', descending: 'false', limit: 1 } as const;
    expect((await tenants.getAllOfAll({ query: oldest })).items[0]?.name).toBe(`${tag} Beta`);
    const two = await tenants.getAllOfAll({ query: { search: `${tag} GAM` } });
    expect(two.items.map(({ name }) => name)).toEqual([`${tag} Gama`]);
  });

  test('leaves out organizations that are deleted while it is read', async () => {
    const tag = `q${randomUUID().slice(0, 6)}`;
    const ids: string[] = [];
    for (let nth = 0; nth < 12; nth += 1) {
      const { id } = await createTestOrganization(product);
      await rename(id, `${tag} ${nth}`);
      ids.push(id);
    }
    const lists: Promise<{ items: { id: string }[] }>[] = [];
    for (const id of ids) {
      for (let nth = 0; nth < 4; nth += 1) {
        lists.push(tenants.getAllOfAll({ query: { search: tag } }));
      }
      await open.owner.query('delete from tenants where id = $1', [id]);
    }
    for (const { items } of await Promise.all(lists)) {
      expect(items.every(({ id }) => ids.includes(id))).toBe(true);
    }
    expect(await tenants.getAllOfAll({ query: { search: tag } })).toMatchObject({ items: [] });
  });

  test('shows the last change that a member made, and none that an operator made', async () => {
    const { id, owner } = await createTestOrganization(product);
    const lastActive = async () => {
      const { items } = await tenants.getAllOfAll({ query: { limit: 1_000 } });
      return items.find((one) => one.id === id)?.lastActiveAt;
    };
    const body = { description: 'Fees', quantity: 1, price: 2.5, date: '2026-03-01' };
    await owner.api.transactions.create({ body });
    const [entry] = (await owner.api.audit.getAll()).items;
    expect(await lastActive()).toBe(entry?.at);
    const acting = await operator.api.accounts.impersonate({
      params: { userId: owner.id },
      body: { reason: 'Ticket 1' },
    });
    const api = product.callerOf({ authorization: `Bearer ${acting.token}`, 'x-tenant-key': id });
    await api.accounts.allowWriting();
    await api.transactions.create({ body });
    expect(await lastActive()).toBe(entry?.at);
  });

  test('treats query syntax in a search as text', async () => {
    for (const search of ["' or 1=1 --", 'a & | !(b', ':*', '<->', '\\']) {
      await expect(tenants.getAllOfAll({ query: { search } })).resolves.toBeDefined();
    }
  });
});

describe('deleting an organization as the operator (R-OPR-02)', () => {
  test('ends its subscription and deletes all of its data', async () => {
    const { tenant, user } = await registerOwner(product, { plan: 'Pro' });
    const { rows } = await open.owner.query<{ customer_id: string }>(
      'select customer_id from tenants where id = $1',
      [tenant],
    );
    await tenants.removeOfAny({ params: { id: tenant } });
    const left = await open.owner.query('select from memberships where tenant_id = $1', [tenant]);
    expect(left.rows).toEqual([]);
    const running = await product.context.stripe
      .listSubscriptions(rows[0]?.customer_id ?? '')
      .catch(() => []);
    expect(running.filter(({ endedAt }) => endedAt === null)).toEqual([]);
    expect((await operator.api.users.get({ params: { id: user.id } })).tenants).toEqual([]);
    await expect(tenants.removeOfAny({ params: { id: tenant } })).rejects.toEqual(code('notFound'));
  });

  test('mails its members only', async () => {
    const [gone, other] = [
      await createTestOrganization(product),
      await createTestOrganization(product),
    ];
    await tenants.removeOfAny({ params: { id: gone.id } });
    const { rows } = await open.owner.query<{ recipient: string }>(
      'select recipient from emails where recipient = any ($1)',
      [[gone.owner.email, other.owner.email]],
    );
    expect(rows).toEqual([{ recipient: gone.owner.email }]);
  });

  test('is rejected for the operator’s own organization (R-ORG-10)', async () => {
    await expect(tenants.removeOfAny({ params: { id: operator.tenant } })).rejects.toEqual(
      code('tenant.isOperators'),
    );
  });
});

describe('the operator’s list of members (R-OPR-02)', () => {
  test('lists and searches the members of all organizations or of one', async () => {
    const { id, owner, add } = await createTestOrganization(product);
    const person = await createTestUser(product);
    const member = await add(2, { person });
    await createTestOrganization(product);
    const { items } = await members.getAllOfAll({ query: { tenantId: id } });
    expect(items.map((one) => [one.id, one.tenant.id])).toEqual([
      [member.member, id],
      [owner.member, id],
    ]);
    const found = await members.getAllOfAll({ query: { search: person.email } });
    expect(found.items.map((one) => one.id)).toEqual([member.member]);
    const first = await members.getAllOfAll({ query: { tenantId: id, limit: 1 } });
    const query = { tenantId: id, limit: 1, cursor: first.next ?? '' };
    expect((await members.getAllOfAll({ query })).items[0]?.id).toBe(owner.member);
  });
});
