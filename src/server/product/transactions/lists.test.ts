import { beforeAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Api } from '#contract/api-client.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { registerOwner, testApplication } from '#server/test/application.ts';
import { inBatches } from './test/rows.ts';

const product = await testApplication();
const { api, tenant } = await registerOwner(product);
const stranger = await registerOwner(product);
type Query = NonNullable<NonNullable<Parameters<Api['transactions']['getAll']>[0]>['query']>;

/** Description, quantity, price, date and category of each transaction. */
const rows = [
  ['Café PETR4', 3, 2.55, '2026-01-05', 'Ações'],
  ['Aluguel', -2, 1000, '2026-01-07', null],
  ['Petróleo (20%)', 1, 10, '2026-01-06', 'Casa'],
  ['=SUM(A1)', 3, 2.55, '2026-01-06', 'Casa'],
  ['दुकान का किराया', 5, 0.1, '2025-12-31', null],
] as const;
const record = async (owner: Api) => {
  const ids: string[] = [];
  for (const [description, quantity, price, date, category] of rows) {
    const body = { description, quantity, price, date, category };
    ids.push((await owner.transactions.create({ body })).id);
  }
  return ids;
};
beforeAll(async () => {
  await record(api);
  await record(stranger.api);
});

const page = (query: Query) => api.transactions.getAll({ query });
const found = async (query: Query) =>
  (await page(query)).items.map(({ description }) => description).toSorted();
const invalid = expect.objectContaining({ code: 'validation' });

describe('filters of transactions (R-LST-01)', () => {
  test.each<[name: string, query: Query, expected: string[]]>([
    ['beginnings of words', { search: 'petr' }, ['Café PETR4', 'Petróleo (20%)']],
    ['each of the words', { search: 'PETR caf' }, ['Café PETR4']],
    ['words without their accents', { search: 'cafe' }, ['Café PETR4']],
    ['words with other accents', { search: 'pétroleo' }, ['Petróleo (20%)']],
    ['a letter', { search: 'p' }, ['Café PETR4', 'Petróleo (20%)']],
    ['words of the category', { search: 'casa' }, ['=SUM(A1)', 'Petróleo (20%)']],
    ['words of Hindi', { search: 'किरा' }, ['दुकान का किराया']],
    ['no inner part of a word', { search: 'etr' }, []],
    ['no wildcard', { search: 'p%4' }, []],
    ['a contained text', { description: 'ETR' }, ['Café PETR4', 'Petróleo (20%)']],
    ['two letters as a beginning', { description: 'al' }, ['Aluguel']],
    ['no text of the category', { description: 'casa' }, []],
    ['a range of numbers', { quantityFrom: -2, quantityTo: 1 }, ['Aluguel', 'Petróleo (20%)']],
    ['a least price', { priceFrom: '10' }, ['Aluguel', 'Petróleo (20%)']],
    ['a range of amounts', { amountFrom: -2000, amountTo: 0.5 }, ['Aluguel', 'दुकान का किराया']],
    ['one day', { dateFrom: '2026-01-07', dateTo: '2026-01-07' }, ['Aluguel']],
    ['a category', { category: 'Ações' }, ['Café PETR4']],
    [
      'any of the categories',
      { category: ['Ações', ''] },
      ['Aluguel', 'Café PETR4', 'दुकान का किराया'],
    ],
    ['all of the filters', { search: 'p', category: ['Casa'], amountTo: 10 }, ['Petróleo (20%)']],
    ['punctuation, which filters nothing', { search: '%' }, rows.map(([name]) => name).toSorted()],
  ])('find %s', async (_, query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  test.each<Query>([
    { amountFrom: 0.001 },
    { quantityTo: 1.5 },
    { dateFrom: '2026-02-30' },
    { priceTo: 'ten' },
    { category: Array.from({ length: 101 }, String) },
    { sort: 'image' as 'date' },
  ])('refuse %j', async (query) => {
    await expect(page(query)).rejects.toEqual(invalid);
  });
});

describe('pages of a sorted list (R-LST-02)', () => {
  const sorts = [
    'date',
    'description',
    'category',
    'quantity',
    'price',
    'amount',
    'createdAt',
  ] as const;
  const both = sorts.flatMap((sort) =>
    (['true', 'false'] as const).map((way) => [sort, way] as const),
  );

  test.each(both)('by %s, descending %s, hold each row once', async (sort, descending) => {
    const whole = await page({ sort, descending });
    const values = whole.items.map((item) => item[sort] ?? '');
    const sorted = values.toSorted((a, b) => (a < b ? -1 : Number(a > b)));
    expect(values).toEqual(descending === 'true' ? sorted.toReversed() : sorted);
    const seen: string[] = [];
    for (let cursor: string | null | undefined; cursor !== null;) {
      const part = await page({ sort, descending, limit: 2, ...(cursor && { cursor }) });
      seen.push(...part.items.map(({ id }) => id));
      cursor = part.next;
    }
    expect(seen).toEqual(whole.items.map(({ id }) => id));
  });

  test('refuse a cursor of another order or filter', async () => {
    const { next } = await page({ limit: 1, sort: 'quantity' });
    const cursor = next ?? '';
    for (const other of [
      {},
      { sort: 'price' },
      { sort: 'quantity', descending: 'false' },
    ] as const) {
      await expect(page({ ...other, cursor })).rejects.toEqual(invalid);
    }
    await expect(page({ sort: 'quantity', priceFrom: 1, cursor })).rejects.toEqual(invalid);
    await expect(page({ sort: 'quantity', limit: 3, cursor })).resolves.toMatchObject({});
  });

  describe('of a long list', () => {
    const total = 10_500;
    let many: Awaited<ReturnType<typeof registerOwner>>;
    beforeAll(async () => {
      many = await registerOwner(product);
      await inBatches(total, (from, to) =>
        product.open.owner.query(
          `insert into transactions (tenant_id, description, quantity, price, date, category)
           select $1, 'Order ' || n, n % 100, n, date '2026-01-01' + n % 365, 'Casa'
           from generate_series($2::int, $3::int) n`,
          [many.tenant, from, to],
        ),
      );
    });

    test.each<[query: Query, count: number]>([
      [{ search: 'order' }, total],
      [{ search: '1499', sort: 'price' }, 1],
      [{ search: 'order 14' }, 111],
      [{ description: 'r 9', sort: 'amount' }, 1_111],
      [{ quantityFrom: 99 }, 105],
      [{ quantityFrom: 1, sort: 'description', descending: 'false' }, 10_395],
      [{ category: 'None' }, 0],
      [{ search: 'order', priceFrom: 100, priceTo: 100.05 }, 6],
      [{ quantityTo: 5, search: '77', sort: 'quantity' }, 6],
    ])('with %j, hold each row once, in their order', async (query, count) => {
      const { sort = 'date', descending = 'true' } = query;
      const seen: (string | number)[][] = [];
      for (let cursor: string | null | undefined; cursor !== null;) {
        const part = await many.api.transactions.getAll({
          query: { ...query, limit: count > 1_000 ? 1_000 : 50, ...(cursor && { cursor }) },
        });
        seen.push(...part.items.map((row) => [row[sort] ?? '', row.id]));
        cursor = part.next;
      }
      expect(seen).toHaveLength(count);
      const [one, other] = descending === 'true' ? [-1, 1] : [1, -1];
      const sorted = seen.toSorted(([a = '', id = ''], [b = '', otherId = '']) =>
        (a === b ? id > otherId : a > b) ? one : other,
      );
      expect(seen).toEqual(sorted);
    });

    test('are counted up to a limit (R-LST-03)', async () => {
      const totals = (query: Query) => many.api.transactions.getTotals({ query });
      expect(await totals({})).toMatchObject({ count: 10_000, isPartial: true, sums: null });
      const search = 'order';
      expect(await totals({ search })).toMatchObject({ count: 2_000, isPartial: true, sums: null });
      expect(await totals({ search: 'order 14' })).toMatchObject({ count: 111, isPartial: false });
      expect(await totals({ search, priceTo: 1 })).toMatchObject({
        count: 100,
        isPartial: false,
        sums: { quantity: 4_950, amount: 3_283.5 },
      });
    });
  });
});

describe('totals of transactions (R-LST-03)', () => {
  test('count and sum what the filters leave, of one organization', async () => {
    await expect(api.transactions.getTotals()).resolves.toEqual({
      currency: 'brl',
      count: 5,
      isPartial: false,
      sums: { quantity: 10, amount: -1974.2 },
    });
    await expect(api.transactions.getTotals({ query: { search: 'petr' } })).resolves.toEqual({
      currency: 'brl',
      count: 2,
      isPartial: false,
      sums: { quantity: 4, amount: 17.65 },
    });
    await expect(api.transactions.getTotals({ query: { search: 'nothing' } })).resolves.toEqual({
      currency: 'brl',
      count: 0,
      isPartial: false,
      sums: { quantity: 0, amount: 0 },
    });
  });
});

describe('the export of transactions (R-LST-04)', () => {
  test('holds the filtered rows in their order, without formulas', async () => {
    const query = { category: ['Casa', ''], sort: 'amount', descending: 'false' } as const;
    const file = await api.transactions.exportCsv({ query });
    const lines = (await file.text()).trim().split('\n');
    expect(lines[0]).toContain(
      'id,description,quantity,price,amount,date,category,currency,createdAt',
    );
    expect(lines.slice(1).map((line) => line.split(',').slice(1, 7).join(','))).toEqual([
      'Aluguel,-2,1000,-2000,2026-01-07,',
      'दुकान का किराया,5,0.1,0.5,2025-12-31,',
      "'=SUM(A1),3,2.55,7.65,2026-01-06,Casa",
      'Petróleo (20%),1,10,10,2026-01-06,Casa',
    ]);
  });

  test('has no formula where a semicolon, tab or line break separates cells', async () => {
    const { api: own } = await registerOwner(product);
    const texts = [
      ';=1+1',
      'x;+cmd|calc',
      'a;=HYPERLINK("http://evil.test";"x")',
      'b;"=1',
      'c\n-d',
    ];
    for (const description of [...texts, 'tab;\t@e']) {
      const body = { description, quantity: 1, price: 1, date: '2026-01-06', category: null };
      await own.transactions.create({ body });
    }
    const text = await (await own.transactions.exportCsv()).text();
    for (const separator of [/[;\n]/, /[\t\n]/, /[,;\t\n]/]) {
      expect(text.split(separator).filter((cell) => /^"*[=+@-]/.test(cell))).toEqual([]);
    }
    expect(text).toContain(`"a;'=HYPERLINK(""http://evil.test"";""x"")"`);
  });

  test('is in the audit log with the filters and the number of rows (R-LST-08)', async () => {
    const { api: own, user } = await registerOwner(product);
    await own.transactions.create({
      body: { description: 'Rent', quantity: 1, price: 2.5, date: '2026-01-07', category: 'Home' },
    });
    const query = {
      search: 'rent',
      category: ['Home'],
      dateFrom: '2026-01-01',
      sort: 'amount',
    } as const;
    await (await own.transactions.exportCsv({ query })).text();
    await own.transactions.exportCsv();
    const { items } = await own.audit.getAll({ query: { action: 'transaction.exported' } });
    expect(items.map(({ after }) => after)).toEqual([
      { count: 1 },
      { count: 1, filters: { search: 'rent', category: ['Home'], dateFrom: '2026-01-01' } },
    ]);
    expect(items.map(({ actor }) => actor?.id)).toEqual([user.id, user.id]);
  });

  test('of selected rows leaves an entry and has none of another organization (R-LST-10)', async () => {
    const [own, other] = [await registerOwner(product), await registerOwner(product)];
    const create = async ({ api: by }: typeof own, description: string) =>
      (
        await by.transactions.create({
          body: { description, quantity: 1, price: 1, date: '2026-01-07', category: null },
        })
      ).id;
    const ids = [await create(own, 'A'), await create(own, 'B'), await create(other, 'C')];
    await create(own, 'D');
    const query = { ids, sort: 'description', descending: 'true' } as const;
    const file = await own.api.transactions.exportCsv({ query });
    const lines = (await file.text()).trim().split('\n').slice(1);
    expect(lines.map((line) => line.split(',')[1])).toEqual(['B', 'A']);
    const { items } = await own.api.audit.getAll({ query: { action: 'transaction.exported' } });
    expect(items.map(({ after }) => after)).toEqual([{ count: 2 }]);
    const many = Array.from({ length: 101 }, () => ids[0] ?? '');
    await expect(own.api.transactions.exportCsv({ query: { ids: many } })).rejects.toMatchObject({
      code: 'validation',
    });
  });

  test('breaks off when the session ends meanwhile', async () => {
    const many = await registerOwner(product);
    await inBatches(5_000, (from, to) =>
      product.open.owner.query(
        `insert into transactions (tenant_id, description, quantity, price, date)
         select $1, repeat('Order ', 50), 1, 1, '2026-01-01' from generate_series($2::int, $3::int) n`,
        [many.tenant, from, to],
      ),
    );
    const url = '/api/Transaction/Export?search=order';
    const response = await product.app.inject({
      url,
      headers: many.headers,
      payloadAsStream: true,
    });
    expect(response.statusCode).toBe(200);
    const read = async () => {
      for await (const _ of response.stream()) {
        await product.open.owner.query(
          'update sessions set revoked_at = now() where user_id = $1 and revoked_at is null',
          [many.user.id],
        );
      }
    };
    await expect(read()).rejects.toThrow('destroyed before completion');
  });
});

describe('changes of several transactions (R-LST-05)', () => {
  test('delete and set only rows of the organization, and log each', async () => {
    const { owner } = await createTestOrganization(product);
    const ids = await record(owner.api);
    const [theirs] = (await stranger.api.transactions.getAll()).items;
    const given = [...ids.slice(0, 3), theirs?.id ?? '', tenant];
    const changes = { category: 'Food' };
    await expect(
      owner.api.transactions.updateMany({ body: { ids: given, changes } }),
    ).resolves.toEqual({ count: 3 });
    await expect(owner.api.transactions.removeMany({ body: { ids: given } })).resolves.toEqual({
      count: 3,
    });
    await expect(
      stranger.api.transactions.get({ params: { id: theirs?.id ?? '' } }),
    ).resolves.toEqual(theirs);
    const { items } = await owner.api.audit.getAll();
    const actions = items.slice(0, 6).map(({ action }) => action);
    expect(actions.toSorted()).toEqual([
      ...Array.from({ length: 3 }, () => 'transaction.changed'),
      ...Array.from({ length: 3 }, () => 'transaction.removed'),
    ]);
    const left = await owner.api.transactions.getAll();
    expect(left.items).toHaveLength(2);
  });

  test('clear a field, and refuse a computed, an unknown and no field, and too many ids', async () => {
    const { owner } = await createTestOrganization(product);
    const ids = await record(owner.api);
    await owner.api.transactions.updateMany({ body: { ids, changes: { category: null } } });
    const { items } = await owner.api.transactions.getAll();
    expect(items.map(({ category }) => category)).toEqual(ids.map(() => null));
    const send = (body: object) =>
      product.app.inject({
        method: 'POST',
        url: '/api/Transaction/UpdateMany',
        headers: owner.headers,
        payload: body,
      });
    const many = Array.from({ length: 501 }, () => crypto.randomUUID());
    for (const body of [
      { ids, changes: { amount: 1 } },
      { ids, changes: {} },
      { ids: [], changes: { category: 'A' } },
      { ids: many, changes: { category: 'A' } },
    ]) {
      expect((await send(body)).statusCode).toBe(400);
    }
  });

  test('count each row once when calls overlap', async () => {
    const { owner } = await createTestOrganization(product);
    const ids = await record(owner.api);
    const calls = [ids, ids.toReversed(), ids].map((given) =>
      owner.api.transactions.removeMany({ body: { ids: given } }),
    );
    const counts = (await Promise.all(calls)).map(({ count }) => count);
    expect(counts.reduce((sum, count) => sum + count)).toBe(ids.length);
  });

  test('are for members who may write', async () => {
    const organization = await createTestOrganization(product);
    const ids = await record(organization.owner.api);
    const guest = await organization.add(Role.Guest);
    await expect(guest.api.transactions.removeMany({ body: { ids } })).rejects.toMatchObject({
      status: 403,
    });
    await expect(guest.api.transactions.getTotals()).resolves.toMatchObject({ count: 5 });
    const starter = await registerOwner(product, { plan: 'Starter' });
    const tooLow = expect.objectContaining({ code: 'access.tier' });
    await expect(starter.api.transactions.getTotals()).rejects.toEqual(tooLow);
    await expect(starter.api.transactions.removeMany({ body: { ids } })).rejects.toEqual(tooLow);
  });
});
