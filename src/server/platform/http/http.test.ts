import { randomUUID } from 'node:crypto';
import { connect, type AddressInfo } from 'node:net';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';
import { sendRaw, listeningUrl, statusOf } from './test/socket.ts';

const product = await testApplication();
const owner = await registerOwner(product);
const { app } = product;
const json = { ...owner.headers, 'content-type': 'application/json' };

const problem = (status: number, code: string) => ({
  statusCode: status,
  contentType: 'application/problem+json; charset=utf-8',
  body: expect.objectContaining({ status, code: `errors.${code}`, title: expect.any(String) }),
});

const ask = async (request: InjectOptions | string) => {
  const answer = await app.inject(request);
  return {
    statusCode: answer.statusCode,
    contentType: answer.headers['content-type'],
    body: answer.json() as unknown,
  };
};

describe('Refusals are problem documents (R-API-02, R-API-06)', () => {
  test('an unknown call is 404', async () => {
    expect(await ask('/api/Nothing/Here')).toEqual(problem(404, 'notFound'));
  });

  test('a malformed id is 404 for a member, and 401 without a session', async () => {
    const url = '/api/Transaction/Get/1%27';
    expect(await ask({ url, headers: owner.headers })).toEqual(problem(404, 'notFound'));
    expect(await ask({ url })).toEqual(problem(401, 'unauthorized'));
  });

  test('a wrong method is 405 and names the right one', async () => {
    const request = { method: 'PUT', url: '/api/Authentication/Login' } as const;
    expect(await ask(request)).toEqual(problem(405, 'methodNotAllowed'));
    expect((await app.inject(request)).headers.allow).toBe('POST');
  });

  test.each(['text/plain', 'application/xml', 'application/x-www-form-urlencoded'])(
    'a body of type %s is 415',
    async (type) => {
      const headers = { ...owner.headers, 'content-type': type };
      const request = { method: 'POST', url: '/api/Transaction/Create', headers } as const;
      expect(await ask({ ...request, payload: 'a=1' })).toEqual(
        problem(415, 'unsupportedMediaType'),
      );
    },
  );

  test('a body too large is 413, broken JSON is 400', async () => {
    const request = { method: 'POST', url: '/api/Authentication/Login', headers: json } as const;
    const large = JSON.stringify({ email: 'x'.repeat(70_000) });
    expect(await ask({ ...request, payload: large })).toEqual(problem(413, 'tooLarge'));
    expect(await ask({ ...request, payload: '{' })).toEqual(problem(400, 'validation'));
    const polluting = '{"__proto__": {"admin": true}}';
    expect(await ask({ ...request, payload: polluting })).toEqual(problem(400, 'validation'));
  });

  test('the body is not read before the session is authenticated', async () => {
    const request = { method: 'POST', url: '/api/Transaction/Create', payload: '{' } as const;
    const headers = { 'content-type': 'application/json' };
    expect(await ask({ ...request, headers })).toEqual(problem(401, 'unauthorized'));
  });

  test.each([
    ['a NUL character', 'a\u0000b'],
    ['a lone surrogate', 'a\ud800b'],
  ])('text with %s is 400, not a failure of the database', async (_, description) => {
    const payload = { description, quantity: 1, price: 1, date: '2026-01-01' };
    const request = { method: 'POST', url: '/api/Transaction/Create', headers: json } as const;
    expect(await ask({ ...request, payload })).toMatchObject({
      statusCode: 400,
      body: { errors: { description: ['errors.field.invalid'] } },
    });
  });

  test('a malformed URL is 400, and the id of an upload is validated', async () => {
    expect(await ask('/api/User/Get/%zz')).toEqual(problem(400, 'validation'));
    const { headers } = await signInOperator(product);
    const upload = { method: 'POST', url: '/api/Resource/Upload/%00', headers } as const;
    expect(await ask(upload)).toEqual(problem(404, 'notFound'));
  });

  test('input that is not an HTTP request gets a 400, 413 or 404 problem document', async () => {
    await app.listen({ port: 0, host: '127.0.0.1' });
    const { port } = app.server.address() as AddressInfo;
    const tell = async (bytes: string) => {
      const socket = connect(port, '127.0.0.1').end(bytes);
      return (await socket.setEncoding('utf8').toArray()).join('');
    };
    expect(await tell('GET / HTTP/9.9\r\n\r\n')).toContain('errors.validation');
    const long = `GET / HTTP/1.1\r\nX-Long: ${'a'.repeat(20_000)}\r\n\r\n`;
    expect(await tell(long)).toMatch(/^HTTP\/1.1 413 .*"errors.tooLarge"/s);
    const ask = 'GET /api/Nothing HTTP/1.1\r\nHost: x\r\nConnection: close\r\nExpect: x\r\n\r\n';
    expect(await tell(ask)).toMatch(/^HTTP\/1.1 404 .*"errors.notFound"/s);
  });
});

describe('Calls (R-API-01)', () => {
  test('match their path case-insensitively and keep the case of parameters', async () => {
    const answer = await app.inject({ url: '/API/user/getcurrent', headers: owner.headers });
    expect(answer.json()).toMatchObject({ id: owner.user.id });
  });

  test('are sent with no-store and nosniff', async () => {
    const { headers } = await app.inject('/api/SubscriptionProduct/GetAll');
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  test('link to the next page of a list in a Link header', async () => {
    const payload = { description: 'a', quantity: 1, price: 1, date: '2026-01-01' };
    for (let i = 0; i < 3; i += 1) await owner.api.transactions.create({ body: payload });
    const answer = await app.inject({
      url: '/api/Transaction/GetAll?limit=2',
      headers: owner.headers,
    });
    expect(answer.headers.link).toMatch(
      /^<\/api\/Transaction\/GetAll\?limit=2&cursor=\S+>; rel="next"$/,
    );
    const next = String(answer.headers.link).slice(1).split('>')[0] ?? '';
    const rest = await app.inject({ url: next, headers: owner.headers });
    expect(rest.json()).toHaveLength(1);
    expect(rest.headers.link).toBeUndefined();
  });

  test('are all described in the OpenAPI document and on its page (R-API-04)', async () => {
    const document = (await app.inject('/api/openapi.json')).json() as {
      openapi: string;
      paths: Record<string, unknown>;
    };
    expect(document.openapi).toMatch(/^3\.1/);
    expect(Object.keys(document.paths)).toContain('/api/Transaction/Get/{id}');
    const page = await app.inject({ url: '/api/docs/', headers: { accept: 'text/html' } });
    expect(page.body).toContain('<title>');
  });

  test('about an organization answer 404 to the key of another one', async () => {
    const headers = { ...owner.headers, 'x-tenant-key': randomUUID() };
    expect(await ask({ url: '/api/Tenant/GetCurrent', headers })).toEqual(problem(404, 'notFound'));
  });
});

describe('A request line', () => {
  const get = async (target: string, lines: string[] = []) => {
    const at = await listeningUrl(product);
    const head = [`GET ${target} HTTP/1.1`, `Host: ${at.host}`, ...lines].join('\r\n');
    return sendRaw(at, `${head}\r\n\r\n`);
  };
  const path = '/api/SubscriptionProduct/GetAll';

  test('in absolute form is answered like one in origin form', async () => {
    const { origin } = await listeningUrl(product);
    for (const target of [path, `${origin}${path}`, `HTTP://user@other.example${path}`]) {
      const answer = await get(target);
      expect(statusOf(answer)).toBe(200);
      expect(answer).toMatch(/^cache-control: no-store\r$/m);
    }
    expect(statusOf(await get(`${origin}?x`))).toBe(404);
  });

  test('in absolute form overrides the Host header', async () => {
    expect(statusOf(await get('/sandbox/mail.json'))).toBe(200);
    expect(statusOf(await get('http://elsewhere.example/sandbox/mail.json'))).toBe(404);
  });

  test('with an upgrade to HTTP/2 is answered in HTTP/1.1', async () => {
    const upgrade = ['Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAA'];
    expect(statusOf(await get(path, upgrade))).toBe(200);
  });
});

test('health reports live, and ready while the database responds', async () => {
  expect((await app.inject('/health/live')).statusCode).toBe(200);
  expect((await app.inject('/health/ready')).statusCode).toBe(200);
});
