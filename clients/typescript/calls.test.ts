import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { apiScopes } from '#contract/api-keys/scopes.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { listeningUrl } from '#server/platform/http/test/socket.ts';
import { testApplication } from '#server/test/application.ts';
import * as client from './calls.ts';

/** The generated client against the product, over HTTP, with an API key (R-API-07). */
const product = await testApplication();
client.defaults.baseUrl = String(await listeningUrl(product)).replace(/\/$/, '');

const connect = async (scopes: readonly (typeof apiScopes)[number][] = apiScopes) => {
  const { owner } = await createTestOrganization(product);
  const body = { name: 'Client', role: Role.Admin, scopes: [...scopes], days: 90 as const };
  const { key } = await owner.api.apiKeys.create({ body });
  return { headers: { Authorization: `Bearer ${key}` } };
};

const transaction = { description: 'PETR4', quantity: 100, price: 38.5, date: '2026-11-26' };

describe('The TypeScript client (R-API-07)', () => {
  test('creates, lists, changes, exports and deletes transactions', async () => {
    const key = await connect();
    expect(await client.transactionsGetAll({}, key)).toMatchObject({ status: 204 });
    const once = { idempotencyKey: 'one-transaction-of-the-client' };
    const created = await client.transactionsCreate(transaction, once, key);
    if (created.status !== 200) throw new Error(`answered with ${created.status}`);
    const { id } = created.data;
    expect(created.data).toMatchObject({ ...transaction, amount: 3_850 });
    expect(await client.transactionsCreate(transaction, once, key)).toMatchObject({ data: { id } });

    const updated = await client.transactionsUpdate(id, { ...transaction, quantity: 50 }, {}, key);
    expect(updated).toMatchObject({ status: 200, data: { amount: 1_925 } });
    const listed = await client.transactionsGetAll({ sort: 'date', descending: 'true' }, key);
    expect(listed).toMatchObject({ status: 200, data: [{ id, quantity: 50 }] });
    const exported = await client.transactionsExportCsv({}, key);
    expect(JSON.stringify(exported.data)).toContain('PETR4');
    expect(await client.transactionsRemove(id, {}, key)).toMatchObject({ status: 204 });
    expect(await client.transactionsGet(id, key)).toMatchObject({ status: 404 });
  });

  test('follows the pages of a list by their links', async () => {
    const key = await connect();
    for (let n = 0; n < 3; n += 1) await client.transactionsCreate(transaction, {}, key);
    const ids = new Set<string>();
    let cursor: string | undefined;
    do {
      const page = await client.transactionsGetAll({ limit: 2, ...(cursor && { cursor }) }, key);
      if (page.status !== 200) throw new Error(`answered with ${page.status}`);
      for (const { id } of page.data) ids.add(id);
      const link = page.headers.get('link') ?? '';
      const next = /<([^>]+)>; rel="next"/.exec(link)?.[1];
      cursor = next
        ? (new URL(next, 'http://any').searchParams.get('cursor') ?? undefined)
        : undefined;
    } while (cursor);
    expect(ids.size).toBe(3);
  });

  test('answers refusals with their codes', async () => {
    const key = await connect(['transactions:read']);
    const refused = await client.transactionsCreate(transaction, {}, key);
    expect(refused).toMatchObject({
      status: 403,
      data: { code: expect.stringContaining('errors.') },
    });
    const wrong = await client.transactionsGetAll(
      {},
      { headers: { Authorization: 'Bearer prg_no' } },
    );
    expect(wrong).toMatchObject({ status: 401 });
  });
});
