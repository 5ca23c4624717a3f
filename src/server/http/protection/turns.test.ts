import { afterAll, expect, test } from 'vitest';
import { createHttp } from '#server/http/http.ts';
import { serveInTurns } from './turns.ts';

const app = createHttp({ logLevel: 'silent' });
serveInTurns(app);
app.get('/page', { config: { kind: 'page' } }, async () => 'a page');
app.get('/api/call', async () => ({}));
afterAll(() => app.close());

test('answers a call before the pages of hundreds of earlier visitors (R-SEC-15)', async () => {
  const answered: string[] = [];
  const get = async (url: string, remoteAddress: string) => {
    const { statusCode } = await app.inject({ url, remoteAddress });
    expect(statusCode).toBe(200);
    answered.push(url);
  };
  const visitors = Array.from({ length: 500 }, (_, n) => get('/page', `198.19.0.${n % 250}`));
  await Promise.all([...visitors, get('/api/call', '198.19.1.1')]);
  expect(answered).toHaveLength(501);
  expect(answered.indexOf('/api/call')).toBeLessThan(250);
});

test('lets the pages of one network wait for one page of another', async () => {
  const answered: string[] = [];
  const visit = async (remoteAddress: string) => {
    await app.inject({ url: '/page', remoteAddress });
    answered.push(remoteAddress);
  };
  const many = Array.from({ length: 200 }, () => visit('198.19.0.1'));
  await Promise.all([...many, visit('198.19.0.2')]);
  expect(answered.indexOf('198.19.0.2')).toBeLessThan(100);
});
