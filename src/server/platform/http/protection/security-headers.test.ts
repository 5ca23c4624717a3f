import { execFile } from 'node:child_process';
import { request as requestOverHttp } from 'node:http';
import type { AddressInfo } from 'node:net';
import { promisify } from 'node:util';
import type { InjectOptions } from 'fastify';
import { describe, expect, test } from 'vitest';
import { drawPicture } from '#server/platform/files/test/pictures.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { registerPages } from '#server/platform/http/pages/pages.ts';
import { createTestResource } from '#server/product/resources/test/resources.ts';
import { registerOwner, signInOperator, testApplication } from '#server/test/application.ts';

/** Checks the security headers of every kind of reply (R-SEC-10). */
const product = await testApplication();
const { app } = product;
await promisify(execFile)(process.execPath, ['tools/build.ts']);
await registerPages(app, {
  dev: false,
  site: product.context.config.site,
  origin: product.context.origin,
  apiFor: () => product.anyone,
});
await app.listen({ port: 0 });
const owner = await registerOwner(product, { plan: 'Unlimited' });
const operator = await signInOperator(product);
const { id: resource } = await createTestResource(operator);
const avatar = `data:image/png;base64,${(await drawPicture('png')).toString('base64')}`;
const { avatar: picture } = await owner.api.users.updateAvatar({ body: { avatar } });
const { invoices } = await owner.api.subscriptions.getCurrent();
const portal = new URL((await owner.api.subscriptions.createPortalSession()).url).pathname;
const json = { 'content-type': 'application/json' };

type Kind = [kind: string, status: number, asked: InjectOptions | string];

/** Replies that must not be cached: calls, and pages whose URL contains a secret. */
const notKept: Kind[] = [
  ['a public API call', 200, '/api/SubscriptionProduct/GetAll'],
  ['an API call of a member', 200, { url: '/api/User/GetCurrent', headers: owner.headers }],
  [
    'an empty response',
    204,
    { method: 'GET', url: '/api/Transaction/GetAll', headers: owner.headers },
  ],
  ['an unauthenticated API call', 401, '/api/User/GetCurrent'],
  ['an unknown API path', 404, '/api/Nothing'],
  ['a wrong method', 405, { method: 'PUT', url: '/api/Authentication/Login' }],
  [
    'a body of an unsupported type',
    415,
    { method: 'POST', url: '/api/Authentication/Login', payload: 'a' },
  ],
  [
    'broken JSON',
    400,
    { method: 'POST', url: '/api/Authentication/Login', headers: json, payload: '{' },
  ],
  [
    'a download',
    200,
    { method: 'POST', url: `/api/Resource/Download/${resource}`, headers: owner.headers },
  ],
  ['a generated file', 200, { url: '/api/Audit/Export', headers: owner.headers }],
  ['the API reference', 200, '/api/docs/'],
  ['the OpenAPI document', 200, '/api/openapi.json'],
  ['the hub without a session', 401, { method: 'POST', url: '/hub/negotiate' }],
  ['the messages of the local mailbox', 200, '/sandbox/mail.json'],
  ['a health probe', 200, '/health/live'],
  ['a verification link', 200, '/account/verify?e=a@b.co&t=secret'],
  ['a password reset link', 200, '/account/reset?e=a@b.co&t=secret'],
  ['an invitation', 200, '/invitation?i=secret'],
  ['a join link', 200, '/invite/secret'],
  ['a pay link', 200, '/pay?token=secret'],
  ['the billing portal', 200, portal],
];

const kept: Kind[] = [
  ['a page without React', 200, '/product'],
  ['an account page', 200, '/account/login'],
  ['a page of the app', 200, '/app/dashboard'],
  ['a page of the operator', 200, '/admin/dashboard'],
  ['a page of the sandbox', 200, '/sandbox/mail'],
  ['a missing page', 404, '/blog/no-such-post'],
  ['a redirect', 302, '/nothing'],
  ['a language link', 302, '/lang/es-MX'],
  ['the RSS feed', 200, '/feed.xml'],
  ['robots.txt', 200, '/robots.txt'],
  ['an asset of the build', 200, '/favicon.svg'],
  ['a picture', 200, picture],
  ['a policy report', 204, { method: 'POST', url: '/csp-report', headers: json, payload: '{}' }],
  ['a POST to a page', 404, { method: 'POST', url: '/account/login', payload: {} }],
];

const request = async (asked: InjectOptions | string) => {
  const { statusCode, headers } = await app.inject(asked);
  return { status: statusCode, headers };
};
const replies = new Map<InjectOptions | string, ReturnType<typeof request>>();
/** Returns the status and headers of a reply, which is requested once for all tests. */
const ask = (asked: InjectOptions | string) => {
  const reply = replies.get(asked) ?? request(asked);
  replies.set(asked, reply);
  return reply;
};

describe.each([...notKept, ...kept])('%s', (_, status, asked) => {
  test("has its type, can't be framed or read by other sites, and names no software", async () => {
    const { status: answered, headers } = await ask(asked);
    expect(answered).toBe(status);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': expect.stringMatching(/^same-origin(-allow-popups)?$/),
      'referrer-policy': expect.stringMatching(/^(no-referrer|strict-origin-when-cross-origin)$/),
      'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
    });
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).toMatch(/frame-ancestors 'none'|sandbox/);
    expect(headers).not.toHaveProperty('server');
    expect(headers).not.toHaveProperty('x-powered-by');
    expect(headers['content-type'] ?? '').toMatch(
      /^$|^(text\/|application\/[\w.+-]*(json|xml)).*; charset=utf-8$|^(image|application)\/[\w.+-]+$/i,
    );
  });

  test("has no Strict-Transport-Security where visitors don't use https", async () => {
    expect((await ask(asked)).headers).not.toHaveProperty('strict-transport-security');
  });
});

test.each(notKept)('%s is not cached and sends no referrer', async (_, __, asked) => {
  const { headers } = await ask(asked);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
  });
});

test.each(kept)(
  '%s is cached by the browser only, unless it is the same for all visitors',
  async (_, __, asked) => {
    const caching = (await ask(asked)).headers['cache-control'] ?? '';
    expect(caching).toMatch(/^(private, |public, max-age=3600$|$)/);
  },
);

test('sends an invoice and does not cache it', async () => {
  const { pathname, search } = new URL(invoices[0]?.invoicePdf ?? '');
  const { status, headers } = await ask(`${pathname}${search}`);
  expect(status).toBe(200);
  expect(headers).toMatchObject({
    'content-type': 'application/pdf',
    'cache-control': 'private, no-store',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});

test('answers a refused socket with its status only', async () => {
  const { port } = app.server.address() as AddressInfo;
  const refused = (headers: Record<string, string>) =>
    new Promise<{ status: number | undefined; names: string[] }>((done, fail) => {
      const upgrade = {
        connection: 'Upgrade',
        upgrade: 'websocket',
        'sec-websocket-version': '13',
      };
      requestOverHttp({ port, path: '/hub', headers: { ...upgrade, ...headers } }, (answer) => {
        answer.resume();
        done({ status: answer.statusCode, names: Object.keys(answer.headers).toSorted() });
      })
        .on('error', fail)
        .end();
    });
  const names = ['cache-control', 'connection', 'content-length'];
  expect(await refused({})).toEqual({ status: 401, names });
  expect(await refused({ origin: 'https://evil.example' })).toEqual({ status: 403, names });
});

describe('Strict-Transport-Security is sent (ASVS 3.4.1)', () => {
  const kinds = ['/api/Nothing', '/nothing'];
  const said = async (given: Parameters<typeof createHttp>[0], headers = {}) => {
    const http = createHttp(given);
    const answers = await Promise.all(kinds.map((url) => http.inject({ url, headers })));
    await http.close();
    return answers.map((answer) => answer.headers['strict-transport-security'] ?? null);
  };
  const always = kinds.map(() => 'max-age=63072000; includeSubDomains');
  const never = kinds.map(() => null);
  const forwarded = { 'x-forwarded-proto': 'https' };

  test('where the public URL uses https', async () => {
    expect(await said({ logLevel: 'silent', publicUrl: 'https://pregao.example' })).toEqual(always);
    expect(await said({ logLevel: 'silent', publicUrl: 'http://pregao.example' })).toEqual(never);
    expect(await said({ logLevel: 'silent', publicUrl: null })).toEqual(never);
  });

  test('where a trusted proxy says so in X-Forwarded-Proto, and not where other clients do', async () => {
    const trustedProxies = ['127.0.0.1'];
    expect(await said({ logLevel: 'silent', trustedProxies }, forwarded)).toEqual(always);
    expect(await said({ logLevel: 'silent' }, forwarded)).toEqual(never);
  });
});
