import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import type { Api } from '#contract/api-client.ts';
import { setPlanLimit } from '#server/billing/usage/test/limits.ts';
import { patience, startReceiver } from '#server/enterprise/webhooks/test/receiver.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { registerOwner, sharedApplication, type TestMember } from '#server/test/application.ts';
import { csvText, importFile, longCsv, plainMapping, toContent } from './test/csv-files.ts';

const product = await sharedApplication();
const receiver = await startReceiver(product);
const code = (expected: string) => expect.objectContaining({ code: expected });
const two = csvText('PETR4,3,2.55,2026-03-01,Stocks', 'Rent,-2,1000,2026-03-02,');
const wrong = csvText('PETR4,3,2.55,2026-03-01,Stocks', ',1.5,-1,2026-02-30,');

const countOf = async (api: Api) => (await api.transactions.getTotals()).count;
const limited = async (max: number) => {
  const organization = await createTestOrganization(product);
  await setPlanLimit(product, organization.id, { max_transactions: max });
  return organization.owner.api;
};

describe('A preview (R-IMP-04)', () => {
  test('shows rows as they would be stored, and stores nothing', async () => {
    const { api } = await registerOwner(product);
    const preview = await api.imports.preview({ body: { content: toContent(two) } });
    expect(preview).toMatchObject({
      ...plainMapping,
      separator: ',',
      header: [
        { name: 'description', example: 'PETR4' },
        { name: 'quantity', example: '3' },
        { name: 'price', example: '2.55' },
        { name: 'date', example: '2026-03-01' },
        { name: 'category', example: 'Stocks' },
      ],
      valid: 2,
      wrong: 0,
      errors: [],
      left: null,
    });
    expect(preview.rows).toEqual([
      {
        line: 2,
        description: 'PETR4',
        quantity: 3,
        price: 2.55,
        amount: 7.65,
        date: '2026-03-01',
        category: 'Stocks',
      },
      {
        line: 3,
        description: 'Rent',
        quantity: -2,
        price: 1000,
        amount: -2000,
        date: '2026-03-02',
        category: null,
      },
    ]);
    expect(await countOf(api)).toBe(0);
    expect((await api.imports.getAll()).items).toEqual([]);
  });

  test('names each wrong field by row, with the reason, up to a hundred', async () => {
    const { api } = await registerOwner(product);
    const preview = await api.imports.preview({ body: { content: toContent(wrong) } });
    expect(preview).toMatchObject({ valid: 1, wrong: 1 });
    expect(preview.errors).toEqual([
      { line: 3, field: 'description', code: 'field.required' },
      { line: 3, field: 'quantity', code: 'field.integer' },
      { line: 3, field: 'price', code: 'field.tooSmall' },
      { line: 3, field: 'date', code: 'field.date' },
    ]);
    const many = csvText(...Array.from({ length: 200 }, () => 'Rent,one,1,2026-01-01,'));
    const { errors, ...counts } = await api.imports.preview({ body: { content: toContent(many) } });
    expect(counts).toMatchObject({ valid: 0, wrong: 200, rows: [] });
    expect(errors).toHaveLength(100);
    expect(errors[0]).toEqual({ line: 2, field: 'quantity', code: 'field.number' });
  });

  test('tells what the plan still includes', async () => {
    const api = await limited(5);
    await importFile(api, two);
    const preview = await api.imports.preview({ body: { content: toContent(longCsv(4)) } });
    expect(preview).toMatchObject({ valid: 4, left: 3 });
  });
});

describe('An import', () => {
  test('stores all rows, in the order of the file (R-IMP-06)', async () => {
    const { api, user } = await registerOwner(product);
    const made = await importFile(api, two);
    expect(made).toMatchObject({ fileName: 'orders.csv', rows: 2, undone: null });
    expect(made.createdBy?.id).toBe(user.id);
    const query = { sort: 'createdAt', descending: 'false' } as const;
    const { items } = await api.transactions.getAll({ query });
    expect(items).toMatchObject([
      { description: 'PETR4', quantity: 3, price: 2.55, amount: 7.65, category: 'Stocks' },
      { description: 'Rent', quantity: -2, price: 1000, date: '2026-03-02', category: null },
    ]);
    expect((await api.imports.getAll()).items).toEqual([made]);
  });

  test('of a file with wrong rows is refused, unless these are skipped (R-IMP-06)', async () => {
    const { api } = await registerOwner(product);
    await expect(importFile(api, wrong)).rejects.toMatchObject({
      code: 'import.wrongRows',
      params: { count: 1 },
    });
    expect(await countOf(api)).toBe(0);
    expect(await importFile(api, wrong, { skipWrong: true })).toMatchObject({ rows: 1 });
    expect(await countOf(api)).toBe(1);
    const none = csvText(',1,1,2026-01-01,');
    await expect(importFile(api, none, { skipWrong: true })).rejects.toEqual(code('import.noRows'));
  });

  test('takes effect once when parallel requests repeat it (R-IMP-06)', async () => {
    const owner = await registerOwner(product);
    const headers = { ...owner.headers, 'idempotency-key': randomUUID() };
    const payload = { ...plainMapping, fileName: 'a.csv', content: toContent(longCsv(600)) };
    const send = () =>
      product.app.inject({
        method: 'POST',
        url: '/api/TransactionImport/Create',
        headers,
        payload,
      });
    const answers = await Promise.all(Array.from({ length: 6 }, send));
    const last = await send();
    expect(last.statusCode).toBe(200);
    const refused = answers.filter(({ statusCode }) => statusCode !== 200);
    expect(refused.map((answer) => answer.json<{ code: string }>().code)).toEqual(
      refused.map(() => 'errors.request.inProgress'),
    );
    const bodies = answers.filter(({ statusCode }) => statusCode === 200).map(({ body }) => body);
    expect(new Set([...bodies, last.body]).size).toBe(1);
    expect(await countOf(owner.api)).toBe(600);
    expect((await owner.api.imports.getAll()).items).toHaveLength(1);
  });

  test('beyond the limit of the plan stores nothing, under every race (R-IMP-06)', async () => {
    const api = await limited(5);
    await importFile(api, two);
    const refused = expect.objectContaining({
      code: 'usage.transactions',
      params: { limit: 'transactions', used: 2, max: 5 },
    });
    await expect(importFile(api, longCsv(4))).rejects.toEqual(refused);
    expect(await countOf(api)).toBe(2);
    const race = await Promise.allSettled([importFile(api, two), importFile(api, two)]);
    expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const body = { description: 'Fee', quantity: 1, price: 1, date: '2026-01-01' };
    await api.transactions.create({ body });
    await expect(api.transactions.create({ body })).rejects.toEqual(code('usage.transactions'));
    expect(await countOf(api)).toBe(5);
  });

  test('publishes the event of each transaction (R-IMP-09)', async () => {
    const { owner } = await createTestOrganization(product);
    const endpoint = await receiver.subscribe(owner, ['transaction.created']);
    await importFile(owner.api, two);
    await expect.poll(endpoint.types, patience).toHaveLength(2);
    const names = endpoint
      .received()
      .map(({ data }) => (data as { description: string }).description);
    expect(names.toSorted()).toEqual(['PETR4', 'Rent']);
  });
});

describe('Rows that exist already (R-IMP-10)', () => {
  const previewOf = (api: Api, text: string) =>
    api.imports.preview({ body: { content: toContent(text) } });
  const importRest = (api: Api, text: string) => importFile(api, text, { skipExisting: true });

  test('are counted in a second file of the same content, with the import that created them', async () => {
    const { api } = await registerOwner(product);
    expect((await previewOf(api, two)).existing).toEqual({ rows: 0, from: null });
    const { createdAt } = await importFile(api, two);
    expect(await previewOf(api, two)).toMatchObject({
      valid: 2,
      existing: { rows: 2, from: { fileName: 'orders.csv', createdAt } },
    });
    await expect(importRest(api, two)).rejects.toEqual(code('import.noRows'));
    await importFile(api, two);
    expect(await countOf(api)).toBe(4);
  });

  test('are left out of other files, however their values are written', async () => {
    const { api } = await registerOwner(product);
    await api.transactions.create({
      body: { description: 'Ação', quantity: 3, price: 2.5, date: '2026-03-01', category: null },
    });
    const mixed = csvText(
      'Ac\u0327a\u0303o,3,2.50,2026-3-1,',
      'Ação,3,2.50,2026-03-01,Stocks',
      'Ação,4,2.50,2026-03-01,',
    );
    expect((await previewOf(api, mixed)).existing).toEqual({ rows: 1, from: null });
    expect(await importRest(api, mixed)).toMatchObject({ rows: 2 });
    expect(await countOf(api)).toBe(3);
  });

  test('exist as often as there are equal transactions', async () => {
    const { api } = await registerOwner(product);
    const coffee = 'Coffee,1,2.50,2026-03-01,';
    await importFile(api, csvText(coffee));
    expect((await previewOf(api, csvText(coffee, coffee, coffee))).existing.rows).toBe(1);
    expect(await importRest(api, csvText(coffee, coffee, coffee))).toMatchObject({ rows: 2 });
    expect(await countOf(api)).toBe(3);
  });

  test('are none of another organization, nor those of an import that was undone', async () => {
    const [own, other] = [await registerOwner(product), await registerOwner(product)];
    const { id } = await importFile(own.api, two);
    expect((await previewOf(other.api, two)).existing.rows).toBe(0);
    await own.api.imports.undo({ params: { id } });
    expect((await previewOf(own.api, two)).existing.rows).toBe(0);
  });
});

describe('Undoing an import (R-IMP-08)', () => {
  const undo = (api: Api, id: string) => api.imports.undo({ params: { id } });
  const rowsOf = async (api: Api) => (await api.transactions.getAll()).items;

  test('deletes unchanged transactions, keeps the others, and is done once', async () => {
    const { api } = await registerOwner(product);
    const own = { description: 'Own', quantity: 1, price: 1, date: '2026-01-01' };
    await api.transactions.create({ body: own });
    const other = await importFile(api, csvText('Other,1,1,2026-01-01,'));
    const made = await importFile(api, longCsv(4));
    const [first, second] = (await rowsOf(api)).filter((row) =>
      row.description.startsWith('Order'),
    );
    await api.transactions.update({ params: { id: first?.id ?? '' }, body: own });
    await api.transactions.remove({ params: { id: second?.id ?? '' } });
    const [undone, again] = await Promise.all([undo(api, made.id), undo(api, made.id)]);
    expect(undone).toMatchObject({ id: made.id, rows: 4, undone: { removed: 2, kept: 1 } });
    expect([again, await undo(api, made.id)]).toEqual([undone, undone]);
    expect((await rowsOf(api)).map(({ description }) => description).toSorted()).toEqual([
      'Other',
      'Own',
      'Own',
    ]);
    expect((await api.imports.getAll()).items).toEqual([undone, other]);
  });

  test('runs beside changes of other members, and loses none', async () => {
    const { api } = await registerOwner(product);
    const made = await importFile(api, longCsv(1_200));
    const targets = (await api.transactions.getAll({ query: { limit: 1_000 } })).items.slice(-20);
    const body = { description: 'Changed', quantity: 1, price: 1, date: '2026-01-01' };
    const [undone, ...changes] = await Promise.allSettled([
      undo(api, made.id),
      ...targets.map(({ id }) => api.transactions.update({ params: { id }, body })),
    ]);
    const changed = changes.filter(({ status }) => status === 'fulfilled').length;
    expect(undone).toMatchObject({
      value: { undone: { removed: 1_200 - changed, kept: changed } },
    });
    expect((await rowsOf(api)).map(({ description }) => description)).toEqual(
      Array.from({ length: changed }, () => 'Changed'),
    );
  });

  test('is in the audit log with its counts, like the import and each row (R-IMP-09)', async () => {
    const { api, user } = await registerOwner(product);
    const made = await importFile(api, two);
    await undo(api, made.id);
    const { items } = await api.audit.getAll();
    const own = items.filter(({ action }) => /^(import|transaction)\./.test(action));
    expect(own.map(({ action }) => action).toSorted()).toEqual([
      'import.created',
      'import.undone',
      'transaction.created',
      'transaction.created',
      'transaction.removed',
      'transaction.removed',
    ]);
    const of = (action: string) => own.find((entry) => entry.action === action);
    expect(of('import.created')?.after).toEqual({ file_name: 'orders.csv', rows: 2 });
    expect(of('import.undone')?.after).toEqual({ file_name: 'orders.csv', removed: 2, kept: 0 });
    expect(own.every(({ actor }) => actor?.id === user.id)).toBe(true);
  });
});

describe('Imports (R-IMP-01)', () => {
  const callsOf = ({ api }: Pick<TestMember, 'api'>, id: string) => [
    () => api.imports.getAll(),
    () => api.imports.preview({ body: { content: toContent(two) } }),
    () => importFile(api, two),
    () => api.imports.undo({ params: { id } }),
  ];

  test('are for members who may write, on plans with transactions', async () => {
    const organization = await createTestOrganization(product);
    const { id } = await importFile(organization.owner.api, two);
    const guest = await organization.add(Role.Guest);
    const starter = await registerOwner(product, { plan: 'Starter' });
    for (const call of callsOf(guest, id))
      await expect(call()).rejects.toMatchObject({ status: 403 });
    for (const call of callsOf(starter, id)) {
      await expect(call()).rejects.toEqual(code('access.tier'));
    }
    const member = await organization.add(Role.Member);
    for (const call of callsOf(member, id)) await expect(call()).resolves.toBeDefined();
  });

  test('of another organization do not exist', async () => {
    const [owner, stranger] = [await registerOwner(product), await registerOwner(product)];
    const { id } = await importFile(owner.api, two);
    await expect(stranger.api.imports.undo({ params: { id } })).rejects.toEqual(code('notFound'));
    expect((await stranger.api.imports.getAll()).items).toEqual([]);
    expect(await countOf(owner.api)).toBe(2);
  });

  test('are listed newest first, in pages (R-IMP-07)', async () => {
    const { api } = await registerOwner(product);
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await importFile(api, two)).id);
    const first = await api.imports.getAll({ query: { limit: 2 } });
    const rest = await api.imports.getAll({ query: { limit: 2, cursor: first.next ?? '' } });
    expect([...first.items, ...rest.items].map(({ id }) => id)).toEqual(ids.toReversed());
    expect(rest.next).toBeNull();
  });
});
