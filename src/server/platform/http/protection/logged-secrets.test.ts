import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { createInvitation } from '#server/identity/invitations/test/invitations.ts';
import { createTestOrganization } from '#server/identity/members/test/organizations.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { registerPages } from '#server/platform/http/pages/pages.ts';
import {
  memberPassword,
  registerOwner,
  signInOperator,
  testApplication,
} from '#server/test/application.ts';
import { repetitions } from '#tools/kit/seed.ts';

/** Checks that no password or token appears in a log, wherever a call carries it (R-SEC-12). */
const lines: string[] = [];
const product = await testApplication(
  { LOG_LEVEL: 'debug' },
  { write: (line) => lines.push(line) },
);
const { app, anyone } = product;
const operator = await signInOperator(product);
const log = () => lines.join('');
const secret = () => `secret-${randomUUID()}`;

test('calls are logged by route template', async () => {
  await anyone.products.getAll();
  expect(log()).toContain('"route":"/api/SubscriptionProduct/GetAll"');
});

test('passwords and tokens in paths, queries, headers and bodies are not logged', async () => {
  const { user, token, headers } = await registerOwner(product, { plan: 'Starter' });
  const mailed = (await anyone.accounts.reset({ params: { email: user.email } })).verifyToken ?? '';
  const secrets = [token, mailed, memberPassword];
  const carry = async (method: 'GET' | 'POST', url: (value: string) => string, more = {}) => {
    const value = secret();
    secrets.push(value);
    await app.inject({ method, url: url(value), headers: { ...operator.headers, ...more } });
  };
  await carry('POST', (value) => `/api/User/Admin/UpdatePassword/${user.id}/${value}`);
  await carry('POST', (value) => `/api/User/Admin/UpdatePassword/unknown/${value}`);
  await carry('GET', (value) => `/api/User/Admin/UpdatePassword/${user.id}/${value}`);
  await carry('POST', (value) => `/api/user/admin/updatepassword/${user.id}/${value}/more`);
  await carry('GET', (value) => `/api/TenantUserInvitation/GetInvitation/${value}`);
  await carry('POST', (value) => `/api/TenantUserInvitation/AcceptInvitation/${value}`);
  await carry('GET', (value) => `/api/Billing/GetPayable/${value}`);
  await carry('POST', (value) => `/hub/negotiate?negotiateVersion=1&access_token=${value}`);
  await carry('POST', (value) => `/hub?id=${randomUUID()}&access_token=${value}`);
  await carry('GET', () => '/api/User/GetCurrent', { authorization: `Bearer ${secrets[0]}` });
  const body = { email: user.email, password: secret(), secretSignInKey: secret() };
  secrets.push(body.password, body.secretSignInKey);
  await app.inject({ method: 'POST', url: '/api/Authentication/Login', payload: body, headers });
  await app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    payload: `{"password":"${body.password}"`,
    headers: { 'content-type': 'application/json' },
  });
  expect(lines.length).toBeGreaterThan(secrets.length);
  expect(secrets.filter((value) => log().includes(value))).toEqual([]);
});

test('tokens in emails are not logged, even if sending fails', async () => {
  const { owner } = await createTestOrganization(product);
  const { token } = await createInvitation(product, owner);
  expect(token).not.toBe('');
  expect(log()).not.toContain(token);
});

test('an unexpected failure is logged without the input of the call', async () => {
  const value = secret();
  await product.open.owner.query('alter table users rename to elsewhere');
  try {
    const answer = await app.inject({
      method: 'POST',
      url: '/api/Authentication/Login',
      payload: { email: `${value}@example.com`, password: value },
    });
    expect(answer.statusCode).toBe(500);
    expect(answer.body).not.toContain('users');
  } finally {
    await product.open.owner.query('alter table elsewhere rename to users');
  }
  expect(log()).toContain('unexpected failure');
  expect(log()).not.toContain(value);
});

test(
  'pages and unknown paths are logged without their URL',
  async () => {
    await promisify(execFile)(process.execPath, ['tools/build.ts']);
    const site = createHttp({ logLevel: 'debug', logTo: { write: (line) => lines.push(line) } });
    await registerPages(site, {
      dev: false,
      site: product.context.config.site,
      origin: product.context.origin,
      apiFor: () => product.anyone,
    });
    const value = secret();
    const open = async (method: 'GET' | 'POST', path: string) =>
      (await site.inject({ method, url: `${path}${value}` })).statusCode;
    expect(await open('GET', '/account/verify?e=ana@example.com&t=')).toBe(200);
    expect(await open('POST', '/account/verify?e=ana@example.com&t=')).toBe(404);
    expect(await open('GET', '/hub?access_token=')).toBe(404);
    await site.close();
    expect(log()).not.toContain(value);
  },
  repetitions(180_000, 0),
);
