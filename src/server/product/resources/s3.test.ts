import { randomBytes } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { FileType } from '#contract/entities/resources.ts';
import { fileTasks } from '#server/platform/files/cleanup.ts';
import { checkStorage, storageProbe } from '#server/platform/files/storage.ts';
import { zipOf } from '#server/platform/files/test/archives.ts';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import { startS3 } from '#server/platform/files/test/s3.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';
import { toBlob, resourceDraft, createTestResource } from './test/resources.ts';

/** Repeats the file tests with an S3-compatible bucket (docs/operations.md, Files). */
const s3 = await startS3('pregao');
const product = await testApplication({
  S3_ENDPOINT: s3.endpoint,
  S3_BUCKET: 'pregao',
  S3_REGION: 'sa-east-1',
  S3_ACCESS_KEY_ID: 'a key of the tests',
  S3_SECRET_ACCESS_KEY: 'its secret',
  S3_PATH_STYLE: 'true',
});
const operator = await signInOperator(product);
const large = zipOf([{ name: 'robot.bin', data: randomBytes(2_000_000) }]);
const spoolOf = () => readdir(join(product.context.config.dataDir, 'spool'));

describe('With a bucket (R-RES-04)', () => {
  test('stores a resource in one request, and nothing on the local disk', async () => {
    await createTestResource(operator, { file: large });
    const [[name, { bytes }] = ['', { bytes: Buffer.alloc(0) }]] = [...s3.objects];
    expect(name).toMatch(/^[0-9a-f]{32}\.bin$/);
    expect(bytes.equals(large)).toBe(true);
    expect(s3.asked.filter((line) => line.startsWith('PUT'))).toHaveLength(1);
    expect(await spoolOf()).toEqual([]);
  });

  test('streams a download from the bucket, whole or the requested range', async () => {
    const { id } = await createTestResource(operator, { file: large });
    const take = (headers: Record<string, string> = {}) =>
      product.app.inject({
        method: 'POST',
        url: `/api/Resource/Download/${id}`,
        headers: { ...operator.headers, ...headers },
      });
    expect((await take()).rawPayload.equals(large)).toBe(true);
    const part = await take({ range: 'bytes=1000000-1000099' });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(large.subarray(1_000_000, 1_000_100))).toBe(true);
  });

  test('returns 404 for a file missing from the bucket (R-RES-05)', async () => {
    const { id } = await createTestResource(operator, { type: FileType.Txt, file: 'lost' });
    const [name = ''] = [...s3.objects].at(-1) ?? [];
    s3.objects.delete(name);
    const download = operator.api.resources.download({ params: { id } });
    await expect(download).rejects.toMatchObject({ code: 'notFound' });
  });

  test('replaces the file on upload, and deletes it with its resource', async () => {
    const before = [...s3.objects.keys()];
    const { id } = await createTestResource(operator, { type: FileType.Txt, file: 'one' });
    await operator.api.resources.upload({ params: { id }, file: { content: toBlob('two') } });
    const added = [...s3.objects].filter(([name]) => !before.includes(name));
    expect(added.map(([, { bytes }]) => String(bytes))).toEqual(['two']);
    await operator.api.resources.remove({ params: { id } });
    expect([...s3.objects.keys()]).toEqual(before);
  });

  test('refuses an upload and keeps the old file while the bucket doesn’t answer', async () => {
    const { id } = await createTestResource(operator, { type: FileType.Txt, file: 'one' });
    const { upload, download } = operator.api.resources;
    s3.faults.push(500, 500, 500);
    const attempt = upload({ params: { id }, file: { content: toBlob('two') } });
    await expect(attempt).rejects.toMatchObject({ code: 'unavailable' });
    s3.faults.length = 0;
    expect(await (await download({ params: { id } })).text()).toBe('one');
    expect(await spoolOf()).toEqual([]);
  });

  test('stores and serves pictures too', async () => {
    const { api } = await registerOwner(product);
    const { avatar } = await api.users.updateAvatar({
      body: { avatar: dataUrl(await drawPicture('png')) },
    });
    expect(s3.objects.has(avatar.replace('/files/', ''))).toBe(true);
    const answer = await product.app.inject({ url: avatar });
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'image/webp']);
    const missing = await product.app.inject({ url: `/files/${'0'.repeat(32)}.webp` });
    expect(missing.statusCode).toBe(404);
  });

  test('the nightly cleanup reads all pages of the bucket (R-REL-08)', async () => {
    const { id } = await createTestResource(operator, {
      ...resourceDraft,
      type: FileType.Txt,
      file: 'kept',
    });
    const yesterday = new Date(Date.now() - 25 * 3_600_000);
    const old = { bytes: Buffer.from('left'), at: yesterday };
    for (const digit of ['0', 'f']) s3.objects.set(`${digit.repeat(32)}.bin`, old);
    s3.objects.set(`${'e'.repeat(32)}.webp`, old);
    s3.objects.set('of-another-application.txt', old);
    for (const kept of s3.objects.values()) kept.at = yesterday;
    const { config, storage } = product.context;
    const tasks = fileTasks({ store: product.open.owner, storage, dataDir: config.dataDir });
    await tasks['files.sweep'](undefined, { attempt: 1, signal: new AbortController().signal });
    const left = [...s3.objects.values()].map(({ bytes }) => String(bytes));
    expect(left.filter((content) => content === 'left')).toHaveLength(1);
    expect(left).toContain('kept');
    const { download } = operator.api.resources;
    expect(await (await download({ params: { id } })).text()).toBe('kept');
  });
});

describe('When the bucket fails', () => {
  test('a picture answers 503 with Retry-After, and is served again afterwards', async () => {
    const member = await registerOwner(product);
    const body = { avatar: dataUrl(await drawPicture('png')) };
    const { avatar } = await member.api.users.updateAvatar({ body });
    s3.faults.push(...Array.from({ length: 12 }, () => 500));
    const { statusCode, headers } = await product.app.inject(avatar);
    expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
    s3.faults.length = 0;
    expect((await product.app.inject(avatar)).statusCode).toBe(200);
  });

  test('the storage probe reports it and recovers', async () => {
    let time = 0;
    const isUp = storageProbe(product.context.config, { now: () => time });
    expect(await isUp()).toBe(true);
    s3.faults.push(...Array.from({ length: 12 }, () => 503));
    time += 10_000;
    expect(await isUp()).toBe(false);
    s3.faults.length = 0;
    const { json } = await product.app.inject('/health/ready');
    expect(json()).toEqual({ status: 'ready', storage: 'up' });
  });

  test.each([
    ['a bucket that does not exist', { name: 'elsewhere' }, 'there is no such bucket'],
    ['rejected keys', {}, 'access denied'],
  ])('the start is refused with %s and names the setting', async (_case, over, reason) => {
    const { bucket } = product.context.config;
    if (!bucket) throw new Error('No bucket is configured');
    if (reason === 'access denied') s3.faults.push(403);
    await expect(checkStorage({ bucket: { ...bucket, ...over }, dataDir: '' })).rejects.toThrow(
      new RegExp(`^S3_BUCKET .*${reason}`),
    );
  });

  test('the start continues with a warning and the cause when the bucket is unreachable', async () => {
    const { bucket } = product.context.config;
    if (!bucket) throw new Error('No bucket is configured');
    const away = { ...bucket, endpoint: 'http://127.0.0.1:1' };
    expect(await checkStorage({ bucket: away, dataDir: '' })).toMatch(
      /S3_BUCKET.* unreachable.*: .*ECONNREFUSED/,
    );
  });
});
