import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Role } from '#contract/access.ts';
import { FileType } from '#contract/entities/resources.ts';
import { createTestUser } from '#server/identity/members/test/organizations.ts';
import { fileTasks } from '#server/platform/files/cleanup.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';
import { testArchive, toBlob, resourceDraft, createTestResource } from './test/resources.ts';

const product = await testApplication();
const operator = await signInOperator(product);
const code = (expected: string) => expect.objectContaining({ code: expected });
const starter = await registerOwner(product, { plan: 'Starter' });
const pro = await registerOwner(product, { plan: 'Pro' });
const unlimited = await registerOwner(product, { plan: 'Unlimited' });
const stored = () =>
  readdir(join(product.context.config.dataDir, 'files')).catch((): string[] => []);
const textOf = async (blob: Promise<Blob>) => Buffer.from(await (await blob).arrayBuffer());

/** Adds a new person to the organization on Pro. */
const joinPro = async (role: Role) => {
  const { id, headers } = await createTestUser(product);
  await product.open.owner.query(
    `insert into memberships (tenant_id, user_id, role, status, joined) values ($1, $2, $3, 2, 1)`,
    [pro.tenant, id, role],
  );
  return product.callerOf({ ...headers, 'x-tenant-key': pro.tenant });
};

describe('A resource (R-RES-01)', () => {
  const { resources } = operator.api;

  test('is created, changed and deleted by the operator (R-OPR-05)', async () => {
    const made = await resources.create({
      body: { ...resourceDraft, tiers: [3, 2, 3], roles: [1, 0] },
    });
    expect(made).toMatchObject({ title: 'Robot', tiers: [2, 3], roles: [0, 1], hasFile: false });
    const params = { id: made.id };
    const changed = await resources.update({ params, body: { ...resourceDraft, title: 'Robô' } });
    expect(changed).toMatchObject({ id: made.id, title: 'Robô', tiers: [], roles: [] });
    await resources.remove({ params });
    expect((await resources.getAll()).map(({ id }) => id)).not.toContain(made.id);
    await expect(resources.remove({ params })).rejects.toEqual(code('notFound'));
    await expect(resources.update({ params, body: resourceDraft })).rejects.toEqual(
      code('notFound'),
    );
  });

  test('needs a title and a file type; the description is optional', async () => {
    const { title: _, ...untitled } = resourceDraft;
    for (const body of [
      { ...resourceDraft, title: ' ' },
      { ...resourceDraft, type: 5 },
      untitled,
    ]) {
      const attempt = resources.create({ body: body as typeof resourceDraft });
      await expect(attempt).rejects.toEqual(code('validation'));
    }
  });

  test('has one file: an upload replaces it, and deleting the resource deletes it', async () => {
    const before = await stored();
    const { id } = await createTestResource(operator);
    const second = Buffer.from(testArchive);
    await resources.upload({ params: { id }, file: { content: toBlob(second) } });
    expect(await stored()).toHaveLength(before.length + 1);
    await resources.remove({ params: { id } });
    expect(await stored()).toEqual(before);
  });

  test('keeps its file when another is refused, and loses it when its type changes', async () => {
    const before = await stored();
    const { id } = await createTestResource(operator, { type: FileType.Txt, file: 'one' });
    const attempt = resources.upload({ params: { id }, file: { content: toBlob('a\0') } });
    await expect(attempt).rejects.toEqual(code('upload.invalidFile'));
    expect(await textOf(resources.download({ params: { id } }))).toEqual(Buffer.from('one'));
    const body = { ...resourceDraft, title: 'Other', type: FileType.Txt };
    await expect(resources.update({ params: { id }, body })).resolves.toMatchObject({
      hasFile: true,
    });
    await expect(resources.update({ params: { id }, body: resourceDraft })).resolves.toMatchObject({
      hasFile: false,
    });
    expect(await stored()).toEqual(before);
    await expect(resources.download({ params: { id } })).rejects.toEqual(code('notFound'));
  });
});

describe('The resources of a member (R-RES-02, R-RES-03)', () => {
  const mine = async (api: typeof pro.api, id: string) =>
    (await api.resources.getMine()).find((resource) => resource.id === id);

  test('show what is missing, and which product has the required tier', async () => {
    const { id } = await createTestResource(operator, { tiers: [2, 3], roles: [0, 1, 2] });
    await expect(mine(starter.api, id)).resolves.toMatchObject({
      needsUpgrade: true,
      needsPermission: false,
      minimumTierProduct: { title: 'Pro', tier: 2 },
    });
    const allowed = { needsUpgrade: false, needsPermission: false, minimumTierProduct: null };
    await expect(mine(pro.api, id)).resolves.toMatchObject(allowed);
    await expect(mine(unlimited.api, id)).resolves.toMatchObject(allowed);
  });

  test('name no product when none on offer has the required tier', async () => {
    const { id } = await createTestResource(operator, { tiers: [99] });
    await expect(mine(pro.api, id)).resolves.toMatchObject({
      needsUpgrade: true,
      minimumTierProduct: null,
    });
  });

  test('are downloaded only with the required tier and role', async () => {
    const { id } = await createTestResource(operator, { tiers: [2], roles: [1, 2] });
    const [member, guest] = [await joinPro(Role.Member), await joinPro(Role.Guest)];
    const take = (api: typeof pro.api) => api.resources.download({ params: { id } });
    expect(await textOf(take(member))).toEqual(testArchive);
    await expect(take(guest)).rejects.toEqual(code('resources.needsPermission'));
    await expect(take(starter.api)).rejects.toEqual(code('resources.needsUpgrade'));
    expect(await textOf(take(operator.api))).toEqual(testArchive);
  });

  test('are open to a higher tier and a more powerful role than required', async () => {
    const { id } = await createTestResource(operator, { tiers: [2], roles: [2] });
    for (const api of [pro.api, unlimited.api]) {
      await expect(mine(api, id)).resolves.toMatchObject({
        needsUpgrade: false,
        needsPermission: false,
        minimumTierProduct: null,
      });
      expect(await textOf(api.resources.download({ params: { id } }))).toEqual(testArchive);
    }
  });

  test('are open to all when no tier and no role is named', async () => {
    const { id } = await createTestResource(operator);
    for (const { api } of [starter, pro, unlimited]) {
      expect(await textOf(api.resources.download({ params: { id } }))).toEqual(testArchive);
    }
  });

  test('answer 404 when the stored file is missing (R-RES-05)', async () => {
    const before = await stored();
    const { id } = await createTestResource(operator);
    const [lost = ''] = (await stored()).filter((name) => !before.includes(name));
    await rm(join(product.context.config.dataDir, 'files', lost));
    const answer = await product.app.inject({
      method: 'POST',
      url: `/api/Resource/Download/${id}`,
      headers: operator.headers,
    });
    expect(answer.json()).toMatchObject({ status: 404, code: 'errors.notFound' });
    expect(answer.headers['content-disposition']).toBeUndefined();
  });

  test('can be downloaded while the organization is read-only', async () => {
    const late = await registerOwner(product, { plan: 'Pro' });
    const { id } = await createTestResource(operator);
    await product.open.owner.query(
      `update tenant_products set status = 'past_due', grace_ends = now() - interval '1 day'
       where tenant_id = $1`,
      [late.tenant],
    );
    expect(await textOf(late.api.resources.download({ params: { id } }))).toEqual(testArchive);
  });

  test('record each download in the member’s audit log', async () => {
    const { id } = await createTestResource(operator, { title: 'Traced' });
    await pro.api.resources.download({ params: { id } });
    const { items } = await pro.api.audit.getAll({ query: { action: 'resource.downloaded' } });
    expect(items[0]).toMatchObject({
      actor: { id: pro.user.id },
      targetId: id,
      after: { title: 'Traced' },
    });
  });
});

describe('An upload (R-RES-04)', () => {
  const post = (id: string, headers: object, payload: Buffer | string) =>
    product.app.inject({
      method: 'POST',
      url: `/api/Resource/Upload/${id}`,
      headers: { ...operator.headers, ...headers },
      payload,
    });
  const boundary = 'xyz';
  const multipart = { 'content-type': `multipart/form-data; boundary=${boundary}` };
  const part = (name: string, content: string, filename?: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"` +
    `${filename === undefined ? '' : `; filename="${filename}"`}\r\n\r\n${content}\r\n`;
  const text = async () =>
    (await operator.api.resources.create({ body: { ...resourceDraft, type: FileType.Txt } })).id;

  test('is multipart with a field called file', async () => {
    const id = await text();
    const end = `--${boundary}--\r\n`;
    const status = async (payload: string, headers = multipart) =>
      (await post(id, headers, payload)).statusCode;
    expect(await status(part('file', 'notes', '../../etc/passwd') + end)).toBe(200);
    expect(await status(part('other', 'notes', 'a.txt') + end)).toBe(400);
    expect(await status(part('file', 'notes') + end)).toBe(400);
    expect(await status(end)).toBe(400);
    expect(await status('')).toBe(400);
    expect(await status('{}', { 'content-type': 'application/json' })).toBe(415);
    expect(await status('notes', { 'content-type': 'text/plain' })).toBe(415);
  });

  test('that is interrupted keeps the previous file and nothing else', async () => {
    const { id } = await createTestResource(operator, { type: FileType.Txt, file: 'whole' });
    const before = await stored();
    const answer = await post(id, multipart, part('file', 'half', 'a.txt').slice(0, -4));
    expect(answer.json()).toMatchObject({ status: 400, code: 'errors.validation' });
    expect(await stored()).toEqual(before);
    const { download } = operator.api.resources;
    expect(String(await textOf(download({ params: { id } })))).toBe('whole');
  });

  test('is accepted at its own path only', async () => {
    const answer = await product.app.inject({
      method: 'POST',
      url: '/api/Resource/Create',
      headers: { ...operator.headers, ...multipart },
      payload: part('file', 'notes', 'a.txt'),
    });
    expect(answer.statusCode).toBe(415);
  });

  test('for an unknown resource is not kept', async () => {
    const before = await stored();
    const params = { id: '0190f0f0-0000-7000-8000-000000000000' };
    const attempt = operator.api.resources.upload({ params, file: { content: toBlob('a') } });
    await expect(attempt).rejects.toEqual(code('notFound'));
    expect(await stored()).toEqual(before);
  });
});

test('The nightly cleanup deletes unreferenced files and broken uploads after a day (R-REL-08)', async () => {
  const { dataDir } = product.context.config;
  const age = (path: string, hours: number) => {
    const then = Date.now() / 1_000 - hours * 3_600;
    return utimes(path, then, then);
  };
  const path = (folder: string, digit: string, end = '') =>
    join(dataDir, folder, `${digit.repeat(32)}${end}`);
  const old = [path('files', 'a', '.bin'), path('spool', 'a')];
  const young = [path('files', 'b', '.bin'), path('spool', 'b')];
  const named = (await stored()).map((name) => join(dataDir, 'files', name));
  for (const file of [...old, ...young]) await writeFile(file, 'left');
  for (const file of [...old, ...named]) await age(file, 25);
  const tasks = fileTasks({ store: product.open.owner, storage: product.context.storage, dataDir });
  await tasks['files.sweep'](undefined, { attempt: 1, signal: new AbortController().signal });
  const left = [
    ...(await stored()).map((name) => join(dataDir, 'files', name)),
    ...(await readdir(join(dataDir, 'spool'))).map((name) => join(dataDir, 'spool', name)),
  ];
  expect(left.toSorted()).toEqual([...named, ...young].toSorted());
});
