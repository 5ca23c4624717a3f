import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { registerPages } from '#server/platform/http/pages/pages.ts';
import { testApplication } from '#server/test/application.ts';
import { mainHost, registerAddressed } from './test/addresses.ts';

/** Checks the pages of the own addresses of organizations (R-ADR-01, R-ADR-02, R-ADR-06). */
const product = await testApplication({
  PUBLIC_URL: `https://${mainHost}`,
  SUPPORT_EMAIL: 'help@pregao.test',
  GOOGLE_CLIENT_ID: 'us.apps.googleusercontent.com',
});
await promisify(execFile)(process.execPath, ['tools/build.ts']);
await registerPages(product.app, {
  dev: false,
  site: product.context.config.site,
  origin: product.context.origin,
  apiFor: () => product.anyone,
});
const acme = await registerAddressed(product);
const other = await registerAddressed(product, { theme: { theme: 'dark', color: 'green' } });

const visit = async (host: string, url: string, headers: Record<string, string> = {}) => {
  const {
    statusCode,
    headers: sent,
    body,
  } = await product.app.inject({
    url,
    headers: { 'accept-language': 'en', ...headers, host },
  });
  return { status: statusCode, headers: sent, body };
};

describe('the sign-in page of an organization', () => {
  test('has its name, theme and color, and reveals nothing else (R-ADR-01)', async () => {
    const { status, body } = await visit(acme.host, '/account/login', { cookie: 'locale=en-US' });
    expect(status).toBe(200);
    expect(body).toContain(`Sign in to ${acme.name}`);
    expect(body).toMatch(/<html[^>]* data-theme="light" data-color="teal"/);
    expect(body).not.toContain('/account/register');
    for (const secret of [acme.tenant, acme.email]) expect(body).not.toContain(secret);
  });

  test('is in the language of the organization unless the visitor chose one (R-ADR-01)', async () => {
    expect((await visit(acme.host, '/account/login')).headers['content-language']).toBe('pt-BR');
    const chosen = await visit(acme.host, '/account/login', { cookie: 'locale=hi-IN' });
    expect(chosen.headers['content-language']).toBe('hi-IN');
    expect((await visit(mainHost, '/account/login')).headers['content-language']).toBe('en-US');
  });

  test('is cached for its own host only (R-ADR-06)', async () => {
    const visits = [acme.host, other.host, mainHost, 'evil.example', 'localhost'];
    for (let round = 0; round < 2; round += 1) {
      const bodies = await Promise.all(
        visits.map(async (host) => (await visit(host, '/account/login')).body),
      );
      expect(bodies.map((body) => body.includes(acme.name))).toEqual([
        true,
        false,
        false,
        false,
        false,
      ]);
      expect(bodies.map((body) => body.includes(other.name))).toEqual([
        false,
        true,
        false,
        false,
        false,
      ]);
    }
  });

  test('offers Google only at the main site, which Google knows (R-ADR-07)', async () => {
    const policyOf = async (host: string) =>
      String((await visit(host, '/account/login')).headers['content-security-policy']);
    expect(await policyOf(mainHost)).toContain('accounts.google.com');
    expect(await policyOf(acme.host)).not.toContain('google');
    expect(await policyOf(acme.host)).toContain("frame-ancestors 'none'");
  });
});

describe('other pages at the address of an organization', () => {
  test.each([
    ['/', '/account/login'],
    ['/pricing?product=pro', `https://${mainHost}/pricing?product=pro`],
    ['/account/register', `https://${mainHost}/account/register`],
    ['/account/reset?e=a@b.co&t=secret', `https://${mainHost}/account/reset?e=a@b.co&t=secret`],
    ['/invitation?i=secret', `https://${mainHost}/invitation?i=secret`],
    ['/invite/secret', `https://${mainHost}/invite/secret`],
    ['/admin/dashboard', `https://${mainHost}/admin/dashboard`],
    ['//evil.example/x', `https://${mainHost}//evil.example/x`],
  ])('%s leads to %s', async (url, location) => {
    const { status, headers } = await visit(acme.host, url);
    expect([status, headers.location]).toEqual([302, location]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    });
  });

  test.each([
    ['/app/settings/profile', '?'],
    ['/APP/settings/profile', '?'],
    ['/app/settings/profile/privacy', '?'],
    ['/app/settings/%70rofile', '?'],
    ['/app/settings/organization/subscription?pay', '&'],
    ['/app/organizations/new', '?'],
    ['/account/entry', '?'],
  ])('%s leads to the page of the organization at the main site (R-ORG-12)', async (url, mark) => {
    const { headers } = await visit(acme.host, url);
    expect(headers.location).toBe(`https://${mainHost}${url}${mark}org=${acme.tenant}`);
  });

  test.each([
    '/app/dashboard',
    '/app/transactions',
    '/account/forgot',
    '/app/settings/organization/general',
  ])('%s is served', async (url) => {
    expect((await visit(acme.host, url)).status).toBe(200);
  });

  test('the manifest has the name of the organization, and robots are kept out', async () => {
    const { body } = await visit(acme.host, '/site.webmanifest');
    expect(JSON.parse(body)).toMatchObject({ name: acme.name, start_url: '/app/dashboard' });
    expect((await visit(acme.host, '/robots.txt')).body).toBe('User-agent: *\nDisallow: /\n');
  });

  test.each(['/.well-known/oauth-protected-resource', '/.well-known/assetlinks.json'])(
    '%s is missing, as at the main site (R-API-12)',
    async (url) => {
      const { status, headers } = await visit(acme.host, url, { accept: '*/*' });
      expect([status, headers.location]).toEqual([404, undefined]);
    },
  );

  test('/.well-known leads to the page of passwords and the contact of the main site (R-API-13)', async () => {
    const { headers: password } = await visit(acme.host, '/.well-known/change-password');
    const page = await visit(acme.host, String(password.location));
    expect(page.headers.location).toBe(
      `https://${mainHost}/app/settings/profile/security?org=${acme.tenant}`,
    );
    const contact = await visit(acme.host, '/.well-known/security.txt');
    const canonical = `https://${mainHost}/.well-known/security.txt`;
    expect([contact.status, contact.headers.location]).toEqual([302, canonical]);
  });

  test('the stand-ins and the documents of the main site are not served', async () => {
    expect((await visit(acme.host, '/sandbox/mail.json')).status).toBe(421);
    expect((await visit(acme.host, '/sandbox/mail')).status).toBe(302);
  });
});

describe('a host that is no site', () => {
  test.each(['unknown.pregao.test', 'evil.example', 'admin.pregao.test', 'xn--mnchen-3ya.example'])(
    '%s shows only that there is no site, in the language of the visitor (R-ADR-02)',
    async (host) => {
      for (const url of ['/', '/account/login', '/app/dashboard', '/pricing', '/x']) {
        const { status, headers, body } = await visit(host, url);
        expect([status, headers['content-language']]).toEqual([404, 'en-US']);
        expect(body).toContain('There’s no site at this address');
        expect(body).toContain(`href="https://${mainHost}/"`);
        expect(body).not.toContain('<script');
      }
      expect((await visit(host, '/favicon.svg')).status).toBe(200);
    },
  );
});

test('Strict-Transport-Security includes subdomains only of our own names (R-ADR-07)', async () => {
  const sent = async (host: string) =>
    (await visit(host, '/account/login')).headers['strict-transport-security'];
  expect(await sent(mainHost)).toBe('max-age=63072000; includeSubDomains');
  expect(await sent(acme.host)).toBe('max-age=63072000; includeSubDomains');
  expect(await sent('lapsed.example')).toBe('max-age=63072000');
});

test('every cookie belongs to its host alone (R-ADR-07)', async () => {
  const answers = await Promise.all([
    visit(acme.host, '/account/login?lang=es-MX'),
    visit(acme.host, '/lang/es-MX'),
    visit(mainHost, '/lang/es-MX'),
  ]);
  const login = await product.app.inject({
    method: 'POST',
    url: '/api/Authentication/Login',
    headers: { host: acme.host },
    payload: { email: acme.email, password: 'a member of the tests' },
  });
  const cookies = [...answers, login].flatMap(({ headers }) => headers['set-cookie'] ?? []);
  expect(cookies.length).toBeGreaterThan(3);
  for (const cookie of cookies) expect(cookie).not.toMatch(/domain=/i);
  expect(cookies.find((cookie) => cookie.startsWith('device='))).toMatch(/HttpOnly.*Secure/);
});
