import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import {
  registerOwner,
  signInOperator,
  sharedApplication,
  toTestMember,
} from '#server/test/application.ts';

const product = await sharedApplication();
const body = {
  description: 'Fees',
  quantity: 2,
  price: 2.55,
  date: '2026-03-01',
  category: 'Costs',
};

describe('The history of a transaction (R-HIS-01)', () => {
  test('has each change, newest first, page by page', async () => {
    const { api, user } = await registerOwner(product);
    const { id } = await api.transactions.create({ body });
    const params = { id };
    await api.transactions.update({ params, body: { ...body, price: 3 } });
    await api.transactions.update({ params, body: { ...body, price: 4 } });
    const first = await api.transactions.getHistory({ params, query: { limit: 2 } });
    expect(first.items).toMatchObject([
      { action: 'transaction.changed', before: { price: 300 }, after: { price: 400 } },
      { action: 'transaction.changed', actor: { id: user.id }, before: { price: 255 } },
    ]);
    const query = { limit: 2, cursor: first.next ?? '' };
    expect(await api.transactions.getHistory({ params, query })).toMatchObject({
      items: [{ action: 'transaction.created', after: { description: 'Fees', price: 255 } }],
      next: null,
    });
  });

  test('names the operator who acted as the member', async () => {
    const operator = await signInOperator(product);
    const owner = await registerOwner(product);
    const { id } = await owner.api.transactions.create({ body });
    const acting = await operator.api.accounts.impersonate({
      params: { userId: owner.user.id },
      body: { reason: 'A test' },
    });
    const { api } = toTestMember(product, acting);
    await api.accounts.allowWriting();
    await api.transactions.update({ params: { id }, body: { ...body, price: 3 } });
    const { items } = await owner.api.transactions.getHistory({ params: { id } });
    expect(items[0]).toMatchObject({
      actor: { id: owner.user.id },
      impersonator: { id: operator.user.id },
    });
  });

  test('is found by members of the organization who may write', async () => {
    const { owner, add } = await createTestOrganization(product);
    const { id } = await owner.api.transactions.create({ body });
    const params = { id };
    const other = await registerOwner(product);
    await expect(other.api.transactions.getHistory({ params })).rejects.toMatchObject({
      code: 'notFound',
    });
    const guest = await add(Role.Guest);
    await expect(guest.api.transactions.getHistory({ params })).rejects.toMatchObject({
      status: 403,
    });
    const member = await add(Role.Member);
    expect((await member.api.transactions.getHistory({ params })).items).toHaveLength(1);
  });

  test('has nothing about other kinds of records', async () => {
    const { owner, add } = await createTestOrganization(product);
    const member = await add(Role.Member);
    const [one] = await owner.api.members.getAll({ params: { tenantId: owner.tenant } });
    await expect(
      member.api.transactions.getHistory({ params: { id: one?.id ?? '' } }),
    ).rejects.toMatchObject({ code: 'notFound' });
  });
});
