import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import sharp from 'sharp';
import { beforeAll, describe, expect, test } from 'vitest';
import { locales } from '#locales/locales.ts';
import { startGhostSandbox } from '#sandbox/ghost/ghost.ts';
import { signInOperator, testApplication } from '#server/test/application.ts';
import { registerPages } from './pages.ts';

const product = await testApplication();
const origin = 'http://pregao.test';

beforeAll(async () => {
  await promisify(execFile)(process.execPath, ['tools/build.ts']);
  const { forget } = await registerPages(product.app, {
    dev: false,
    site: product.context.config.site,
    origin: product.context.origin,
    apiFor: () => product.anyone,
  });
  product.context.pageInvalidation.subscribe(forget);
}, 180_000);

const get = (url: string, headers: Record<string, string> = {}) =>
  product.app.inject({ url, headers });

const post = '/blog/backtest-honesto';
const reads = ['/blog', post, '/changelog', '/status'];
const pages = ['/product', '/pricing', '/contact', ...reads, '/terms', '/privacy'];

/** Returns the attributes of tags in a page: `tagsOf(html, 'link')`. */
const tagsOf = (html: string, name: string) =>
  [...html.matchAll(new RegExp(`<${name}\\b([^>]*)>`, 'g'))].map(([, attributes = '']) =>
    Object.fromEntries(
      [...attributes.matchAll(/([\w-]+)="([^"]*)"/g)].map(([, key = '', value = '']) => [
        key.toLowerCase(),
        value.replaceAll('&amp;', '&'),
      ]),
    ),
  );

const dataOf = (html: string) =>
  [...html.matchAll(/<script type="application\/ld\+json">([^]*?)<\/script>/g)].map(
    ([, json = '']) => JSON.parse(json) as Record<string, unknown>,
  );

/** Returns the URLs in a sitemap or feed, as paths. */
const pathsIn = (xml: string, tag: RegExp) =>
  [...xml.matchAll(tag)].map(([, url = '']) => url.replaceAll('&amp;', '&').replace(origin, ''));

describe('a page without React in the browser (decision 14, R-SITE-01)', () => {
  test.each(pages)('%s loads one small script and has no inline scripts', async (path) => {
    const { body, headers, statusCode } = await get(path);
    expect(statusCode).toBe(200);
    const scripts = tagsOf(body, 'script').filter(({ type }) => type !== 'application/ld+json');
    expect(scripts).toEqual([
      { type: 'module', src: expect.stringMatching(/^\/assets\/site-[\w-]+\.js$/) },
    ]);
    expect(tagsOf(body, 'link').filter(({ rel }) => rel === 'modulepreload')).toEqual([]);
    expect(headers.link).toBeUndefined();
    expect(headers['content-security-policy']).not.toMatch(/sha256|unsafe/);
    const script = await get(scripts[0]?.['src'] ?? '', { 'accept-encoding': 'gzip' });
    expect(script.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(script.headers['content-encoding']).toBe('gzip');
    expect(script.rawPayload.length).toBeLessThan(4_000);
  });
});

describe('metadata for search engines', () => {
  test.each(pages)('%s has a title, description, canonical URL and languages', async (path) => {
    const { body, headers } = await get(path);
    expect(body).toMatch(/<title>[^<]+ · Pregão<\/title>/);
    const metas = tagsOf(body, 'meta');
    const contentOf = (name: string) =>
      metas.find((meta) => [meta['name'], meta['property']].includes(name))?.['content'];
    expect(contentOf('description')?.length).toBeGreaterThan(10);
    expect(contentOf('og:title')).toBeTruthy();
    expect(contentOf('og:image')).toBe(`${origin}/share.png`);
    const links = tagsOf(body, 'link');
    const canonical = links.filter(({ rel }) => rel === 'canonical');
    expect(canonical.map(({ href }) => href)).toEqual([`${origin}${path}`]);
    const languages = links.filter(({ hreflang }) => hreflang !== undefined);
    expect(languages.length).toBeGreaterThan(1);
    expect(headers['x-robots-tag']).toBeUndefined();
  });

  test('the language in a query is used and remembered (R-SITE-02)', async () => {
    for (const locale of locales) {
      const { headers, body } = await get(`/product?lang=${locale}`, { cookie: 'locale=hi-IN' });
      expect(headers['content-language']).toBe(locale);
      expect(headers['set-cookie']).toEqual([
        expect.stringContaining(`currency=${locale === 'es-MX' ? 'mxn' : 'usd'}`),
        expect.stringContaining(`locale=${locale}`),
      ]);
      const query = locale === 'pt-BR' ? '' : `?lang=${locale}`;
      expect(body).toContain(`<link rel="canonical" href="${origin}/product${query}"/>`);
    }
    expect((await get('/product?lang=xx')).headers['content-language']).toBe('pt-BR');
  });

  test('the preview picture exists in its documented size', async () => {
    const { rawPayload, headers } = await get('/share.png');
    expect(headers['content-type']).toBe('image/png');
    const { width, height } = await sharp(rawPayload).metadata();
    expect({ width, height }).toEqual({ width: 1200, height: 630 });
  });

  test('prices appear as structured offers', async () => {
    const { body } = await get('/pricing?currency=usd');
    const products = await product.anyone.products.getAll();
    const prices = products.flatMap(({ title, prices }) =>
      prices
        .filter(({ currency }) => currency === 'usd')
        .map(({ price }) => ({ name: title, price: price.toFixed(2), priceCurrency: 'USD' })),
    );
    const [{ offers } = {}] = dataOf(body);
    expect(offers).toHaveLength(prices.length);
    expect(offers).toEqual(
      expect.arrayContaining(prices.map((price) => expect.objectContaining(price))),
    );
  });

  test('FAQ, organization and posts appear as structured data', async () => {
    const types = async (path: string) =>
      dataOf((await get(path)).body).map((data) => data['@type']);
    await expect(types('/product')).resolves.toEqual(['Organization', 'FAQPage']);
    await expect(types(post)).resolves.toEqual(['BlogPosting']);
  });

  test('the sitemap lists every page and post, and all of them respond (R-SITE-06)', async () => {
    const robots = await get('/robots.txt');
    expect(robots.headers['content-type']).toContain('text/plain');
    expect(robots.body).toContain(`Sitemap: ${origin}/sitemap.xml`);
    const { body, headers } = await get('/sitemap.xml');
    expect(headers['content-type']).toContain('application/xml');
    const found = pathsIn(body, /<loc>([^<]*)<\/loc>/g);
    const posts = await product.anyone.blog.getAll();
    expect(posts.length).toBeGreaterThan(3);
    expect(found).toEqual(
      expect.arrayContaining([
        ...pages,
        ...posts.map(({ slug, language }) =>
          language === 'pt-BR' ? `/blog/${slug}` : `/blog/${slug}?lang=${language}`,
        ),
      ]),
    );
    for (const path of found) expect([path, (await get(path)).statusCode]).toEqual([path, 200]);
  });

  test('the feed has each post once, in the requested language', async () => {
    const { body, headers } = await get('/feed.xml?lang=en-US');
    expect(headers['content-type']).toContain('application/atom+xml');
    const posts = await product.anyone.blog.getAll({ query: { language: 'en-US' } });
    expect(pathsIn(body, /<id>([^<]*)<\/id>/g)).toEqual([
      '/blog?lang=en-US',
      ...posts.map(({ slug }) => `/blog/${slug}`),
    ]);
  });

  test('the changelog has a feed with a link to each release (R-SITE-15)', async () => {
    const page = await get('/changelog');
    expect(dataOf(page.body)).toEqual([
      expect.objectContaining({ '@type': 'SoftwareApplication', dateModified: expect.any(String) }),
    ]);
    const { body, headers } = await get('/changelog.xml?lang=en-US');
    expect(headers['content-type']).toContain('application/atom+xml');
    const [feed, ...releases] = pathsIn(body, /<id>([^<]*)<\/id>/g);
    expect(feed).toBe('/changelog?lang=en-US');
    expect(releases.at(-1)).toBe('/changelog#0.1.0');
    for (const path of releases) expect(page.body).toContain(`id="${path.split('#')[1]}"`);
  });

  test.each([
    '/app/dashboard',
    '/admin/dashboard',
    '/account/login',
    '/sandbox/mail',
    '/invite/x',
    '/pay?token=x',
  ])('%s is not indexed', async (path) => {
    expect((await get(path)).headers['x-robots-tag']).toBe('noindex');
  });

  test('an unknown post answers 404 with an explanation and a link to the blog (R-SITE-06)', async () => {
    const { statusCode, body } = await get('/blog/nothing');
    expect(statusCode).toBe(404);
    expect(body).toContain('Post não encontrado');
    expect(tagsOf(body, 'a').map(({ href }) => href)).toContain('/blog');
    expect(tagsOf(body, 'link').filter(({ rel }) => rel === 'canonical')).toEqual([]);
  });
});

test('a change by the operator appears on the public pages with the next request', async () => {
  const { api } = await signInOperator(product);
  const [starter] = await product.anyone.products.getAll();
  if (!starter) throw new Error('No products');
  const shown = async (title: string) => [
    (await get('/pricing')).body.includes(title),
    (await get('/product')).body.includes(title),
  ];
  await expect(shown('Begin')).resolves.toEqual([false, false]);
  await api.products.update({ params: { id: starter.id }, body: { ...starter, title: 'Begin' } });
  await expect(shown('Begin')).resolves.toEqual([true, true]);
});

test('a published legal text is shown on the next request (R-LEG-02)', async () => {
  const { api } = await signInOperator(product);
  const shown = async () => (await get('/privacy')).body.includes('Novo texto.');
  await expect(shown()).resolves.toBe(false);
  await api.legal.create({
    body: { kind: 'privacy', language: 'pt-BR', text: '## Um\n\nNovo texto.', basedOn: 0 },
  });
  await expect(shown()).resolves.toBe(true);
});

test('an unavailable blog answers 503 and affects no other page', async () => {
  const ghost = await startGhostSandbox([]);
  ghost.state.mode = 'error';
  const other = await testApplication({
    GHOST_URL: ghost.url,
    GHOST_KEY: ghost.key,
    GHOST_PUBLIC_URL: 'http://blog.intern/',
  });
  await registerPages(other.app, {
    dev: false,
    site: other.context.config.site,
    origin: other.context.origin,
    apiFor: () => other.anyone,
  });
  const statusOf = async (url: string) => (await other.app.inject({ url })).statusCode;
  await expect(statusOf('/blog')).resolves.toBe(503);
  await expect(statusOf('/blog/welcome')).resolves.toBe(503);
  await expect(statusOf('/feed.xml')).resolves.toBe(503);
  await expect(statusOf('/sitemap.xml')).resolves.toBe(200);
  await expect(statusOf('/product')).resolves.toBe(200);
  const policy = (await other.app.inject({ url: '/product' })).headers['content-security-policy'];
  expect(policy).toContain(`img-src 'self' data: blob: ${ghost.url} http://blog.intern;`);
  await ghost.close();
});
