import { on } from 'node:events';
import { connect } from 'node:net';
import { afterAll, expect, test } from 'vitest';
import { createHttp } from '#server/platform/http/http.ts';

const app = createHttp({ logLevel: 'silent', trustedProxies: ['127.0.0.1'] });
app.get('/page', { config: { kind: 'page' } }, async () => 'a page');
app.get('/api/call', async () => ({}));
const origin = new URL(await app.listen({ host: '127.0.0.1', port: 0 }));
afterAll(() => app.close());

/** Opens connections, sends a request on each in one tick, and returns the responses as they come. */
const sendTogether = async (requests: { path: string; visitor: string }[]) => {
  const accepted = on(app.server, 'connection');
  const sockets = requests.map(() => connect(Number(origin.port), origin.hostname));
  // Node accepts one connection in each iteration of the event loop.
  for (const _ of sockets) await accepted.next();
  await accepted.return?.();
  const answered: { path: string; visitor: string; answer: string }[] = [];
  const responses = sockets.map(async (socket, n) => {
    const { path = '', visitor = '' } = requests[n] ?? {};
    const head = [`GET ${path} HTTP/1.1`, 'Host: a', `X-Forwarded-For: ${visitor}`];
    socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`);
    const answer = (await socket.setEncoding('utf8').toArray()).join('');
    answered.push({ path, visitor, answer });
  });
  await Promise.all(responses);
  return answered;
};

test('answers a call before hundreds of visitors who came earlier (R-SEC-15)', async () => {
  const visits = Array.from({ length: 500 }, (_, n) => ({
    path: '/page',
    visitor: `198.19.0.${n % 250}`,
  }));
  const answered = await sendTogether([...visits, { path: '/api/call', visitor: '198.19.1.1' }]);
  expect(answered).toHaveLength(501);
  expect(answered.filter(({ answer }) => !answer.startsWith('HTTP/1.1 200 '))).toEqual([]);
  expect(answered.findIndex(({ path }) => path === '/api/call')).toBeLessThan(250);
});

test('lets the pages of one network wait for one page of another', async () => {
  const visits = Array.from({ length: 200 }, () => ({ path: '/page', visitor: '198.19.0.1' }));
  const answered = await sendTogether([...visits, { path: '/page', visitor: '198.19.0.2' }]);
  expect(answered.findIndex(({ visitor }) => visitor === '198.19.0.2')).toBeLessThan(100);
});

test('refuses the visitor with too many waiting requests, and no other (R-SEC-15)', async () => {
  const visits = Array.from({ length: 500 }, () => ({ path: '/page', visitor: '198.19.0.1' }));
  const answered = await sendTogether([...visits, { path: '/page', visitor: '198.19.0.2' }]);
  const refusals = answered.filter(({ answer }) => answer.startsWith('HTTP/1.1 429 '));
  expect(refusals.length).toBeGreaterThan(0);
  expect(refusals.every(({ answer }) => /^retry-after: 1\r$/im.test(answer))).toBe(true);
  expect(refusals.map(({ visitor }) => visitor)).not.toContain('198.19.0.2');
});
