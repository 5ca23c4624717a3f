import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { access, mkdtemp, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createApiClient } from '#contract/api-client.ts';
import { routes } from '#contract/routes.ts';
import { allTexts } from '#locales/translate.ts';
import { readConfig } from '#server/config.ts';
import { createHttp } from '#server/platform/http/http.ts';
import { root } from '#server/platform/root.ts';
import { weighScript } from '#tools/page-script.ts';
import { registerPages } from './pages.ts';

const app = createHttp({ logLevel: 'silent' });
const { site } = readConfig({
  DONATION_URL: 'https://give.example/pix',
  COMMUNITY_URL: 'https://chat.example/pregao',
  SOCIAL_YOUTUBE: 'https://video.example/pregao',
  PAGE_VIEW_URL: 'https://views.example/hit?site=1',
});
const origin = () => 'https://pregao.example';
const noCalls = createApiClient(routes, async () => ({ status: 503, link: null, body: null }));

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['tools/build.ts']);
  await registerPages(app, { dev: false, site, origin, apiFor: () => noCalls });
}, 180_000);
afterAll(() => app.close());

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers });

describe('a page', () => {
  test('is in pt-BR, dark and red by default (R-GEN-03, R-GEN-04)', async () => {
    const page = await get('/app/dashboard');
    expect(page.statusCode).toBe(200);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-language']).toBe('pt-BR');
    expect(page.body).toContain('<html lang="pt-BR" data-theme="dark" data-color="red">');
  });

  test('uses the language and theme of the cookies (R-APP-08)', async () => {
    const page = await get('/account/login', { cookie: 'locale=hi-IN; theme=light.teal' });
    expect(page.headers['content-language']).toBe('hi-IN');
    expect(page.body).toContain('<html lang="hi-IN" data-theme="light" data-color="teal">');
  });

  test.each([
    ['en-GB,en;q=0.9', 'en-US'],
    ['fr-CA, es;q=0.8, en;q=0.9', 'en-US'],
    ['es-AR', 'es-MX'],
    ['hi', 'hi-IN'],
    ['pt-PT,pt;q=0.9,en;q=0.8', 'pt-BR'],
    ['en;q=0, hi;q=0.1', 'hi-IN'],
    ['de, fr', 'pt-BR'],
    ['*', 'pt-BR'],
    [',;q=;=', 'pt-BR'],
  ])(
    'answers a first visit with "%s" in %s, and stores no choice (R-APP-08)',
    async (accepted, locale) => {
      const page = await get('/contact', { 'accept-language': accepted });
      expect(page.headers).toMatchObject({
        'content-language': locale,
        vary: 'Cookie, Accept-Encoding, Accept-Language',
      });
      expect(page.headers['set-cookie']).toBeUndefined();
    },
  );

  test('prefers the chosen language to the browser’s, and an address to both', async () => {
    const browser = { 'accept-language': 'en-US', cookie: 'theme=light.teal; locale=es-MX' };
    expect((await get('/contact', browser)).headers['content-language']).toBe('es-MX');
    const linked = await get('/contact?lang=hi-IN', browser);
    expect(linked.headers['content-language']).toBe('hi-IN');
  });

  test('ignores unknown values of cookies', async () => {
    const page = await get('/account/login', { cookie: 'locale="><script>; theme=x.y' });
    expect(page.body).toContain('<html lang="pt-BR" data-theme="dark" data-color="red">');
  });

  test('preloads the script with the texts of its frame in its language', async () => {
    const { headers } = await get('/account/login', { cookie: 'locale=es-MX' });
    const [, script = ''] = /^<([^>]*)>; rel=modulepreload$/.exec(String(headers.link)) ?? [];
    const texts = (await get(script)).body;
    const { account, common, errors } = allTexts['es-MX'];
    for (const text of [account.login.forgot, common.loading, errors.internal]) {
      expect(texts).toContain(text);
    }
  });

  test.each([
    ['/product', 1.5],
    ['/account/login', 195],
    ['/app/dashboard', 180],
    ['/admin/dashboard', 205],
    ['/app/transactions', 215],
  ])('stays within its script budget: %s, in kB with gzip', async (url, limit) => {
    const { body, headers } = await get(url, { 'accept-encoding': 'identity' });
    expect(weighScript({ body, link: headers.link }).kilobytes).toBeLessThan(limit);
  });

  test('allows only its own scripts, by hash in the content policy (R-SEC-10)', async () => {
    const page = await get('/account/login');
    const scripts = [...page.body.matchAll(/<script[^>]*>([^]*?)<\/script>/g)];
    const hashes = scripts.map(([, script = '']) =>
      createHash('sha256').update(script).digest('base64'),
    );
    expect(hashes.length).toBeGreaterThan(0);
    const policy = String(page.headers['content-security-policy']);
    expect(policy.match(/'sha256-[^']+'/g)).toEqual(hashes.map((hash) => `'sha256-${hash}'`));
    expect(policy).not.toContain('unsafe');
    expect(page.body).not.toContain('nonce');
  });

  test('is not stored by shared caches, not framed, and sends only its origin as referrer', async () => {
    const { headers } = await get('/pricing');
    expect(headers['cache-control']).toBe('private, no-cache');
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['referrer-policy']).toBe('strict-origin-when-cross-origin');
    expect(headers['x-content-type-options']).toBe('nosniff');
  });

  test('allows Stripe only where a card is asked for (R-SUB-17)', async () => {
    const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' };
    const { site } = readConfig({ ...keys, STRIPE_PUBLISHABLE_KEY: 'pk_test_1' });
    const paying = createHttp({ logLevel: 'silent' });
    await registerPages(paying, { dev: false, site, origin, apiFor: () => noCalls });
    const mayLoad = async (url: string, at = paying) => {
      const { headers } = await at.inject({ url });
      expect(headers['page-loads']).toBeUndefined();
      return String(headers['content-security-policy']).includes('stripe.com');
    };
    expect(await mayLoad('/account/register')).toBe(true);
    expect(await mayLoad('/app/organizations/new')).toBe(true);
    expect(await mayLoad('/app/settings/organization/subscription')).toBe(true);
    expect(await mayLoad('/app/dashboard')).toBe(false);
    expect(await mayLoad('/account/login')).toBe(false);
    expect(await mayLoad('/pricing')).toBe(false);
    expect(await mayLoad('/account/register', app)).toBe(false);
    await paying.close();
  });

  test('sends no referrer if its URL may contain a secret', async () => {
    const { headers } = await get('/account/verify?e=a@b.co&t=secret');
    expect(headers['referrer-policy']).toBe('no-referrer');
  });

  test('sets several cookies: a language selects its currency (R-SITE-02)', async () => {
    const { headers } = await get('/lang/es-MX');
    expect(headers['set-cookie']).toEqual([
      expect.stringContaining('currency=mxn'),
      expect.stringContaining('locale=es-MX'),
    ]);
  });

  test('forgets the currency where its language’s needs a catalog that can’t be loaded (R-PRD-14)', async () => {
    const { headers } = await get('/lang/pt-BR');
    expect(headers['set-cookie']).toEqual([
      expect.stringMatching(/^currency=;.*Max-Age=0/),
      expect.stringContaining('locale=pt-BR'),
    ]);
  });

  test('of the app is the same for all visitors: the server render has no session', async () => {
    const anonymous = await get('/app/dashboard');
    const known = await get('/app/dashboard', { authorization: 'Bearer token' });
    expect(known.body).toBe(anonymous.body);
  });

  test('that is shared is cached per language and theme', async () => {
    const first = await get('/app/transactions', { cookie: 'locale=en-US' });
    const other = await get('/app/transactions', { cookie: 'locale=es-MX; app-theme=light.red' });
    const again = await get('/app/transactions', { cookie: 'x=y; locale=en-US' });
    expect(first.body).toContain('<html lang="en-US" data-theme="dark" data-color="red">');
    expect(other.body).toContain('<html lang="es-MX" data-theme="light" data-color="red">');
    expect(again.body).toBe(first.body);
  });

  test('answers HEAD without a body', async () => {
    const head = await app.inject({ method: 'HEAD', url: '/app/profile' });
    expect(head.body).toBe('');
    const page = await get('/app/dashboard');
    expect(page.body).toContain('</html>');
  });

  test('is sent compressed', async () => {
    const plain = await get('/app/dashboard');
    const small = await get('/app/dashboard', { 'accept-encoding': 'gzip, deflate, br' });
    expect(small.headers['content-encoding']).toBe('br');
    expect(small.rawPayload.length).toBeLessThan(plain.rawPayload.length / 2);
  });
});

describe('the configuration of the site', () => {
  test('appears on the pages: links, and the origin for page views (R-SITE-07)', async () => {
    const page = await get('/pricing');
    expect(page.body).toContain('href="https://chat.example/pregao"');
    expect(page.body).toContain('href="https://video.example/pregao"');
    expect(page.body).not.toContain('Instagram');
    expect(page.headers['content-security-policy']).toMatch(
      /connect-src [^;]* https:\/\/views\.example;/,
    );
  });

  test.each([
    ['/doacao', 'https://give.example/pix'],
    ['/pix', 'https://give.example/pix'],
    ['/suporte-pago', '/contact'],
    ['/docs', '/api/docs'],
  ])(
    'redirects %s to its configured address, or to a page of the site: %s (R-SITE-03)',
    async (path, address) => {
      const answer = await get(path);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe(address);
    },
  );

  test('accepts only web addresses at startup', () => {
    expect(() => readConfig({ DOCS_URL: 'javascript:alert(1)' })).toThrow('DOCS_URL');
    expect(readConfig({}).site).toMatchObject({ pricingFallback: true, pageViews: null });
  });
});

describe('other paths', () => {
  test.each(['/nothing', '/deep/er/nothing', '//evil.example/page', '/v1.0/nothing'])(
    'redirect to the dashboard if they are unknown: %s (R-APP-03)',
    async (path) => {
      const answer = await get(path);
      expect(answer.statusCode).toBe(302);
      expect(answer.headers.location).toBe('/app/dashboard');
      expect(String(answer.headers['set-cookie'])).toContain(
        'notice=unknownPage~/app/dashboard; Path=/',
      );
    },
  );

  test.each([
    ['/.well-known/assetlinks.json', 'text/html'],
    ['/.well-known/oauth-protected-resource', '*/*'],
    ['/.well-known/oauth-protected-resource/mcp', 'application/json'],
    ['/.well-known/oauth-authorization-server', 'application/json, text/plain, */*'],
    ['/.vite/manifest.json', 'text/html'],
    ['/favicon.ico', '*/*'],
    ['/wp-login.php?x=1', 'text/html,application/xhtml+xml,*/*;q=0.8'],
    ['/nothing', 'application/json'],
    ['/nothing', 'application/json, text/html;q=0'],
    ['/deep/er/nothing', 'image/webp'],
  ])(
    'are 404, not a page, for files and other software: %s %s (R-API-12)',
    async (path, accept) => {
      const { statusCode, headers, body } = await get(path, { accept });
      expect([statusCode, headers.location, headers['set-cookie']]).toEqual([
        404,
        undefined,
        undefined,
      ]);
      expect(JSON.parse(body)).toMatchObject({ status: 404 });
    },
  );

  test('redirect every request that accepts a page to the dashboard (R-APP-03)', async () => {
    for (const accept of ['text/html', '*/*', 'text/*;q=0.5', 'text/html;q=0.9, */*;q=0.8']) {
      expect((await get('/nothing', { accept })).statusCode).toBe(302);
    }
    expect((await get('/robots.txt', { accept: 'text/plain' })).statusCode).toBe(200);
  });

  test.each(['image', 'script', 'style', 'font'])(
    'are 404 without a notice if a page or a browser loads them as %s (R-APP-03)',
    async (destination) => {
      const answer = await get('/favicon.ico', { 'sec-fetch-dest': destination });
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([404, undefined]);
    },
  );

  test('redirect to the list of downloads if they name a missing one (R-SITE-10)', async () => {
    const answer = await get('/downloads/nothing.pdf');
    expect([answer.statusCode, answer.headers.location]).toEqual([302, '/product#downloads']);
  });

  test.each([
    '/api/nothing',
    '/API/nothing',
    '/hub',
    '/assets/nothing.js',
    '/sandbox/nothing.json',
  ])('answer a missing call or file with a 404 problem document: %s (R-APP-03)', async (path) => {
    const answer = await get(path, { accept: 'text/html' });
    expect(answer.statusCode).toBe(404);
    expect(answer.headers['content-type']).toContain('application/problem+json');
    expect(answer.json()).toMatchObject({ status: 404, code: 'errors.notFound' });
  });

  test('answer 404 to a POST to a page', async () => {
    const answer = await app.inject({ method: 'POST', url: '/account/login', payload: {} });
    expect(answer.statusCode).toBe(404);
  });

  test('serve assets that are compressed at build time and cached for a year', async () => {
    const page = await get('/app/dashboard');
    const [script = ''] = page.body.match(/\/assets\/entry\.client-[\w-]+\.js/) ?? [];
    const asset = await get(script, { 'accept-encoding': 'br' });
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-encoding']).toBe('br');
    expect(asset.headers['content-type']).toContain('javascript');
  });

  test('serve the favicon and robots.txt', async () => {
    expect((await get('/favicon.svg')).headers['content-type']).toContain('image/svg+xml');
    expect((await get('/robots.txt')).body).toContain('Disallow: /app');
  });
});

test('assets count as served as long as their build is (R-APP-15)', async () => {
  const keptAssets = await mkdtemp(join(tmpdir(), 'pregao-assets-'));
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const deployed = createHttp({ logLevel: 'silent' });
  await registerPages(deployed, { dev: false, site, origin, apiFor: () => noCalls, keptAssets });
  const current = await readdir(join(root, 'build/client/assets'));
  const last = join(keptAssets, current.at(-1) ?? '');
  await vi.waitFor(() => access(last), 10_000);
  const copied = new Date(Date.now() - 29 * 24 * 60 * 60 * 1_000);
  await utimes(last, copied, copied);
  vi.advanceTimersByTime(60 * 60 * 1_000);
  const isRenewed = async () => expect((await stat(last)).mtimeMs).toBeGreaterThan(+copied + 1);
  await vi.waitFor(isRenewed, 10_000);
  vi.useRealTimers();
  await deployed.close();
  await rm(keptAssets, { recursive: true });
});

test('assets of earlier builds stay for 30 days (R-APP-15)', async () => {
  const keptAssets = await mkdtemp(join(tmpdir(), 'pregao-assets-'));
  const dayMs = 24 * 60 * 60 * 1_000;
  for (const [name, days] of Object.entries({ 'open-page-1a2b.js': 29, 'forgotten-3c4d.js': 31 })) {
    const served = new Date(Date.now() - days * dayMs);
    await writeFile(join(keptAssets, name), 'export {};');
    await utimes(join(keptAssets, name), served, served);
  }
  const deployed = createHttp({ logLevel: 'silent' });
  await registerPages(deployed, { dev: false, site, origin, apiFor: () => noCalls, keptAssets });
  const answerOf = async (name: string) => (await deployed.inject(`/assets/${name}`)).statusCode;
  expect(await answerOf('open-page-1a2b.js')).toBe(200);
  expect(await answerOf('never-5e6f.js')).toBe(404);
  await vi.waitFor(async () => expect(await answerOf('forgotten-3c4d.js')).toBe(404), 10_000);
  const current = await readdir(join(root, 'build/client/assets'));
  await Promise.all(current.map((name) => access(join(keptAssets, name))));
  await deployed.close();
  await rm(keptAssets, { recursive: true });
});
