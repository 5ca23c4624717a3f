import { describe, expect, test } from 'vitest';
import { maxPictures } from '#contract/transactions.ts';
import { dataUrl, drawPicture } from '#server/platform/files/test/pictures.ts';
import { sendRaw, listeningUrl, statusOf } from '#server/platform/http/test/socket.ts';
import { registerOwner, testApplication, type TestMember } from '#server/test/application.ts';
import { addPicturedRows } from './test/rows.ts';

const product = await testApplication({ INSTANCES: '1' });
const limited = await testApplication({ INSTANCES: '1', RATE_LIMITS: 'on' });
const transaction = { description: 'PETR4', quantity: 3, price: 2.55, date: '2026-03-01' };
const picture = dataUrl(await drawPicture('png'));
const medium = dataUrl(await drawPicture('png', { width: 2_000, height: 2_000 }));
const large = dataUrl(await drawPicture('png', { width: 4_000, height: 4_000 }));

const create = async ({ api }: TestMember, image: string | null) =>
  api.transactions.create({ body: { ...transaction, image } });

describe('Pictures of transactions (R-SEC-15)', () => {
  test('of one organization do not delay an avatar of another', async () => {
    const [busy, other] = [await registerOwner(product), await registerOwner(product)];
    const done: string[] = [];
    const pictures = Array.from({ length: 8 }, () =>
      create(busy, large).then(() => done.push('picture')),
    );
    await expect.poll(() => done.length, { timeout: 30_000, interval: 1 }).toBeGreaterThan(0);
    await other.api.users.updateAvatar({ body: { avatar: picture } });
    done.push('avatar');
    await Promise.all(pictures);
    expect(done.indexOf('avatar')).toBeLessThan(7);
  }, 60_000);

  test('wait in a bounded queue', async () => {
    const busy = await registerOwner(product);
    const attempts = Array.from({ length: 30 }, () =>
      create(busy, medium).catch((error: unknown) => error),
    );
    const refused = (await Promise.all(attempts)).filter((result) => result instanceof Error);
    expect(refused.length).toBeGreaterThan(0);
    for (const error of refused) expect(error).toMatchObject({ code: 'tooManyRequests' });
    await expect(create(busy, picture)).resolves.toBeTruthy();
  }, 60_000);

  test('have a quota, which a replaced picture does not use', async () => {
    const owner = await registerOwner(product);
    const { id } = await create(owner, picture);
    await addPicturedRows(product.open.owner, { tenant: owner.tenant, count: maxPictures - 1 });
    await expect(create(owner, picture)).rejects.toMatchObject({
      code: 'upload.quota',
      params: { max: maxPictures },
    });
    const body = { ...transaction, image: picture };
    const params = { id };
    await expect(owner.api.transactions.update({ params, body })).resolves.toBeTruthy();
    const bare = await create(owner, null);
    await expect(
      owner.api.transactions.update({ params: { id: bare.id }, body }),
    ).rejects.toMatchObject({ code: 'upload.quota' });
  });
});

describe('The rate limit of pictures (R-SEC-15)', () => {
  const useUp = (key: string, points: number) =>
    limited.open.owner.query(
      'insert into app.rate_limits (key, points, expire) values ($1, $2, $3)',
      [key, points, Date.now() + 3_600_000],
    );

  test('counts per person and per organization, and ignores calls without a picture', async () => {
    const [owner, other] = [await registerOwner(limited), await registerOwner(limited)];
    await useUp(`picture:account:${owner.user.id}`, 200);
    await useUp(`picture:tenant:${other.tenant}`, 600);
    for (const member of [owner, other]) {
      await expect(create(member, picture)).rejects.toMatchObject({ code: 'tooManyRequests' });
      await expect(create(member, null)).resolves.toBeTruthy();
    }
  });

  test('is checked before a large body is read', async () => {
    const owner = await registerOwner(limited);
    await useUp(`picture:account:${owner.user.id}`, 200);
    await useUp(`upload:account:${owner.user.id}`, 20);
    const at = await listeningUrl(limited);
    for (const path of ['Transaction/Create', 'User/UpdateAvatar']) {
      const head = [
        `POST /api/${path} HTTP/1.1`,
        `Host: ${at.host}`,
        `Authorization: Bearer ${owner.token}`,
        `X-Tenant-Key: ${owner.tenant}`,
        'Content-Type: application/json',
        'Content-Length: 10000000',
      ];
      const answer = await sendRaw(at, `${head.join('\r\n')}\r\n\r\n{`);
      expect(statusOf(answer)).toBe(429);
      expect(answer).toMatch(/^retry-after: \d+\r$/m);
    }
  });

  test('counts large bodies, whatever their outcome', async () => {
    const owner = await registerOwner(limited);
    const payload = JSON.stringify({ avatar: 'x'.repeat(70_000) });
    const headers = { ...owner.headers, 'content-type': 'application/json' };
    const statuses = [];
    // Twice the limit of a minute, in case that another begins.
    for (let count = 0; count < 130 && statuses.at(-1) !== 429; count += 1) {
      const call = { method: 'POST', url: '/api/User/UpdateAvatar', headers, payload } as const;
      statuses.push((await limited.app.inject(call)).statusCode);
    }
    expect(statuses[0]).toBe(400);
    expect(statuses).toContain(429);
  });
});
