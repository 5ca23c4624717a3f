import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import type { Failure } from '#contract/errors.ts';
import { registerOwner, testApplication } from '#server/test/application.ts';
import { fileTasks } from './cleanup.ts';
import { sharp } from './decoder.ts';
import { dataUrl, drawPicture, buildIcon, buildPlainBitmap } from './test/pictures.ts';

const product = await testApplication();
const owner = await registerOwner(product);
const code = (expected: string) => expect.objectContaining({ code: expected });
// The product decodes no WebP; these tests do.
const readsWebp = { operation: ['VipsForeignLoadWebpBuffer'] };
sharp.unblock(readsWebp);
afterAll(() => sharp.block(readsWebp));

const picture = dataUrl(await drawPicture('png'));
const get = (url: string, headers = {}) => product.app.inject({ url, headers });
const isThere = async (url: string) => (await get(url)).statusCode === 200;
const transaction = { description: 'PETR4', quantity: 3, price: 2.55, date: '2026-03-01' };
const newAvatar = async () =>
  (await owner.api.users.updateAvatar({ body: { avatar: picture } })).avatar;

describe('A stored picture (R-FORM-06)', () => {
  test('is at most 600 × 600, keeps its proportions and is never enlarged', async () => {
    const sizes = [];
    for (const [width, height] of [
      [1_500, 1_000],
      [30, 900],
      [40, 30],
    ] as const) {
      const avatar = dataUrl(await drawPicture('jpeg', { width, height }), 'image/jpeg');
      const answer = await owner.api.users.updateAvatar({ body: { avatar } });
      const stored = await sharp((await get(answer.avatar)).rawPayload).metadata();
      sizes.push([stored.width, stored.height]);
    }
    expect(sizes).toEqual([
      [600, 400],
      [20, 600],
      [40, 30],
    ]);
  });

  test('is rotated upright by its EXIF orientation', async () => {
    const lying = await sharp(await drawPicture('jpeg', { width: 64, height: 32 }))
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    const answer = await owner.api.users.updateAvatar({ body: { avatar: dataUrl(lying) } });
    const stored = await sharp((await get(answer.avatar)).rawPayload).metadata();
    expect([stored.width, stored.height, stored.orientation]).toEqual([32, 64, undefined]);
  });

  test('is cached by browsers forever and by no shared cache', async () => {
    const url = await newAvatar();
    const { headers } = await get(url);
    expect(headers['cache-control']).toBe('private, max-age=31536000, immutable');
    const again = await get(url, { 'if-none-match': String(headers.etag) });
    expect([again.statusCode, again.body]).toEqual([304, '']);
    expect((await product.app.inject({ method: 'HEAD', url })).statusCode).toBe(200);
  });

  test('has a new, unguessable name each time', async () => {
    const [one, other] = [await newAvatar(), await newAvatar()];
    expect(one).toMatch(/^\/files\/[0-9a-f]{32}\.webp$/);
    expect(other).not.toBe(one);
  });

  test.each([
    '/files/%2e%2e%2foperator-password',
    '/files/..%5coperator-password',
    '/files//etc/passwd',
    `/files/${'0'.repeat(32)}.webp`,
    `/files/${'0'.repeat(32)}.svg`,
    `/files/${'0'.repeat(32)}.png%00.svg`,
    `/files/${'0'.repeat(32)}.png/`,
  ])('returns 404 at %s', async (url) => {
    const answer = await get(url);
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([
      404,
      'application/problem+json; charset=utf-8',
    ]);
  });
});

describe('The picture of a transaction (R-TRX-01)', () => {
  test('is sent as a data URL and returned as a URL', async () => {
    const { transactions } = owner.api;
    const made = await transactions.create({ body: { ...transaction, image: picture } });
    expect(made.image).toMatch(/^\/files\//);
    expect(await isThere(made.image ?? '')).toBe(true);
  });

  test('is kept when its URL is sent back, and removed by null', async () => {
    const { transactions } = owner.api;
    const { id, image } = await transactions.create({ body: { ...transaction, image: picture } });
    const change = (given: string | null) =>
      transactions.update({ params: { id }, body: { ...transaction, image: given } });
    await expect(change(image)).resolves.toMatchObject({ image });
    await expect(change(null)).resolves.toMatchObject({ image: null });
    await expect(change(image)).rejects.toEqual(code('upload.type'));
    expect((await change(picture)).image).not.toBe(image);
  });

  test('is removed by an empty string, which older clients send', async () => {
    const { transactions } = owner.api;
    const body = { ...transaction, image: '' };
    const { id, image } = await transactions.create({ body });
    expect(image).toBeNull();
    await transactions.update({ params: { id }, body: { ...transaction, image: picture } });
    await expect(transactions.update({ params: { id }, body })).resolves.toMatchObject({
      image: null,
    });
  });

  test('is refused when it belongs to another organization or is not a picture', async () => {
    const stranger = await registerOwner(product);
    const theirs = await stranger.api.transactions.create({
      body: { ...transaction, image: picture },
    });
    const attempts = [theirs.image, dataUrl('<svg/>', 'image/svg+xml')];
    for (const image of attempts) {
      await expect(
        owner.api.transactions.create({ body: { ...transaction, image } }),
      ).rejects.toEqual(code('upload.type'));
    }
    const refusal = await owner.api.transactions
      .create({ body: { ...transaction, image: 'https://example.com/a.png' } })
      .catch((error: Failure) => error);
    expect(refusal).toMatchObject({ code: 'validation', fields: { image: ['upload.type'] } });
  });
});

test('an empty string, which older clients send, removes an avatar or a logo', async () => {
  await newAvatar();
  await expect(owner.api.users.updateAvatar({ body: { avatar: '' } })).resolves.toMatchObject({
    avatar: '',
  });
  const params = { id: owner.tenant };
  await owner.api.tenants.updateImage({ params, body: { type: 'logo', logo: picture } });
  await expect(
    owner.api.tenants.updateImage({ params, body: { type: 'logo', logo: '' } }),
  ).resolves.toMatchObject({ logo: '' });
});

describe('The pictures of an organization (R-ORG-05)', () => {
  const change = (body: object) =>
    owner.api.tenants.updateImage({ params: { id: owner.tenant }, body });

  test('change one by one, and null removes one', async () => {
    const icons = dataUrl(buildIcon([{ data: buildPlainBitmap(32) }]), 'image/x-icon');
    const first = await change({ type: 'icon', icon: icons });
    const second = await change({ imageType: 'logoDarkmode', logoDarkmode: picture });
    expect(second).toMatchObject({ icon: first.icon, logo: '' });
    const { info } = await sharp((await get(second.icon)).rawPayload)
      .raw()
      .toBuffer({ resolveWithObject: true });
    expect(info).toMatchObject({ width: 32, height: 32 });
    expect((await get(second.logoDarkmode)).headers['content-type']).toBe('image/png');
    await expect(change({ type: 'icon', icon: null })).resolves.toMatchObject({
      icon: '',
      logoDarkmode: second.logoDarkmode,
    });
  });

  test('require their type and the picture', async () => {
    const refusals = [];
    for (const body of [{ icon: picture }, { type: 'logo', icon: picture }, { type: 'cover' }]) {
      refusals.push(await change(body).catch(({ fields }: Failure) => Object.keys(fields)));
    }
    expect(refusals).toEqual([['type'], ['logo'], ['type']]);
    await expect(change({ type: 'logo', logo: 'logo.png' })).rejects.toEqual(code('upload.type'));
  });
});

describe('Requests that carry pictures (R-SEC-09)', () => {
  const post = (url: string, body: object) =>
    product.app.inject({ method: 'POST', url, headers: owner.headers, payload: body });
  const megabytes = (count: number) => 'A'.repeat(Math.ceil((count * 1024 * 1024 * 4) / 3));

  test('accept large bodies, others do not; without a session nothing is read', async () => {
    const avatar = `data:image/png;base64,${megabytes(11)}`;
    const tooMuch = await post('/api/User/UpdateAvatar', { avatar });
    expect(tooMuch.json()).toMatchObject({ status: 400, code: 'errors.upload.size' });
    const far = await post('/api/User/UpdateAvatar', { avatar: avatar + megabytes(2) });
    expect(far.json()).toMatchObject({ status: 413, code: 'errors.tooLarge' });
    const other = await post('/api/Authentication/Login', { email: megabytes(1) });
    expect(other.statusCode).toBe(413);
    const anonymous = await product.app.inject({
      method: 'POST',
      url: '/api/User/UpdateAvatar',
      payload: { avatar },
    });
    expect(anonymous.statusCode).toBe(401);
  });
});

describe('The nightly cleanup (R-REL-08)', () => {
  const { storage, config } = product.context;
  const tasks = fileTasks({ store: product.open.owner, storage, dataDir: config.dataDir });
  const sweep = () =>
    tasks['files.sweep'](undefined, { attempt: 1, signal: new AbortController().signal });
  const age = (url: string, hours: number) => {
    const then = Date.now() / 1_000 - hours * 3_600;
    return utimes(join(config.dataDir, url), then, then);
  };

  test('deletes files that no row has named for a day, and nothing else', async () => {
    const [old, young] = [await newAvatar(), await newAvatar()];
    const { image: receipt } = await owner.api.transactions.create({
      body: { ...transaction, image: picture },
    });
    const { logo } = await owner.api.tenants.updateImage({
      params: { id: owner.tenant },
      body: { type: 'logo', logo: picture },
    });
    const current = await newAvatar();
    const named = [receipt ?? '', logo, current];
    for (const url of [old, ...named]) await age(url, 25);
    await age(young, 23);
    await sweep();
    expect(await Promise.all([old, young, ...named].map(isThere))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
  });
});
