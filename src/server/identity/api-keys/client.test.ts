import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { apiScopes } from '#contract/api-keys/scopes.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { listeningUrl } from '#server/platform/http/test/socket.ts';
import { root } from '#server/platform/root.ts';
import { testApplication } from '#server/test/application.ts';
import { run } from '#tools/run.ts';

/** The generated client against the product, over HTTP, with an API key (R-API-07). */
const product = await testApplication();
const { origin } = await listeningUrl(product);

// In the root, whose packages the client imports.
mkdirSync(join(root, '.tmp'), { recursive: true });
const folder = mkdtempSync(join(root, '.tmp/client-'));
afterAll(() => rmSync(folder, { recursive: true }));
const generated = await run('tools/api/main.ts', [join(folder, 'calls.ts')]);
if (!generated.ok) throw new Error(generated.output);
const client = await import(/* @vite-ignore */ join(folder, 'calls.ts'));
client.defaults.baseUrl = origin;

const createKey = async (scopes: readonly (typeof apiScopes)[number][] = apiScopes) => {
  const { owner } = await createTestOrganization(product);
  const body = { name: 'Client', role: Role.Admin, scopes: [...scopes], days: 90 as const };
  return (await owner.api.apiKeys.create({ body })).key;
};

const connect = async (scopes?: readonly (typeof apiScopes)[number][]) => ({
  headers: { Authorization: `Bearer ${await createKey(scopes)}` },
});

const transaction = { description: 'PETR4', quantity: 100, price: 38.5, date: '2026-11-26' };

describe('The TypeScript client (R-API-07)', () => {
  test('creates, lists, changes, exports and deletes transactions', async () => {
    const key = await connect();
    expect(await client.transactionsGetAll({}, key)).toMatchObject({ status: 204 });
    const once = { idempotencyKey: 'one-transaction-of-the-client' };
    const created = await client.transactionsCreate(transaction, once, key);
    expect(created).toMatchObject({ status: 200, data: { ...transaction, amount: 3_850 } });
    const { id } = created.data;
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
    let cursor: string | null | undefined;
    do {
      const page = await client.transactionsGetAll({ limit: 2, ...(cursor && { cursor }) }, key);
      expect(page).toMatchObject({ status: 200 });
      for (const { id } of page.data) ids.add(id);
      const next = /<([^>]+)>; rel="next"/.exec(page.headers.get('link') ?? '')?.[1];
      cursor = next && new URL(next, 'http://any').searchParams.get('cursor');
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
    const wrong = { headers: { Authorization: 'Bearer prg_no' } };
    expect(await client.transactionsGetAll({}, wrong)).toMatchObject({ status: 401 });
  });

  test('compiles with the program of docs/api.md, which runs as it is copied', async () => {
    const guide = readFileSync(join(root, 'docs/api.md'), 'utf8');
    const [, code = ''] = /```ts\n([^]*?)```/.exec(guide) ?? [];
    const program = code.replace('http://localhost:3000', origin);
    const file = join(folder, 'program.ts');
    writeFileSync(file, `${program}console.log(JSON.stringify(created.data));`);
    const settings = { extends: '../../tsconfig.base.json', compilerOptions: { types: ['node'] } };
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiled = await run('tsc', ['--project', folder, '--incremental', 'false']);
    expect(compiled).toEqual({ ok: true, output: '' });
    const env = { ...process.env, PREGAO_KEY: await createKey() };
    const { stdout } = await promisify(execFile)(process.execPath, [file], { env });
    expect(JSON.parse(stdout)).toMatchObject({ description: 'PETR4', quantity: 100, price: 38.5 });
  });
});
