import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Failure } from '#contract/errors.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { trusted } from '#server/platform/database/isolation/ids.ts';
import { db } from '#server/platform/database/query.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';

const product = await testApplication();
const owner = await registerOwner(product);
const stranger = await registerOwner(product);
const starter = await registerOwner(product, { plan: 'Starter' });

const input = {
  description: 'PETR4',
  quantity: 3,
  price: 2.55,
  date: '2026-03-01',
  category: 'Stocks',
};
const code = (expected: string) => expect.objectContaining({ code: expected });

describe('Transactions (R-TRX-01)', () => {
  test('are created with an amount computed to the cent (R-GEN-05, R-GEN-06)', async () => {
    const made = await owner.api.transactions.create({ body: input });
    expect(made).toMatchObject({ ...input, amount: 7.65, image: null });
    await expect(owner.api.transactions.get({ params: { id: made.id } })).resolves.toEqual(made);
  });

  test('may have a negative amount, and none beyond exact cents', async () => {
    const sold = await owner.api.transactions.create({ body: { ...input, quantity: -3 } });
    expect(sold.amount).toBe(-7.65);
    const most = { ...input, quantity: 2_000_000_000, price: 9_000_000 };
    await expect(owner.api.transactions.create({ body: most })).rejects.toMatchObject({
      fields: { quantity: ['field.tooLarge'] },
    });
  });

  test('refuse a price with more than two decimals, however large (R-GEN-05)', async () => {
    for (const price of [0.001, 1e-7, 2.555, 123_456.789, 9_999_999.991]) {
      await expect(
        owner.api.transactions.create({ body: { ...input, price } }),
      ).rejects.toMatchObject({ code: 'validation', fields: { price: ['field.twoDecimals'] } });
    }
    const exact = { ...input, quantity: 1, price: 9_999_999.99 };
    await expect(owner.api.transactions.create({ body: exact })).resolves.toMatchObject({
      amount: 9_999_999.99,
    });
  });

  test('are read-only for a Guest (R-TRX-04)', async () => {
    const organization = await createTestOrganization(product);
    const made = await organization.owner.api.transactions.create({ body: input });
    const { api } = await organization.add(Role.Guest);
    const params = { id: made.id };
    await expect(api.transactions.get({ params })).resolves.toEqual(made);
    const writes = [
      () => api.transactions.create({ body: input }),
      () => api.transactions.update({ params, body: input }),
      () => api.transactions.remove({ params }),
    ];
    for (const write of writes) await expect(write()).rejects.toMatchObject({ status: 403 });
    await expect(api.transactions.get({ params })).resolves.toEqual(made);
  });

  test('are listed newest first, in pages (R-TRX-02, R-TRX-05)', async () => {
    const dates = ['2026-01-05', '2026-01-07', '2026-01-06'];
    const fresh = await registerOwner(product);
    for (const date of dates) await fresh.api.transactions.create({ body: { ...input, date } });
    const first = await fresh.api.transactions.getAll({ query: { limit: 2 } });
    expect(first.items.map(({ date }) => date)).toEqual(['2026-01-07', '2026-01-06']);
    const rest = await fresh.api.transactions.getAll({
      query: { limit: 2, cursor: first.next ?? '' },
    });
    expect(rest.items.map(({ date }) => date)).toEqual(['2026-01-05']);
    expect(rest.next).toBeNull();
  });

  test('offer each category used so far once, to their organization only', async () => {
    const fresh = await registerOwner(product);
    await expect(fresh.api.transactions.getCategories()).resolves.toEqual([]);
    for (const category of ['Options', 'Futures', 'Options', null]) {
      await fresh.api.transactions.create({ body: { ...input, category } });
    }
    await expect(fresh.api.transactions.getCategories()).resolves.toEqual(['Futures', 'Options']);
    await expect(stranger.api.transactions.getCategories()).resolves.not.toContain('Futures');
  });

  test('refuse a cursor that was tampered with', async () => {
    const positions = ['{', '[]', '["2026-99-99", "x"]', `["2026-99-99", "${owner.tenant}"]`];
    for (const position of ['%%%', ...positions.map((text) => btoa(text))]) {
      await expect(owner.api.transactions.getAll({ query: { cursor: position } })).rejects.toEqual(
        code('validation'),
      );
    }
  });

  test('answer 204 when there are none (R-TRX-05, R-API-03)', async () => {
    const answer = await product.app.inject({
      url: '/api/Transaction/GetAll',
      headers: stranger.headers,
    });
    expect([answer.statusCode, answer.body]).toEqual([204, '']);
  });

  test('are changed and deleted', async () => {
    const { id } = await owner.api.transactions.create({ body: input });
    const changed = await owner.api.transactions.update({
      params: { id },
      body: { ...input, quantity: 4, category: null },
    });
    expect(changed).toMatchObject({ quantity: 4, amount: 10.2, category: null });
    await owner.api.transactions.remove({ params: { id } });
    await expect(owner.api.transactions.get({ params: { id } })).rejects.toEqual(code('notFound'));
  });

  test('name each refused field with its reason (R-API-02)', async () => {
    const refusal = await owner.api.transactions
      .create({ body: { ...input, description: ' ', quantity: 1.5, price: 1.001, date: 'today' } })
      .catch((error: Failure) => error);
    expect(refusal).toMatchObject({
      code: 'validation',
      fields: {
        description: ['field.required'],
        quantity: ['field.integer'],
        price: ['field.twoDecimals'],
        date: ['field.date'],
      },
    });
  });

  test('of another organization do not exist (R-SEC-02)', async () => {
    const { id } = await owner.api.transactions.create({ body: input });
    const { transactions } = stranger.api;
    await expect(transactions.get({ params: { id } })).rejects.toEqual(code('notFound'));
    await expect(transactions.update({ params: { id }, body: input })).rejects.toEqual(
      code('notFound'),
    );
    await expect(transactions.remove({ params: { id } })).rejects.toEqual(code('notFound'));
    await expect(owner.api.transactions.get({ params: { id } })).resolves.toMatchObject({ id });
  });

  test('need tier 2 or higher (R-SEC-05)', async () => {
    await expect(starter.api.transactions.getAll()).rejects.toEqual(code('access.tier'));
    await expect(starter.api.transactions.create({ body: input })).rejects.toEqual(
      code('access.tier'),
    );
  });

  test('of every organization are listed and deleted by the operator', async () => {
    const operator = await signInOperator(product);
    const { id } = await stranger.api.transactions.create({ body: input });
    const { items } = await operator.api.transactions.getAllOfAll();
    expect(items.find((found) => found.id === id)?.tenant.id).toBe(stranger.tenant);
    await operator.api.transactions.removeOfAny({ params: { id } });
    await expect(stranger.api.transactions.get({ params: { id } })).rejects.toEqual(
      code('notFound'),
    );
    await expect(owner.api.transactions.getAllOfAll()).rejects.toEqual(code('access.operator'));
  });

  test('stay within the tenant even for a query without a filter (R-SEC-03)', async () => {
    await owner.api.transactions.create({ body: input });
    const everything = db.selectFrom('transactions').select('tenant_id').distinct();
    const [seen] = await product.open.tenantRead(trusted.tenantId(owner.tenant), everything);
    expect(seen).toEqual([{ tenant_id: owner.tenant }]);
  });
});
