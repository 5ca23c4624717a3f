import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, describe, expect, test } from 'vitest';
import { createHttp } from '#server/platform/http/http.ts';
import { testApplication } from '#server/test/application.ts';
import { closeOf, connectTo } from '#tools/kit/http.ts';
import { figure, repetitions } from '#tools/kit/seed.ts';
import { attackSlowly, slowConnections } from './test/slow-connections.ts';

/**
 * Checks that slow clients are disconnected without delaying others (R-SEC-15), with a hundredth of the
 * usual time limits. `npm run longrun -- slow` attacks the whole product, with its own limits and more
 * connections.
 */
const app = createHttp(
  { logLevel: 'silent' },
  { head: 300, body: 300, read: 600, keepAlive: 600, checkInterval: 50 },
);
app.get('/health/ready', async () => ({ status: 'ready' }));
app.post('/api/Authentication/Login', async () => ({}));
app.post('/api/late', { onRequest: async () => sleep(700) }, async () => ({}));
app.get('/api/working', async () => {
  await sleep(1_500);
  return { status: 'done' };
});
const much = Buffer.alloc(10_000_000, 'x');
app.get('/api/openapi.json', async (_request, reply) => reply.type('text/plain').send(much));
const origin = await app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

/** Returns the number of responses to this many pipelined requests in one packet. */
const askAtOnce = async (many: number) => {
  const socket = await connectTo(origin);
  const ask = 'GET /health/ready HTTP/1.1\r\nHost: a\r\n';
  socket.write(`${`${ask}\r\n`.repeat(many - 1)}${ask}Connection: close\r\n\r\n`);
  const heard: string[] = [];
  socket.setEncoding('utf8').on('data', (text: string) => heard.push(text));
  await closeOf(socket);
  return heard.join('').match(/HTTP\/1.1 200/g)?.length ?? 0;
};

test('answers an injected request even if its body is checked late', async () => {
  const answer = await app.inject({ method: 'POST', url: '/api/late', payload: { a: 1 } });
  expect(answer.statusCode).toBe(200);
});

test('keeps a connection while a response takes longer than the idle timeout', async () => {
  const answer = await fetch(new URL('/api/working', origin));
  expect([answer.status, await answer.json()]).toEqual([200, { status: 'done' }]);
});

test('closes a connection with too many pipelined requests', async () => {
  expect(await askAtOnce(10)).toBe(10);
  expect(await askAtOnce(1_000)).toBeLessThanOrEqual(10);
});

describe('An attack of slow clients', async () => {
  const isLong = repetitions(false, true);
  const attacked = isLong ? (await testApplication()).app : app;
  const attack = {
    origin: isLong ? await attacked.listen({ host: '127.0.0.1', port: 0 }) : origin,
    many: repetitions(60, 1_000),
    every: repetitions(40, 250),
    atMost: repetitions(20_000, 120_000),
    connections: promisify(attacked.server.getConnections.bind(attacked.server)),
  };

  test.each(Object.entries(slowConnections))('does not block others: %s', async (_, slow) => {
    const { open, statuses, slowest, took } = await attackSlowly(slow, attack);
    const served = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    figure(
      'slow',
      `${attack.many} ${slow.shows}: ${attack.many - open} ended within ` +
        `${(took / 1_000).toFixed(0)} s, others got ${served.join(', ')} in at most ` +
        `${slowest.toFixed(0)} ms`,
    );
    expect(open).toBe(0);
    expect(Object.keys(statuses)).toEqual(['200']);
  });
});

describe('A connection without a complete request', () => {
  const hearAll = async (first: string) => {
    const { hostname, port } = new URL(origin);
    const socket = connect(Number(port), hostname);
    if (first) socket.write(first);
    return (await socket.setEncoding('utf8').toArray()).join('');
  };

  test('is closed without a response if it sent nothing', async () => {
    expect(await hearAll('')).toBe('');
  });

  test('gets 408 if its head is incomplete, also after an earlier request', async () => {
    expect(await hearAll('GET / HTTP/1.1\r\nHost: a\r\n')).toMatch(/^HTTP\/1\.1 408 /);
    const whole = 'GET /health/ready HTTP/1.1\r\nHost: a\r\n\r\n';
    const answers = await hearAll(`${whole}GET / HTTP/1.1\r\n`);
    expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 408']);
  });
});
